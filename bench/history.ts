// The figures of each release, to show trends: one row per figure, one column per release.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Figure } from './table.ts';

const FILE = new URL('./history.md', import.meta.url);

const INTRODUCTION = `# What the benchmarks measured, release by release

Written by \`npm run bench -- --record NAME\`. The figures are those of the column \`figure\` it prints: ratios against a bare
baseline of the same run where there is one. Compare columns of one machine only.
`;

/**
 * Writes a release's figures into the table. A new figure replaces the earlier figure with the same name and release.
 */
export function record(release: string, figures: readonly Figure[]): void {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  writeFileSync(FILE, withRelease(before, release, figures));
}

export function withRelease(
  before: string,
  release: string,
  figures: readonly Pick<Figure, 'name' | 'ratio'>[],
): string {
  const { releases, rows } = readTable(before);
  const columns = releases.includes(release) ? releases : [...releases, release];
  for (const { name, ratio } of figures) rows.set(name, new Map(rows.get(name)).set(release, ratio));
  const lines = [
    ['figure', ...columns],
    ['---', ...columns.map(() => '---')],
    ...[...rows].map(([name, values]) => [name, ...columns.map((column) => values.get(column) ?? '')]),
  ];
  return `${INTRODUCTION}\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

type Table = { releases: string[]; rows: Map<string, Map<string, string>> };

function readTable(text: string): Table {
  const [head = [], , ...body] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const releases = head.slice(1);
  const rows = body.map(([name = '', ...cells]): [string, Map<string, string>] => [
    name,
    new Map(releases.map((release, at) => [release, cells[at] ?? ''])),
  ]);
  return { releases, rows: new Map(rows) };
}
