/** The compiler writes what stands in it into the head of the page; in the article nothing is left of it. */
export default function Head() {
  return null;
}
