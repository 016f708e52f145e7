import { useEffect, useState } from 'react';
import { Redirect, useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useColorMode } from '@docusaurus/theme-common';
import Translate from '@docusaurus/Translate';
import CodeBlock from '@theme/CodeBlock';
import Layout from '@theme/Layout';
import TabItem from '@theme/TabItem';
import Tabs from '@theme/Tabs';

export default function Count() {
  const [count, setCount] = useState(0);
  const { colorMode } = useColorMode();
  const { pathname } = useLocation();
  if (count > 2) return <Redirect to="/guides/long" />;
  return (
    <Layout title="Count" noFooter>
      <main className="container margin-vert--lg">
        <h1>
          <Translate id="count.title">Count to three</Translate>
        </h1>
        <p>
          {pathname} in {colorMode}
        </p>
        <button className="button button--primary" onClick={() => setCount(count + 1)}>
          Counted {count}
        </button>{' '}
        <a href={useBaseUrl('/guides/long')}>Long</a>
        <Tabs>
          <TabItem value="words">Counted in words.</TabItem>
          <TabItem value="code" label="code">
            <CodeBlock language="js">{`count(${count});`}</CodeBlock>
          </TabItem>
        </Tabs>
      </main>
    </Layout>
  );
}
