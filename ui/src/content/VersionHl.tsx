import Time from './Time';

export type VersionHlProps = { date: string };

/** A highlighted `Version`. */
export default function VersionHl({ date }: VersionHlProps) {
  return <Time date={date} className="version version-hl" />;
}
