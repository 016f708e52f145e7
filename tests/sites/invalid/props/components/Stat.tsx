export type StatProps = { value: number; unit?: 'm' | 'km' };

export default function Stat({ value, unit }: StatProps) {
  return (
    <b>
      {value} {unit}
    </b>
  );
}
