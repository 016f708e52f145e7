import { Redirect } from '@docusaurus/router';

export default function Start() {
  return <Redirect to="/tour" />;
}
