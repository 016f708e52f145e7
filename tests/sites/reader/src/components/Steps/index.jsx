import Heading from '@theme/Heading';
import styles from './styles.module.css';

const STEPS = [
  { title: 'Read', Picture: require('@site/static/img/light.svg').default, text: <>From the <code>first</code> page.</> },
  { title: 'Try', Picture: require('@site/static/img/dark.svg').default, text: <>What it says.</> },
  { title: 'Tell', Picture: require('@site/static/img/light.svg').default, text: <>Somebody else.</> },
];

export default function Steps() {
  return (
    <section className={styles.steps}>
      <div className="container">
        <div className="row">
          {STEPS.map(({ title, Picture, text }) => (
            <div key={title} className="col col--4">
              <div className="text--center">
                <Picture className={styles.picture} role="img" title={title} />
              </div>
              <div className="text--center padding-horiz--md">
                <Heading as="h2">{title}</Heading>
                <p>{text}</p>
              </div>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
