// Enforces the module structure of ARCHITECTURE.md. Imports go only downward, from a floor (layer) to a lower floor and
// from a street (subject folder) to a lower street. Rooms (top folders) on one floor do not import each other. There
// are no import cycles. Only the clock module reads the wall clock.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const FLOORS: Record<string, number> = {
  base: 0,
  domain: 1,
  analysis: 2,
  render: 2,
  reading: 2,
  storage: 3,
  connectors: 3,
  outbound: 3,
  services: 4,
  api: 5,
  worker: 5,
  pages: 5,
  cli: 6,
};
/**
 * Entrances are the rooms (top folders) that call services. They must not import the rooms in `HIDDEN_FROM_ENTRANCES`,
 * which are on floors (layers) below the services.
 */
const ENTRANCES = new Set(['api', 'worker', 'pages']);
const HIDDEN_FROM_ENTRANCES = new Set(['storage', 'connectors', 'outbound']);

/**
 * The streets (subject folders) of each room that has streets, lowest first: a street imports only streets listed
 * before it. Files outside all streets may import every street, and no street imports them.
 */
const STREETS: Record<string, readonly string[]> = {
  domain: 'platform access people billing connections documents reports orders events widget sandbox console'.split(
    ' ',
  ),
  storage: 'platform access reports people billing events connections documents orders widget sandbox console'.split(
    ' ',
  ),
  services: 'platform access people billing events connections documents reports orders widget sandbox console'.split(
    ' ',
  ),
  api: 'platform access people billing events connections documents reports orders widget sandbox console'.split(' '),
};
/** Maximum number of files in a folder. It is about as many file names as a newcomer can take in at one glance. */
const FILES_IN_A_FOLDER_MAX = 30;
/**
 * Files that are in no street (subject folder), although their floor (layer) has streets. They import all of its
 * streets.
 */
const OUTSIDE_STREETS = [
  'api/app.ts',
  'api/health-app.ts',
  'services/house.ts',
  'services/timer-handlers.ts',
  'services/user-erasure.ts',
  'storage/lists.ts',
];
/**
 * The roof: the files directly in `src`. They connect the floors (layers). Only one room (folder) imports these files:
 * the room of the command line, which starts the service through them.
 */
const ROOF = [
  'config.ts',
  'entrances.ts',
  'main.ts',
  'places.ts',
  'providers.ts',
  'setting-values.ts',
  'store.ts',
  'wiring.ts',
];

/**
 * The folder of the simulated providers. It is a separate tree beside `src`. A test in this file checks that the two
 * trees do not import each other, with one exception.
 */
const SIMULATORS = 'simulators';

type Source = { file: string; room: string | undefined; text: string; imports: string[] };

const sources: Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => {
    const text = readFileSync(join('src', file), 'utf8');
    const imports = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, path]) => path ?? '');
    return { file, room: file.includes('/') ? file.split('/')[0] : undefined, text, imports };
  });
const code = sources.filter(({ file }) => !file.endsWith('.test.ts'));
/** Returns the file's street (subject folder); undefined for a file outside all streets. */
const streetOf = (file: string): string | undefined => /^\w+\/(\w+)\//.exec(file)?.[1];
const roomOf = (path: string): string | undefined => /^#(\w+)\//.exec(path)?.[1];

