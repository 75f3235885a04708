// Reads scans and photographs by OCR. Compares every field with its expected value, before and after the repair of
// amounts.
import { readDocuments } from '#analysis/documents/read.ts';
import type { Fields, ReadDocument } from '#domain/documents/read-documents.ts';
import type { OcrEngine } from '#reading/ocr/engine.ts';
import { openOcr } from '#reading/ocr/open-engine.ts';
import { readFile } from '#reading/read-file.ts';
import { type Bounded, percent, type Table } from '../income/tables.ts';
import { compareDocuments, counterpart, type Difference } from './compare.ts';
import type { Truth } from './generator/sample.ts';
import { DEVICES, type Device } from './generator/scans/conditions.ts';
import { type ScanChoices, type ScannedSample, scannedSamples } from './generator/scans/scans.ts';

export type ScanScore = {
  files: number;
  pages: number;
  all: number;
  right_before: number;
  right_after: number;
  repairs_right: number;
  repairs_wrong: number;
  ms: number;
};

/** The resolution of a photograph of 1,000 by 1,400 pixels, the size that messaging apps send. */
const SMALL_PHOTO_DPI = 125;
const CAPTURES: readonly ScanChoices[] = [
  ...DEVICES.map((device) => ({ device })),
  { device: 'photo', dpi: SMALL_PHOTO_DPI },
];

type Kind = Device | 'small photo';
const kindOf = ({ pages: [first] }: ScannedSample): Kind =>
  first === undefined || first.dpi === SMALL_PHOTO_DPI ? 'small photo' : first.device;

export type ScanScores = { table: Table; figures: Bounded[] };

/** `report` is called with a line of text for each misread field. */
export async function scanScores(seeds: readonly number[], report: (line: string) => void): Promise<ScanScores> {
  const scores = new Map<string, ScanScore>();
  const engine = await openOcr();
  try {
    for await (const sample of scannedSamples(seeds, CAPTURES)) {
      const score = await scoreOf(sample, engine, report);
      const type = sample.truth[0]?.document_type ?? '';
      for (const key of [`${kindOf(sample)}: ${type}`, kindOf(sample), groupOf(kindOf(sample))]) {
        scores.set(key, sumOf(scores.get(key) ?? zero(), score));
      }
    }
  } finally {
    await engine.close();
  }
  return { table: tableOf(scores, seeds), figures: figuresOf(scores) };
}

const groupOf = (kind: Kind): string =>
  kind === 'photo' ? 'all photographs' : kind === 'small photo' ? 'all small photographs' : 'all scans';

const zero = (): ScanScore => ({
  files: 0,
  pages: 0,
  all: 0,
  right_before: 0,
  right_after: 0,
  repairs_right: 0,
  repairs_wrong: 0,
  ms: 0,
});

const sumOf = (a: ScanScore, b: ScanScore): ScanScore => ({
  files: a.files + b.files,
  pages: a.pages + b.pages,
  all: a.all + b.all,
  right_before: a.right_before + b.right_before,
  right_after: a.right_after + b.right_after,
  repairs_right: a.repairs_right + b.repairs_right,
  repairs_wrong: a.repairs_wrong + b.repairs_wrong,
  ms: a.ms + b.ms,
});

async function scoreOf(sample: ScannedSample, engine: OcrEngine, report: (line: string) => void): Promise<ScanScore> {
  const started = performance.now();
  const { pages } = await readFile(sample.bytes, { openEngine: async () => engine });
  const read = readDocuments(pages);
  const ms = performance.now() - started;
  return sample.truth
    .map((truth, position) => {
      const found = counterpart(truth, position, read);
      const { score, lines } = comparedScan(truth, found);
      const name = `${kindOf(sample)} ${sample.layout} ${sample.seed}`;
      for (const line of lines) report(`  ${name}: ${line}`);
      return score;
    })
    .reduce(sumOf, { ...zero(), files: 1, pages: sample.pages.length, ms });
}

