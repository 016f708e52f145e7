import Time from './Time';

export type VersionProps = { date: string };

/** The date when something was added, or when the text was last verified. */
export default function Version({ date }: VersionProps) {
  return <Time date={date} className="version" />;
}