describe('imports between floors (layers)', () => {
  test('every room (top folder of src) has a floor (layer)', () => {
    const rooms = new Set(sources.map(({ room }) => room).filter((room) => room !== undefined));
    expect([...rooms].filter((room) => FLOORS[room] === undefined)).toEqual([]);
  });

  test('a room imports only rooms on lower floors, never a room on the same floor', () => {
    const wrong = code.flatMap(({ file, room, imports }) =>
      imports.flatMap((path) => {
        const other = roomOf(path);
        if (room === undefined || other === undefined || other === room || other === SIMULATORS) return [];
        const down = (FLOORS[other] ?? 9) < (FLOORS[room] ?? -1);
        return down ? [] : [`${file}: ${room} must not know ${other}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('the roof (files directly in src) consists of the listed files, and only the command line imports them', () => {
    const roof = code.filter(({ room }) => room === undefined);
    expect(roof.map(({ file }) => file).toSorted()).toEqual(ROOF);
    const below = code.filter(({ room }) => room !== undefined && room !== 'cli');
    const wrong = below.flatMap(({ file, imports }) =>
      imports.filter((path) => ROOF.includes(path.replace('#', ''))).map((path) => `${file}: ${path}`),
    );
    expect(wrong).toEqual([]);
    expect(roof.filter(({ imports }) => imports.some((path) => roomOf(path) === 'cli'))).toEqual([]);
  });

  test('api, worker and pages do not import storage, connectors or outbound', () => {
    const wrong = code.flatMap(({ file, room, imports }) =>
      ENTRANCES.has(room ?? '')
        ? imports.filter((path) => HIDDEN_FROM_ENTRANCES.has(roomOf(path) ?? '')).map((path) => `${file}: ${path}`)
        : [],
    );
    expect(wrong).toEqual([]);
  });

  test('imports use ./ for files in the same folder or in a folder inside it, and #room/ for all other files; they never use ../', () => {
    // Whether the import target is in the file's folder or in a folder below it.
    const isBeside = (file: string, path: string) => `${dirname(path.slice(1))}/`.startsWith(`${dirname(file)}/`);
    const wrong = sources.flatMap(({ file, room, imports }) =>
      imports
        .filter(
          (path) => path.startsWith('../') || (room === roomOf(path) && room !== undefined && isBeside(file, path)),
        )
        .map((path) => `${file}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('imports between streets (subject folders)', () => {
  test.each(Object.entries(STREETS))('src/%s has exactly the listed streets (subject folders)', (floor, streets) => {
    const found = new Set(sources.filter(({ room }) => room === floor).map(({ file }) => streetOf(file)));
    expect([...found].filter((street) => street !== undefined).toSorted()).toEqual(streets.toSorted());
  });

  test.each(Object.entries(STREETS))(
    'a street of src/%s imports only from streets that come before it in the list STREETS',
    (floor, streets) => {
      const heightOf = (file: string) => {
        const street = streetOf(file);
        return street === undefined ? streets.length : streets.indexOf(street);
      };
      const wrong = code
        .filter(({ room }) => room === floor)
        .flatMap(({ file, imports }) =>
          imports
            .flatMap((path) => targetOf(file, path))
            .filter((target) => target.startsWith(`${floor}/`) && heightOf(target) > heightOf(file))
            .map((target) => `${file}: ${target}`),
        );
      expect(wrong).toEqual([]);
    },
  );

  test('in every room that has streets, all files are in a street, except the listed files', () => {
    const outside = code.filter(
      ({ file, room }) => room !== undefined && room in STREETS && streetOf(file) === undefined,
    );
    expect(outside.map(({ file }) => file).toSorted()).toEqual(OUTSIDE_STREETS);
  });

  test('no folder of src contains more than 30 files, not counting tests', () => {
    const counts = new Map<string, number>();
    for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.test.ts')) continue;
      counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
    }
    const full = [...counts].filter(([, files]) => files > FILES_IN_A_FOLDER_MAX);
    expect(full.map(([folder, files]) => `${folder}: ${files}`)).toEqual([]);
  });
});

test('no file in api/console reads the role table or creates a context: only services/console/callers.ts does this', () => {
  // Every service needs a context, and only services/console/callers.ts creates contexts for the console. So a route of
  // the console cannot reach the data of a client before the role is checked.
  const decides = /\b(?:mayDo|mayDoWithDocuments|accessOf|permissionFor|ROLE_TABLE|ctxFor|ctxOf|clientCtx)\b/g;
  const found = code
    .filter(({ file }) => file.startsWith('api/console/'))
    .flatMap(({ file, text }) => [...text.matchAll(decides)].map(([name]) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

test('only the reader process and the command line import file decoders; the service imports only the detection of file types', () => {
  // Decoders of uploaded files are large programs, and a hostile file may crash one of them. Such a file must not crash
  // the service, so the service imports no decoder.
  const readers = code
    .filter(({ room }) => room !== 'reading')
    .flatMap(({ file, imports }) =>
      imports.filter((path) => /^#reading\/|reader-work\.ts$/.test(path)).map((path) => `${file}: ${path}`),
    )
    .filter((line) => !/^services\/documents\/reader-(?:process|work)\.ts: /.test(line));
  expect(readers.toSorted()).toEqual([
    'api/reports/files.ts: #reading/file-type.ts',
    'cli/offline/document-commands.ts: #services/documents/reader-work.ts',
  ]);
  const starters = code.filter(({ imports }) => imports.some((path) => path.endsWith('/reader-process.ts')));
  expect(starters.map(({ file }) => file)).toEqual([]);
});

test('simulators import nothing from src, and only the command `vouch simulate` in src imports simulators', () => {
  // If a simulator shared code with a connector, both would have the same bugs, and tests of the connector against the
  // simulator would prove nothing.
  const files = readdirSync(SIMULATORS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const outside = files.flatMap((file) => {
    const text = readFileSync(join(SIMULATORS, file), 'utf8');
    return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)]
      .map(([, path]) => path ?? '')
      .filter((path) => path.startsWith('#') || normalize(join(dirname(file), path)).startsWith('..'))
      .map((path) => `${file}: ${path}`);
  });
  expect(files).not.toEqual([]);
  expect(outside).toEqual([]);
  const used = sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line) => (/['`](?:#|\.\.\/)[^'`]*simulators\//.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(used).toEqual([
    "cli/offline/simulate-commands.ts: const { SIMULATORS } = await import('#simulators/kinds.ts');",
  ]);
});

test('there are no import cycles', () => {
  const graph = new Map(code.map(({ file, imports }) => [file, imports.flatMap((path) => targetOf(file, path))]));
  expect(findCircle(graph)).toEqual([]);
});

test('the promises of .map(async …) are awaited in the same statement', () => {
  // A promise that is stored for later may reject while something else is awaited. That would be an unhandled
  // rejection, which ends the process.
  const kept = /^ *(?:const|let) \w+ = (?!await )[^\n]*\.map\(async/m;
  expect(code.filter(({ text }) => kept.test(text)).map(({ file }) => file)).toEqual([]);
});

test('only the clock module reads the wall clock', () => {
  const readers = code.filter(({ file, text }) => file !== 'base/clock.ts' && /Date\.now\(|new Date\(\)/.test(text));
  expect(readers.map(({ file }) => file)).toEqual([]);
});

test('no file in src uses an empty string for a missing id, for a missing result of a lookup by id, or for a missing key of a map', () => {
  // A missing value is either a bug or a case that needs its own code, so a missing value must not be replaced by an
  // empty string.
  const hidden = /(?:\bid|_id'?\]?\)?|\bids\[\w+\]|\.next\(\)\.value) \?\? ''|\.set\([^\n,]*\?\? ''/;
  expect(code.filter(({ text }) => hidden.test(text)).map(({ file }) => file)).toEqual([]);
});

test('only storage contains SQL statements', () => {
  const statement =
    /[`'](?:select\s[^`']*\sfrom|insert\s+into|update\s+[a-z_]+\s+(?:[a-z]+\s+)?set|delete\s+from|with\s+[a-z_]+\s+as\s*\()\s/;
  const writers = code.filter(({ room, text }) => room !== 'storage' && statement.test(text));
  expect(writers.map(({ file }) => file)).toEqual([]);
});

test('ARCHITECTURE.md names only source files that exist', () => {
  const trees = ['src', 'web', 'test', SIMULATORS];
  const known = new Set(
    trees.flatMap((tree) => readdirSync(tree, { recursive: true, encoding: 'utf8' }).map((path) => `${tree}/${path}`)),
  );
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const rooms = [...Object.keys(FLOORS), ...trees].join('|');
  const quoted = text.matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]+\\.ts)\``, 'g'));
  // In the diagrams of ARCHITECTURE.md, the path of a file is at the beginning of a line, with or without the
  // extension.
  const drawn = text.matchAll(/^ *\d? *((?:api|services|storage|domain)\/[\w/-]+)(?:\.ts)? {2,}/gm);
  const named = [...[...quoted].map(([, path]) => path ?? ''), ...[...drawn].map(([, path]) => `${path}.ts`)];
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !known.has(path) && !known.has(`src/${path}`))).toEqual([]);
});

test('only files directly in src read environment variables', () => {
  const readers = code.filter(({ room, text }) => room !== undefined && /process\.env(?:\.|\[')/.test(text));
  expect(readers.map(({ file }) => file)).toEqual([]);
});

test('every source file starts with a comment line', () => {
  const silent = code.filter(({ text }) => !/^(?:#!.*\n)?\/\/ \S/.test(text));
  expect(silent.map(({ file }) => file)).toEqual([]);
});

function targetOf(file: string, path: string): string[] {
  if (path.startsWith('./')) return [normalize(join(dirname(file), path))];
  return path.startsWith('#') ? [path.slice(1)] : [];
}

/**
 * Returns the files of one import cycle, or an empty list if there is no cycle. The function is a depth-first search.
 * `done` holds the files from which no cycle can be reached.
 */
function findCircle(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  return [...graph.keys()].map((file) => visit(file, [])).find((circle) => circle.length > 0) ?? [];
}
