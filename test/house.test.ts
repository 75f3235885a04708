// The plan of the house, kept by a test: imports only go down, rooms on one floor do not know each other,
// nothing goes round in a circle, and only the clock module reads the wall clock.
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

type Source = { file: string; room: string | undefined; text: string; imports: string[] };

const sources: Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => {
    const text = readFileSync(join('src', file), 'utf8');
    const imports = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, path]) => path ?? '');
    return { file, room: file.includes('/') ? file.split('/')[0] : undefined, text, imports };
  });
const code = sources.filter(({ file }) => !file.endsWith('.test.ts'));
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
