/** The place of a column; an error names those that there are. */
export function columnAt(columns: readonly string[], name: string): number {
  const at = columns.indexOf(name);
  if (at < 0) throw new Error(`no column \`${name}\`; the table has ${columns.map((one) => `\`${one}\``).join(', ')}`);
  return at;
}
