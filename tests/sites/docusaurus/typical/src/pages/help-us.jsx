import Layout from '@theme/Layout';
export default function HelpUs() {
  return <Layout title="Helping"><main><h1>Help</h1><p id="money">Give.</p></main></Layout>;
}
