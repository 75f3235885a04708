// Bundles src/ into a few files. Loaded one by one, our modules and those of our dependencies are 2,000 files and take
// two thirds of the start time.
import { relative } from 'node:path';
import { build, type Plugin } from 'vite';

/** Loaded from node_modules at run time: they come with binaries, workers or data files beside their code. */
const NOT_BUNDLED = ['@hyzyla/pdfium', '@node-rs/argon2', '@scalar/fastify-api-reference', 'pdfkit', 'pino', 'sharp'];

/** Started by file name: the command line, and a worker thread. */
const ENTRIES = ['cli/vouch', 'services/platform/compute-thread'];

export async function buildService(src: string, out: string): Promise<void> {
  await build({
    root: src,
    configFile: false,
    logLevel: 'warn',
    // The same as "imports" in package.json.
    resolve: { alias: [{ find: /^#/, replacement: `${src}/` }] },
    ssr: { noExternal: true, external: NOT_BUNDLED },
    plugins: [keepPlaces(src)],
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map((name) => [name, `${src}/${name}.ts`])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}

const TO_ROOT = '__TO_ROOT__';

/** A module finds files relative to its own path, which differs from the path of the file it is bundled into. */
const keepPlaces = (src: string): Plugin => ({
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(`${src}/`) || !code.includes('import.meta.url')) return undefined;
    const place = JSON.stringify(relative(src, id).replace(/\.ts$/, '.js'));
    return code.replaceAll('import.meta.url', `new URL(${TO_ROOT} + ${place}, import.meta.url).href`);
  },
  renderChunk(code, { fileName }) {
    return code.replaceAll(TO_ROOT, `'./${'../'.repeat(fileName.split('/').length - 1)}'`);
  },
});
