export default function Stat({ value }: { value: number }) {
  return <b>{value}</b>;
}
