// `npm run bench:documents` reads generated documents and compares every field with the truth. `--seeds 1,2` chooses
// other documents, and `--layouts name` only some layouts. `--failures` lists the fields that were read wrong.
// `--held-out` adds the layouts that authors of rules must not look at. `--bundles` reads bundles of documents instead.
// `--tampering` and `--scans` generate and count forged and scanned documents instead; `--save DIR` also writes these
// files with their truth.
import { parseArgs } from 'node:util';
import { readDocuments } from '#analysis/documents/read.ts';
import { readPdf } from '#reading/pdf.ts';
import { boundedTable, percent, printed, type Table } from '../income/tables.ts';
import { compareDocuments, counterpart } from './compare.ts';
import type { Sample } from './generator/sample.ts';
import { BUNDLE_GROUPS, GROUPS } from './groups.ts';
import { scanTable, tamperingTable } from './made.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '101,102,103,104,105,106,107,108,109,110' },
    layouts: { type: 'string', default: '' },
    failures: { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
    tampering: { type: 'boolean', default: false },
    scans: { type: 'boolean', default: false },
    bundles: { type: 'boolean', default: false },
    save: { type: 'string' },
  },
});
const seeds = values.seeds.split(',').map(Number);

type Score = {
  right: number;
  all: number;
  whole: number;
  documents: number;
  types: number;
  splits: number;
  files: number;
  ms: number;
  pages: number;
};
const zero = (): Score => ({
  right: 0,
  all: 0,
  whole: 0,
  documents: 0,
  types: 0,
  splits: 0,
  files: 0,
  ms: 0,
  pages: 0,
});

async function scoreOf(sample: Sample, score: Score): Promise<void> {
  const started = performance.now();
  const pages = await readPdf(sample.file);
  const read = readDocuments(pages);
  score.ms += performance.now() - started;
  score.pages += pages.length;
  score.files += 1;
  const spans = (documents: readonly { pages: [number, number] }[]) =>
    JSON.stringify(documents.map((one) => one.pages));
  if (spans(read) === spans(sample.documents)) score.splits += 1;
  for (const [position, truth] of sample.documents.entries()) {
    const found = counterpart(truth, position, read);
    const { right, all, differences } = compareDocuments(truth, found);
    score.documents += 1;
    score.right += right;
    score.all += all;
    if (differences.length === 0) score.whole += 1;
    if (found?.document_type === truth.document_type && found.subtype === truth.subtype) score.types += 1;
    else if (values.failures) {
      console.log(`  ${sample.layout} ${sample.seed}: read as ${found?.subtype ?? found?.document_type ?? 'nothing'}`);
    }
    for (const { field, wanted, found: got } of values.failures ? differences.slice(0, 8) : []) {
      console.log(`  ${sample.layout} ${sample.seed}: ${field} is ${wanted ?? 'absent'}, read ${got ?? 'nothing'}`);
    }
  }
}

if (values.tampering) console.log(printed(await tamperingTable(seeds, values.save)));
if (values.scans) console.log(printed(await scanTable(seeds, values.save)));
const groups = values.bundles ? BUNDLE_GROUPS : values.tampering || values.scans ? [] : GROUPS;

const wanted = values.layouts === '' ? undefined : new Set(values.layouts.split(','));
const rows: string[][] = [];
const figures = [];
for (const { name, layouts, fields_min, held_out } of groups) {
  if (held_out && !values['held-out']) continue;
  const group = zero();
  for (const [layout, make] of Object.entries(layouts)) {
    if (wanted !== undefined && !wanted.has(layout)) continue;
    const score = zero();
    for (const seed of seeds) await scoreOf(await make(seed), score);
    rows.push([
      `${name}: ${layout}`,
      percent(score.right / score.all),
      percent(score.whole / score.documents),
      percent(score.types / score.documents),
      percent(score.splits / score.files),
      (score.ms / score.pages).toFixed(0),
    ]);
    for (const key of ['right', 'all', 'whole', 'documents', 'types', 'splits', 'files', 'ms', 'pages'] as const) {
      group[key] += score[key];
    }
  }
  if (group.documents === 0) continue;
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  figures.push(
    bounded(`${name}: fields`, share(group.right, group.all), group.all, fields_min),
    bounded(`${name}: type of the document`, share(group.types, group.documents), group.documents, 0.99),
  );
}

function bounded(name: string, value: number, of: number, bound: number) {
  const [shown, least] = [`${(value * 100).toFixed(2)} %`, `≥ ${(bound * 100).toFixed(1)} %`];
  return { name, value: shown, of: String(of), bound: least, holds: value >= bound };
}

const per_layout: Table = {
  title: 'Per layout',
  heads: ['layout', 'fields', 'whole documents', 'type', 'pages split', 'ms per page'],
  rows,
};
if (groups.length > 0) {
  console.log(printed(per_layout));
  console.log(printed(boundedTable(`Seeds ${seeds.join(', ')}`, figures)));
}
if (figures.some(({ holds }) => !holds)) process.exitCode = 1;
