/**
 * Finds a Chromium, or gets one by itself: the way every browser test starts.
 *
 * Order: `BINDERY_CHROMIUM`, the usual names on PATH, then the one shipped inside the npm package of `chromium/`,
 * unpacked below `target/`. Prints nothing; throws an error that names the command to run.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const FONTS_CONF = 'bindery-fonts.conf';
const HERE = dirname(fileURLToPath(import.meta.url));

/**
 * Chromium renders the popups of its address bar ahead for every window, although no window is shown: a third of its work in
 * these tests. Playwright disables the other features, and this flag replaces its own.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Flags of every start: headless, no sandbox (containers), and no traffic of the browser's own. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

/**
 * @param {string} cacheDir where an unpacked browser may lie
 * @returns {Promise<{ path: string, env: Record<string, string> }>}
 */
export async function findChromium(cacheDir) {
  const named = process.env.BINDERY_CHROMIUM;
  if (named) {
    if (!isExecutable(named)) throw new Error(`BINDERY_CHROMIUM=${named} is not an executable file`);
    return { path: named, env: {} };
  }
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name);
      if (folder !== '' && isExecutable(path)) return { path, env: {} };
    }
  }
  return unpackedChromium(resolve(cacheDir));
}

async function unpackedChromium(cacheDir) {
  const home = join(cacheDir, 'chromium-npm');
  const path = join(home, 'chromium');
  if (!existsSync(path)) await unpack(home);
  const lib = join(home, 'al2023', 'lib');
  const libraries = [lib, process.env.LD_LIBRARY_PATH ?? ''].filter((part) => part !== '').join(delimiter);
  return { path, env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(home, FONTS_CONF) } };
}

async function unpack(home) {
  const packageDir = join(HERE, 'chromium');
  const installed = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: packageDir,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (installed.status !== 0) {
    throw new Error(
      'no Chromium found, and `npm ci` in tests/browser/chromium failed; install one (for example ' +
        '`apt-get install chromium`) or set BINDERY_CHROMIUM=PATH',
    );
  }
  const require = createRequire(join(packageDir, 'package.json'));
  const bin = join(packageDir, 'node_modules/@sparticuz/chromium/bin');
  const fresh = `${home}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  const tar = createRequire(require.resolve('@sparticuz/chromium'))('tar-fs');
  for (const archive of ['al2023', 'fonts', 'swiftshader']) {
    const target = archive === 'swiftshader' ? fresh : join(fresh, archive);
    await pipeline(createReadStream(join(bin, `${archive}.tar.br`)), createBrotliDecompress(), tar.extract(target));
  }
  // The package's own fonts.conf names folders of another machine; without a font Chromium renders no text at all.
  await writeFile(join(fresh, FONTS_CONF), fontsConf(join(home, 'fonts')));
  const browser = join(fresh, 'chromium');
  await pipeline(createReadStream(join(bin, 'chromium.br')), createBrotliDecompress(), createWriteStream(browser));
  await chmod(browser, 0o755);
  await rm(home, { recursive: true, force: true });
  await rename(fresh, home);
}

function fontsConf(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>
`;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
