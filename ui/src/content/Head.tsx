/** The compiler moves the children to the page's head; the article renders nothing. */
export default function Head() {
  return null;
}
