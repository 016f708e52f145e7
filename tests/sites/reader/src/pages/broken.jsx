import Layout from '@theme/Layout';
import { readPlan } from '../lib/plan';

export default function Broken() {
  return (
    <Layout title="Broken" description="It cannot be drawn">
      <main>
        <h1>{readPlan().title}</h1>
      </main>
    </Layout>
  );
}
