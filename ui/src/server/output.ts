/**
 * Leaves standard output to answers: what components print goes to standard error, also while they are loaded. The first
 * import of the renderer, so that it runs before any code of a site.
 */

export const write = process.stdout.write.bind(process.stdout);

process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
console.log = console.info = console.debug = console.error;
