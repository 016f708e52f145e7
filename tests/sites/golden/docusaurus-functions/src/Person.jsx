export default function Person({ person }) {
  return <h1>{person.name}</h1>;
}
