// Finds the places of errors in the files that a configuration loads; part of the same module as `evaluate.mjs`.

/** An error as its message and, where it is known, its place. */
function describe(error) {
  const first = error?.errors?.[0];
  if (first?.location) {
    const { file, line, column } = first.location;
    const found = existsSync(file) ? file : file.replace(/\.([jt]s)$/, '.m$1');
    return { message: first.text, file: relative(path.resolve(found)), line, column: column + 1 };
  }
  const message = String(error?.message ?? error).split('\n')[0];
  return { message, ...(error?.binderyPlace ?? placeOf(String(error?.stack ?? ''))) };
}

/** The place in the site's files that a stack names first: as it is written, not as it was compiled. */
function placeOf(stack) {
  // A syntax error names its line before its message, all other errors where they were made.
  const found = /^(\/.*?):(\d+)()\n|\((\/.*?):(\d+):(\d+)\)|at (?:async )?(\/.*?):(\d+):(\d+)/.exec(stack);
  if (!found) return {};
  const [file, line, column] = found.slice(1).filter((part) => part !== undefined);
  return { file: relative(file), ...writtenPlace(file, Number(line), Number(column || 1)) };
}

/** The line and column of a file for those of its compiled code; nothing for what is not compiled here. */
function writtenPlace(file, line, column) {
  if (!loaded.has(file) && !files.has(file)) return {};
  try {
    const { map } = transformed(readFileSync(file, 'utf8').replace(/^\ufeff/, ''), file, 'external');
    // The first line begins with the bracket of a block.
    const entry = new nodeModule.SourceMap(JSON.parse(map)).findEntry(line - 1, column - (line === 1 ? 2 : 1));
    return { line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  } catch {
    return {};
  }
}

/** The value of a JSON file; an error has its place, which the parser gives as an offset or not at all. */
function parseJson(text, file) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const offset = / at position (\d+)/.exec(error.message)?.[1];
    const before = offset === undefined ? [''] : text.slice(0, Number(offset)).split('\n');
    const place = { file: relative(file), line: before.length, column: before.at(-1).length + 1 };
    throw Object.assign(error, { binderyPlace: place });
  }
}

/** Notes what is left out, each message once. */
function warn(warning) {
  if (!warnings.has(warning.message)) warnings.set(warning.message, warning);
}

/** The first place of a text in a file. */
function placeOfText(file, text) {
  const [before, ...rest] = readFileSync(file, 'utf8').split(text, 2);
  const lines = before.split('\n');
  return rest.length === 0
    ? { file: relative(file) }
    : { file: relative(file), line: lines.length, column: lines.at(-1).length + 1 };
}
