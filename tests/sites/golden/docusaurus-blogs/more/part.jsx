export default function Part() {
  return <main>A page</main>;
}
