// Bundles src/ into a few files. Without bundling, our modules and our dependencies' modules are 2,000 files, and
// loading them takes two thirds of the start time.
import { dirname, relative } from 'node:path';
import { build, type Plugin } from 'vite';

/** Packages loaded from node_modules at run time, because they contain binaries, workers or data files. */
const NOT_BUNDLED = [
  '@hyzyla/pdfium',
  '@node-rs/argon2',
  '@scalar/fastify-api-reference',
  '@tesseract.js-data/eng',
  'libheif-js',
  'pdfkit',
  'pino',
  'sharp',
  'tesseract.js',
  'unpdf',
];

/**
 * The modules that are started by their file name: the entry points of the command line, of a worker thread and of a
 * process that reads uploaded files.
 */
const ENTRIES = ['cli/vouch', 'services/platform/compute-thread', 'services/documents/reader-process'];

type Options = {
  /**
   * If true, the dependencies are not bundled and stay in node_modules. The build then takes a third of the time, but
   * the service loads more slowly.
   */
  for_development?: boolean;
};

/** Builds the service. Returns the modules that the built service imports from outside the bundle. */
export async function buildService(src: string, out: string, options: Options = {}): Promise<string[]> {
  const { for_development = false } = options;
  const built = await build({
    root: src,
    configFile: false,
    logLevel: 'warn',
    // These aliases have the same effect as "imports" in package.json. The simulators are bundled into a separate file,
    // which only `vouch simulate` loads.
    resolve: {
      alias: [
        { find: /^#simulators\//, replacement: `${dirname(src)}/simulators/` },
        { find: /^#/, replacement: `${src}/` },
      ],
    },
    ssr: for_development ? { external: true } : { noExternal: true, external: NOT_BUNDLED },
    plugins: [keepPlaces(src)],
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: true,
      target: 'node20',
      // Function names and lines stay readable in stack traces. Comments other than licences are left out, because
      // parsing them takes time at each start.
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map((name) => [name, `${src}/${name}.ts`])),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  });
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const ours = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []));
  return [...new Set(imported)].filter((name) => !ours.has(name));
}

const TO_ROOT = '__TO_ROOT__';

/**
 * Replaces `import.meta.url` in modules that find files relative to their own path, because the bundled file has
 * another path.
 */
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
