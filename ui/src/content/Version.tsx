import Time from './Time';

export type VersionProps = { date: string };

/** When something came into the game, or was last found true. */
export default function Version({ date }: VersionProps) {
  return <Time date={date} className="version" />;
}
