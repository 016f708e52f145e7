export default function Plain({ word }: { word: string }) {
  return <p className="plain">A {word} component.</p>;
}
