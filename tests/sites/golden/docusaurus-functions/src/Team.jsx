import renderRoutes from '@docusaurus/renderRoutes';
import { usePluginData } from '@docusaurus/useGlobalData';

export default function Team({ name, route }) {
  const { count } = usePluginData('people');
  return (
    <section className="team">
      <p>{`${name}: ${count}`}</p>
      {renderRoutes(route.routes)}
    </section>
  );
}
