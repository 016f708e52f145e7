/** A link that says where it leads. */
export default function Link({href, title, children}) {
  return <a href={href} title={title ?? href}>{children}</a>;
}