/** A repair is wrong if the repaired amount is not the expected amount, even if OCR had already read a wrong amount. */
export function comparedScan(truth: Truth, found: ReadDocument | undefined): { score: ScanScore; lines: string[] } {
  const after = compareDocuments(truth, found);
  const before = compareDocuments(truth, found && withoutRepairs(found));
  const wrong = new Set(after.differences.map(({ field }) => field));
  const repaired = found === undefined ? [] : repairsIn(found);
  const repairs_wrong = repaired.filter((name) => wrong.has(name)).length;
  return {
    score: {
      ...zero(),
      all: after.all,
      right_before: before.right,
      right_after: after.right,
      repairs_right: repaired.length - repairs_wrong,
      repairs_wrong,
    },
    lines: after.differences.map((difference) => lineOf(difference, repaired.includes(difference.field))),
  };
}

const lineOf = ({ field, wanted, found }: Difference, is_repaired: boolean): string =>
  `${field} is ${wanted ?? 'absent'}, read ${found ?? 'nothing'}${is_repaired ? ' (repaired)' : ''}`;

function withoutRepairs(document: ReadDocument): ReadDocument {
  const unrepaired = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { repair, ...field }]) => [
        name,
        { ...field, value: repair?.read ?? field.value },
      ]),
    );
  const tables = Object.entries(document.tables).map(([name, rows]) => [name, rows.map(unrepaired)] as const);
  return { ...document, fields: unrepaired(document.fields), tables: Object.fromEntries(tables) };
}

function repairsIn({ fields, tables }: ReadDocument): string[] {
  const names = (row: Fields, prefix: string): string[] =>
    Object.entries(row).flatMap(([name, { repair }]) => (repair === undefined ? [] : [`${prefix}${name}`]));
  const cells = Object.entries(tables).flatMap(([table, rows]) =>
    rows.flatMap((row, at) => names(row, `${table}[${at}].`)),
  );
  return [...names(fields, ''), ...cells];
}

function tableOf(scores: ReadonlyMap<string, ScanScore>, seeds: readonly number[]): Table {
  return {
    title: `Scans and photographs, seeds ${seeds.join(', ')}`,
    heads: [
      'device and document',
      'files',
      'fields',
      'read right',
      'after repair',
      'repairs right',
      'wrong',
      's per page',
    ],
    rows: [...scores]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, score]) => [
        name,
        String(score.files),
        String(score.all),
        percent(score.right_before / score.all),
        percent(score.right_after / score.all),
        String(score.repairs_right),
        String(score.repairs_wrong),
        (score.ms / score.pages / 1000).toFixed(1),
      ]),
  };
}

/** The minimum share of fields that are correct after repair, and the maximum share of fields with a wrong repair. */
const [RIGHT_MIN, WRONG_REPAIRS_MAX] = [0.95, 0.005];

function figuresOf(scores: ReadonlyMap<string, ScanScore>): Bounded[] {
  const of = (name: string): ScanScore => scores.get(name) ?? zero();
  const whole = [...scores]
    .filter(([name]) => name.startsWith('all '))
    .reduce((sum, [, score]) => sumOf(sum, score), zero());
  const right = (name: string): Bounded => {
    const { right_after, all } = of(name);
    const value = right_after / all;
    return {
      name: `${name}: fields after repair`,
      value: percent(value),
      of: String(all),
      bound: `≥ ${percent(RIGHT_MIN)}`,
      holds: value >= RIGHT_MIN,
    };
  };
  const share = whole.repairs_wrong / whole.all;
  return [
    right('all scans'),
    right('all photographs'),
    {
      name: 'fields repaired wrong',
      value: `${(share * 100).toFixed(2)} %`,
      of: String(whole.all),
      bound: `≤ ${percent(WRONG_REPAIRS_MAX)}`,
      holds: share <= WRONG_REPAIRS_MAX,
    },
  ];
}
