// Builds the browser code: the pages with their hashed scripts and styles, the script for third-party pages, and the
// React package. It prints the sizes, and fails if a page or script exceeds its limit.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Plugin } from 'vite';

/** Maximum gzipped sizes in bytes. The code must be small, because third-party pages and slow phones load it. */
const LIMITS = { bridge: 10_000, widget: 60_000, landing: 60_000, console: 120_000 };

const MANIFEST = 'manifest.json';
const PAGES = [
  'widget/index.html',
  'widget/mobile.html',
  'widget/preview.html',
  'landing/index.html',
  'demo/index.html',
  'console/index.html',
];

export async function buildWeb(
  web: string,
  out: string,
  say: (line: string) => void,
  page_plugins: readonly Plugin[] = [],
): Promise<void> {
  // Even a build that is started by a test is a production build.
  process.env['NODE_ENV'] = 'production';
  await build({
    ...common(web),
    base: '/widget/',
    plugins: [...page_plugins],
    build: {
      outDir: out,
      emptyOutDir: true,
      // The manifest lists the files that each page of the console loads.
      manifest: MANIFEST,
      // The pages' CSP allows only scripts from files, so no script is inlined. The pages have no preloads, so no
      // polyfill is needed.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { input: PAGES.map((page) => `${web}/${page}`) },
    },
  });
  writeFileSync(`${out}/bridge.js`, await bundle(web, 'bridge/main.ts', 'iife', 'es2020'));
  cpSync(`${web}/bridge/bridge.d.ts`, `${out}/bridge.d.ts`);
  await buildReactPackage(web, `${out}/react`);
  weigh(out, LIMITS, say);
}

/** Builds the React package's folder, which can be published unchanged. */
async function buildReactPackage(web: string, out: string): Promise<void> {
  mkdirSync(out);
  writeFileSync(`${out}/index.js`, await bundle(web, 'react/index.tsx', 'es', 'es2020'));
  const types = readFileSync(`${web}/react/index.d.ts`, 'utf8');
  writeFileSync(`${out}/index.d.ts`, types.replaceAll('../bridge/bridge.d.ts', './bridge.d.ts'));
  cpSync(`${web}/bridge/bridge.d.ts`, `${out}/bridge.d.ts`);
  cpSync(`${web}/react/package.json`, `${out}/package.json`);
}

const common = (web: string): InlineConfig => ({
  root: web,
  configFile: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});

/** Bundles one entry into one file. */
async function bundle(web: string, entry: string, format: 'iife' | 'es', target: string): Promise<string> {
  const outputs = await build({
    ...common(web),
    ...(format === 'es' && { oxc: { jsx: { runtime: 'automatic' as const, importSource: 'react' } } }),
    build: {
      write: false,
      target,
      minify: format === 'iife',
      lib: { entry: `${web}/${entry}`, formats: [format], name: 'vouch' },
      rolldownOptions: { external: ['react', 'react/jsx-runtime'] },
    },
  });
  const [output] = [outputs].flat();
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${entry}: nothing was built`);
  return chunk.code;
}

/** Returns the files a browser loads before it shows anything: the page, its styles, its script and the imports. */
function firstLoad(out: string, page: string): string[] {
  const html = readFileSync(`${out}/${page}`, 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/widget\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
  return [page, ...new Set(named)];
}

type Chunk = { file: string; imports?: string[] };

/**
 * Returns the scripts of the console's largest page: the script that opens the widget in the emulator, the scripts of
 * the frame around all pages, the scripts of the page, and everything that these import. The scripts of a page are
 * loaded when the page is opened.
 */
function largestConsolePage(out: string): string[] {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(`${out}/${MANIFEST}`, 'utf8'));
  const filesOf = (name: string, known = new Set<string>()): Set<string> => {
    const chunk = chunks[name];
    if (chunk === undefined || known.has(chunk.file)) return known;
    known.add(chunk.file);
    for (const imported of chunk.imports ?? []) filesOf(imported, known);
    return known;
  };
  const pages = Object.keys(chunks).filter((name) => name.startsWith('console/pages/'));
  const loads = ['console/index.html', ...pages].map((page) => [
    ...new Set(['bridge.js', ...filesOf('console/index.html'), ...filesOf(page)]),
  ]);
  const sizes = loads.map((files) => gzipped(files.map((file) => `${out}/${file}`)));
  return loads[sizes.indexOf(Math.max(...sizes))] ?? [];
}

/** Prints the sizes. Throws for the first size that exceeds its limit. */
export function weigh(out: string, limits: Record<keyof typeof LIMITS, number>, say: (line: string) => void): void {
  const files = {
    bridge: ['bridge.js'],
    widget: firstLoad(out, 'widget/index.html'),
    landing: firstLoad(out, 'landing/index.html'),
    console: largestConsolePage(out),
  };
  for (const name of ['bridge', 'widget', 'landing', 'console'] as const) {
    const bytes = gzipped(files[name].map((file) => `${out}/${file}`));
    if (bytes > limits[name]) throw new Error(`${name} weighs ${bytes} bytes gzipped, more than ${limits[name]}`);
    say(`${name}: ${(bytes / 1000).toFixed(1)} kB gzipped of ${limits[name] / 1000} kB`);
  }
}

const gzipped = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
