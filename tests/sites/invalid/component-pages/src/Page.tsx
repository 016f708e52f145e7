export default function Page() {
  return <p>Page</p>;
}
