// Bundles scripts that tests run in separate processes or threads. This saves time, because some tests start a script
// often. A bundled script needs two seconds of CPU time to start. With tsx it would need eight seconds, because tsx
// loads each of our modules separately.
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The bundles are stored below node_modules, so that they can import our dependencies, which are not bundled. */
const CACHE = `${root}node_modules/.cache/vouch/`;

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a script once per test thread, and returns the path of the bundle. `script` is a path relative to the root.
 */
export function bundled(script: string): Promise<string> {
  const made = bundles.get(script) ?? bundle(script);
  bundles.set(script, made);
  return made;
}

export const bundledUrl = async (script: string): Promise<URL> => pathToFileURL(await bundled(script));

async function bundle(script: string): Promise<string> {
  const name = basename(script, '.ts');
  // Other threads may bundle the same script at the same time. So each thread writes to its own folder, and the
  // complete file then replaces an older file.
  const own = `${CACHE}${name}.${process.pid}.${threadId}`;
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // The aliases are the same as "imports" in package.json.
    resolve: {
      alias: [
        { find: /^#test\//, replacement: `${root}test/support/` },
        { find: /^#simulators\//, replacement: `${root}simulators/` },
        { find: /^#/, replacement: `${root}src/` },
      ],
    },
    ssr: { external: true },
    plugins: [keepPlaces],
    build: {
      ssr: true,
      outDir: own,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { [name]: `${root}${script}` },
        output: { entryFileNames: '[name].mjs', codeSplitting: false },
      },
    },
  });
  const file = `${CACHE}${name}.mjs`;
  await rename(`${own}/${name}.mjs`, file);
  await rm(own, { recursive: true });
  return file;
}

/**
 * Replaces `import.meta.url` with the URL of the module's source file, because some modules find files relative to
 * their own path.
 */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
};
