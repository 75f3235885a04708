// The plan of the house, kept by a test: imports only go down from floor to floor and from street to street, rooms on one
// floor do not import each other, there is no import circle, and only the clock module reads the wall clock.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const FLOORS: Record<string, number> = {
  base: 0,
  domain: 1,
  analysis: 2,
  render: 2,
  storage: 3,
  connectors: 3,
  outbound: 3,
  services: 4,
  api: 5,
  worker: 5,
  pages: 5,
  cli: 6,
};
/** Entrances go through services: what they may import of the floors below the services. */
const ENTRANCES = new Set(['api', 'worker', 'pages']);
const HIDDEN_FROM_ENTRANCES = new Set(['storage', 'connectors', 'outbound']);

/**
 * Streets of a floor, lowest first: a street imports only those before it. What lies on the floor itself, outside the
 * streets, knows them all, and no street imports it.
 */
const STREETS: Record<string, readonly string[]> = {
  domain: 'platform access people billing connections reports orders events widget sandbox'.split(' '),
  storage: 'platform access reports people billing events connections orders widget sandbox'.split(' '),
  services: 'platform access people billing events connections reports orders widget sandbox'.split(' '),
  api: 'platform access people billing events connections reports orders widget sandbox'.split(' '),
};
/** A newcomer can take in that many names at once. */
const FILES_IN_A_FOLDER_MAX = 30;
/** Wires the floors. Only the command line, which starts it, may import it. */
const ROOF = ['config.ts', 'entrances.ts', 'main.ts', 'places.ts', 'store.ts', 'wiring.ts'];

type Source = { file: string; room: string | undefined; text: string; imports: string[] };

const sources: Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => {
    const text = readFileSync(join('src', file), 'utf8');
    const imports = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, path]) => path ?? '');
    return { file, room: file.includes('/') ? file.split('/')[0] : undefined, text, imports };
  });
const code = sources.filter(({ file }) => !file.endsWith('.test.ts'));
/** The street of a file of a floor that has streets; none for what lies on the floor itself. */
const streetOf = (file: string): string | undefined => /^\w+\/(\w+)\//.exec(file)?.[1];
const roomOf = (path: string): string | undefined => /^#(\w+)\//.exec(path)?.[1];

describe('floors', () => {
  test('every room is on the plan', () => {
    const rooms = new Set(sources.map(({ room }) => room).filter((room) => room !== undefined));
    expect([...rooms].filter((room) => FLOORS[room] === undefined)).toEqual([]);
  });

  test('imports only go down, and never to a neighbour', () => {
    const wrong = code.flatMap(({ file, room, imports }) =>
      imports.flatMap((path) => {
        const other = roomOf(path);
        if (room === undefined || other === undefined || other === room) return [];
        const down = (FLOORS[other] ?? 9) < (FLOORS[room] ?? -1);
        return down ? [] : [`${file}: ${room} must not know ${other}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('the roof is what it says it is, and only the command line imports it', () => {
    const roof = code.filter(({ room }) => room === undefined);
    expect(roof.map(({ file }) => file).toSorted()).toEqual(ROOF);
    const below = code.filter(({ room }) => room !== undefined && room !== 'cli');
    const wrong = below.flatMap(({ file, imports }) =>
      imports.filter((path) => ROOF.includes(path.replace('#', ''))).map((path) => `${file}: ${path}`),
    );
    expect(wrong).toEqual([]);
    expect(roof.filter(({ imports }) => imports.some((path) => roomOf(path) === 'cli'))).toEqual([]);
  });

  test('api, worker and pages go through services', () => {
    const wrong = code.flatMap(({ file, room, imports }) =>
      ENTRANCES.has(room ?? '')
        ? imports.filter((path) => HIDDEN_FROM_ENTRANCES.has(roomOf(path) ?? '')).map((path) => `${file}: ${path}`)
        : [],
    );
    expect(wrong).toEqual([]);
  });

  test('inside a folder by ./, elsewhere by name, never ../', () => {
    // A folder inside a folder is reached by ./ too.
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

describe('streets', () => {
  test.each(Object.entries(STREETS))('of %s are all on the plan', (floor, streets) => {
    const found = new Set(sources.filter(({ room }) => room === floor).map(({ file }) => streetOf(file)));
    expect([...found].filter((street) => street !== undefined).toSorted()).toEqual(streets.toSorted());
  });

  test.each(Object.entries(STREETS))('of %s import only streets before them', (floor, streets) => {
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
  });

  test('no folder holds more files than can be taken in at once', () => {
    const counts = new Map<string, number>();
    for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.test.ts')) continue;
      counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
    }
    const full = [...counts].filter(([, files]) => files > FILES_IN_A_FOLDER_MAX);
    expect(full.map(([folder, files]) => `${folder}: ${files}`)).toEqual([]);
  });
});

test('there is no circle of imports', () => {
  const graph = new Map(code.map(({ file, imports }) => [file, imports.flatMap((path) => targetOf(file, path))]));
  expect(findCircle(graph)).toEqual([]);
});

test('promises made from a list are awaited where they are made', () => {
  // One that is kept for later rejects unheard while something else is awaited, which ends the process.
  const kept = /^ *(?:const|let) \w+ = (?!await )[^\n]*\.map\(async/m;
  expect(code.filter(({ text }) => kept.test(text)).map(({ file }) => file)).toEqual([]);
});

test('only the clock module reads the wall clock', () => {
  const readers = code.filter(({ file, text }) => file !== 'base/clock.ts' && /Date\.now\(|new Date\(\)/.test(text));
  expect(readers.map(({ file }) => file)).toEqual([]);
});

test('no id falls back to an empty text: one that is missing is a bug, or a case of its own', () => {
  const hidden = /(?:\bid|_id'?\]?|\bids\[\w+\]|\.next\(\)\.value) \?\? ''/;
  expect(code.filter(({ text }) => hidden.test(text)).map(({ file }) => file)).toEqual([]);
});

test('only the configuration is read from the environment, and only by the roof', () => {
  const readers = code.filter(({ room, text }) => room !== undefined && /process\.env(?:\.|\[')/.test(text));
  expect(readers.map(({ file }) => file)).toEqual([]);
});

test('files say in their first line what they are for', () => {
  const silent = code.filter(({ text }) => !/^(?:#!.*\n)?\/\/ \S/.test(text));
  expect(silent.map(({ file }) => file)).toEqual([]);
});

function targetOf(file: string, path: string): string[] {
  if (path.startsWith('./')) return [normalize(join(dirname(file), path))];
  return path.startsWith('#') ? [path.slice(1)] : [];
}

/** The files of one circle, or none: depth-first, remembering what leads nowhere. */
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
