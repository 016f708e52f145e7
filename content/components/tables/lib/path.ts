/** The part of a table's or list's path below `section`, or null if it is in another section.
 *
 * `section` is one heading (`Decay Rate`) at any depth, or a path from the top (`Attacks / Skill`).
 * Without it only tables above the first heading match.
 */
export function below(path: string[], section: string | undefined): string[] | null {
  if (section === undefined) return path.length === 0 ? [] : null;
  const wanted = section.split(' / ');
  if (wanted.length === 1) {
    const at = path.indexOf(section);
    return at < 0 ? null : path.slice(at + 1);
  }
  return wanted.every((part, i) => path[i] === part) ? path.slice(wanted.length) : null;
}
