// Loads the Markdown plugins of the configuration in a thread that renders documents; part of the same module as
// `evaluate.mjs`, which runs it.
//
// `plugins` is `{thread, lists}`: the module that serves the thread, and for each content plugin the Markdown plugins to
// run, `{path, name}` with their paths in the configuration, by Docusaurus' names of the lists.

async function serveMarkdownPlugins() {
  const { value: lists, error } = await forgiving(loadMarkdownPlugins);
  if (error) throw new Error(`${error.file ?? 'the configuration'}: ${error.message}`);
  const { serve } = await import(pathToFileURL(plugins.thread).href);
  serve(
    (owner) => lists[owner],
    () => [...files, ...Object.keys(environment).map((name) => `$${name}`)],
  );
}

/** The lists of all content plugins, with the plugins themselves. */
async function loadMarkdownPlugins() {
  for (;;) {
    const root = await loadConfig();
    const lists = mapValues(plugins.lists, (own) => mapValues(own, (list) => list.map((one) => pluginAt(root, one))));
    const missing = [...imported].filter(([, module]) => module === null).map(([file]) => file);
    if (missing.length === 0) return lists;
    // What was loaded with stand-ins for these modules is loaded again.
    for (const file of missing) imported.set(file, await importModule(file));
    loaded = new Map();
  }
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** A module as `require` gives it to other modules, or why it cannot be loaded. */
function importModule(file) {
  return import(pathToFileURL(file).href).then(
    (module) => ({ module: { __esModule: true, ...module } }),
    (error) => ({ error }),
  );
}

/** An installed package, or Bindery's own of that name; undefined where there is neither, a stand-in where it cannot be loaded. */
function loadForPlugins(request, from) {
  for (const base of [from, esbuildPath]) {
    const require = createRequire(base);
    const file = packageFile(request, base, require);
    if (file === null) continue;
    noteVersion(file);
    const known = imported.get(file) ?? loadNow(file, require);
    if (known.module !== undefined) return base === from ? known.module : withDefault(request, known.module);
    if (known.error === undefined) imported.set(file, null);
    else broken.set(request, describe(known.error).message);
    return standIn(request);
  }
  return undefined;
}

/**
 * A package of the syntax tree (`unist-util-visit`) of ours: its older versions are the function that the present ones
 * export by a name, and plugins of the site may be written for either.
 */
function withDefault(request, module) {
  const [, words] = /^(?:unist|mdast|hast)-util-([a-z-]+)$/.exec(request) ?? [];
  const main = module[words?.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())];
  if (typeof main !== 'function' || 'default' in module) return module;
  const own = (...values) => main(...values);
  return Object.assign(own, module, { default: own, __esModule: true });
}

/** As `importModule`, by `require`; neither module nor error for a module that `import()` may load. */
function loadNow(file, require) {
  try {
    return { module: require(file) };
  } catch (error) {
    return /^ERR_REQUIRE_(?:ESM|ASYNC_MODULE)$/.test(error?.code) ? {} : { error };
  }
}

/** The file of a package's module; null where it is not installed. */
function packageFile(request, base, require) {
  try {
    return require.resolve(request);
  } catch (error) {
    if (error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') return null;
  }
  // A package with modules for `import` only.
  const [, name, inner] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(request);
  for (const folder of createRequire(base).resolve.paths(request) ?? []) {
    const manifest = path.join(folder, name, 'package.json');
    if (!existsSync(manifest)) continue;
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8'));
    const target = importTarget(exports?.[`.${inner}`] ?? (inner === '' ? exports : null));
    return target === null ? null : path.join(folder, name, target);
  }
  return null;
}

/** The path that the conditions of a package's `exports` give for `import`. */
function importTarget(target) {
  if (typeof target === 'string') return target;
  if (target === null || typeof target !== 'object') return null;
  for (const condition of ['node', 'import', 'module', 'default']) {
    const found = importTarget(target[condition] ?? null);
    if (found !== null) return found;
  }
  return null;
}

/** The outcome depends on the version of a package. */
function noteVersion(file) {
  const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
  if (folder) files.add(path.join(folder, 'package.json'));
}

/** The plugin at a path of the configuration: a function that knows its name, or `[function, options]`. */
function pluginAt(root, { path: steps, name }) {
  const value = steps.reduce((value, step) => value[step], root);
  const [head, ...options] = Array.isArray(value) ? value : [value];
  const plugin = worth(typeof head === 'string' ? load(head, config) : head);
  const own = typeof plugin === 'function' ? named(plugin, name) : plugin;
  return options.length > 0 ? [own, ...options] : own;
}

/** Says which plugin runs, by its number from 1, in memory that is read when this thread does not answer. */
function setRunning(name) {
  running = name;
  const { present } = workerData;
  if (!present) return;
  const all = Object.values(plugins.lists).flatMap((own) => Object.values(own).flat());
  pluginNames ??= [...new Set(all.map((one) => one.name))];
  present[3] = name === null ? 0 : pluginNames.indexOf(name) + 1;
}

/** A plugin whose errors say whose they are. */
function named(plugin, name) {
  const mark = (error) => {
    const known = typeof error === 'object' && error !== null ? error : new Error(String(error));
    // Plugins that wait for the same promise throw the same error.
    Object.defineProperty(known, 'binderyPlugin', { value: { name, attach }, configurable: true });
    return known;
  };
  const attempt = (run) => {
    setRunning(name);
    try {
      return run();
    } catch (error) {
      throw mark(error);
    } finally {
      setRunning(null);
    }
  };
  function attach(...options) {
    // The package itself is missing.
    const transform = attempt(() => plugin.apply(this, options));
    if (typeof transform !== 'function') return transform;
    if (transform.length > 2) {
      return (tree, file, next) => {
        const end = (error, ...rest) => {
          setRunning(null);
          next(error && mark(error), ...rest);
        };
        attempt(() => transform.call(this, tree, file, end));
      };
    }
    return async (tree, file) => {
      setRunning(name);
      try {
        return await transform.call(this, tree, file);
      } catch (error) {
        throw mark(error);
      } finally {
        setRunning(null);
      }
    };
  }
  attach.binderyName = name;
  return attach;
}
