import type { ReactNode } from 'react';
import clsx from 'clsx';
import Head from '@docusaurus/Head';
import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import Heading from '@theme/Heading';
import Layout from '@theme/Layout';
import Steps from '@site/src/components/Steps';
import styles from './tour.module.css';

export default function Tour(): ReactNode {
  const { siteConfig } = useDocusaurusContext();
  return (
    <Layout title={translate({ id: 'tour.title', message: 'A tour' })} description={`What ${siteConfig.title} has`} wrapperClassName="tour">
      <Head>
        <meta property="og:type" content="tour" />
      </Head>
      <header className={clsx('hero hero--primary', styles.banner)}>
        <div className="container">
          <Heading as="h1" className="hero__title">
            <Translate id="tour.title">A tour</Translate>
          </Heading>
          <p className="hero__subtitle">{siteConfig.tagline}</p>
          <Link className="button button--secondary button--lg" to="/guides/long">
            <Translate id="tour.start" values={{ name: <b>{String(siteConfig.customFields.first)}</b> }}>
              {'Start with {name}'}
            </Translate>
          </Link>
        </div>
      </header>
      <main>
        <Steps />
        <div className="container margin-bottom--lg">
          <Link className="button button--primary" to="/broken">
            Broken
          </Link>{' '}
          <Link className="button button--outline button--primary button--sm" to="/count">
            Count
          </Link>{' '}
          <Link className="button button--link" to="/next/guides/torn">
            Torn
          </Link>{' '}
          <span className="badge badge--secondary">New</span>
          <div className="card margin-vert--md">
            <div className="card__header">
              <h2>Card</h2>
            </div>
            <div className="card__body">
              <p>
                A card with <a href="https://elsewhere.test/">a link</a>.
              </p>
            </div>
          </div>
        </div>
      </main>
    </Layout>
  );
}
