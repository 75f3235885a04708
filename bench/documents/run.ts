// `npm run bench:documents` reads generated documents, compares every field with its expected value, and measures the
// time per page. `--seeds 1,2` chooses other documents, `--layouts name` chooses a few layouts, and `--failures` lists
// wrongly read fields. `--held-out` adds the layouts that the authors of rules must not look at. `--bundles`,
// `--speed`, `--tampering`, `--signs` and `--scans` each run only the part with that name. `--files 1000` sets the
// number of files that `--speed` sends to the readers. With `--tampering` or `--scans`, `--save DIR` writes the
// documents and their expected values instead of reading them. Fewer scans than other documents are read, because OCR
// of a page takes seconds. `--publish` runs all parts and writes docs/documents-accuracy.md.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { boundedTable, printed } from '../income/tables.ts';
import { BUNDLE_GROUPS, GROUPS } from './groups.ts';
import { scanTable, tamperingTable } from './made.ts';
import { memoryOf } from './memory.ts';
import { pageOf } from './page.ts';
import { queueSection } from './queue.ts';
import { scoreGroups } from './samples.ts';
import { scanScores } from './scan-scores.ts';
import { figuresOf, groupSection, joined, type Section } from './sections.ts';
import { signRates } from './sign-rates.ts';
import { digitalSection, ocrSection } from './speed.ts';
import { tamperingScores } from './tampering-scores.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    layouts: { type: 'string' },
    failures: { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
    tampering: { type: 'boolean', default: false },
    signs: { type: 'boolean', default: false },
    scans: { type: 'boolean', default: false },
    bundles: { type: 'boolean', default: false },
    speed: { type: 'boolean', default: false },
    files: { type: 'string' },
    save: { type: 'string' },
    publish: { type: 'boolean', default: false },
    // Seeds of documents and bundles that are read only with `--publish`. The authors of rules do not look at the
    // errors in these documents.
    unseen: { type: 'string', default: '4001,4002,4003' },
    'unseen-bundles': { type: 'string', default: '4101,4102,4103' },
  },
});
const seedsIn = (text: string): number[] => text.split(',').map(Number);
const seeds = seedsIn(values.seeds ?? (values.publish ? '101,102,103,104,105,106,107,108,109,110' : '101,102,103'));
const bundle_seeds = seedsIn(values.seeds ?? '101,102,103');
const sign_seeds = seedsIn(values.seeds ?? '101,102,103');
const scan_seeds = seedsIn(values.seeds ?? '101,102');
const layouts = values.layouts === undefined ? undefined : new Set(values.layouts.split(','));
const report = (line: string) => values.failures && console.log(line);
/** The number of files. Reading a thousand files takes a minute or more. */
const files_count = Number(values.files ?? (values.publish ? '1000' : '100'));

const parts = {
  async documents(): Promise<Section> {
    const groups = GROUPS.filter(({ held_out }) => held_out === undefined || values['held-out'] || values.publish);
    const scores = await scoreGroups(groups, { seeds, layouts, report });
    return groupSection('By class', scores, layouts === undefined ? await memoryOf(groups) : new Map());
  },
  async bundles(): Promise<Section> {
    return groupSection('Bundles', await scoreGroups(BUNDLE_GROUPS, { seeds: bundle_seeds, report }));
  },
  async tampering(): Promise<Section> {
    if (values.save !== undefined) return { figures: [], tables: [await tamperingTable(seeds, values.save)] };
    const { per_kind, figures, wrong } = await tamperingScores(seeds);
    for (const line of wrong) report(line);
    return { figures, tables: [per_kind] };
  },
  /** Held-out layouts are left out, because their errors would be listed with `--failures`. */
  async signs(): Promise<Section> {
    return signRates(
      GROUPS.filter(({ held_out }) => held_out === undefined),
      sign_seeds,
      report,
    );
  },
  async scans(): Promise<Section> {
    if (values.save !== undefined) return { figures: [], tables: [await scanTable(scan_seeds, values.save)] };
    const { table, figures } = await scanScores(scan_seeds, report);
    return { figures, tables: [table] };
  },
  async speed(): Promise<Section> {
    const scans_count = values.publish ? 4 : 1;
    return joined([await digitalSection(), await ocrSection(scans_count), await queueSection(files_count)]);
  },
};

function show({ figures, tables }: Section): Section {
  for (const table of tables) console.log(printed(table));
  if (figures.length > 0) console.log(printed(boundedTable('What must hold', figures)));
  if (figures.some(({ holds }) => !holds)) process.exitCode = 1;
  return { figures, tables };
}

if (values.publish) await publish();
else {
  const names = (['bundles', 'speed', 'tampering', 'signs', 'scans'] as const).filter((name) => values[name]);
  const chosen =
    names.length > 0 ? names : layouts === undefined ? (['documents', 'speed'] as const) : ['documents' as const];
  for (const name of chosen) show(await parts[name]());
}

async function publish(): Promise<void> {
  const [unseen, unseen_bundles] = [seedsIn(values.unseen), seedsIn(values['unseen-bundles'])];
  const documents = show(await parts.documents());
  const bundles = show(await parts.bundles());
  const again = [
    ...(await scoreGroups(GROUPS, { seeds: unseen })),
    ...(await scoreGroups(BUNDLE_GROUPS, { seeds: unseen_bundles })),
  ];
  const run = {
    seeds,
    bundle_seeds,
    unseen,
    unseen_bundles,
    documents,
    bundles,
    again: show({ figures: again.flatMap(figuresOf), tables: [] }),
    parts: [
      show(await parts.scans()),
      show(await parts.tampering()),
      show(await parts.signs()),
      show(await parts.speed()),
    ],
    machine: `${cpus()[0]?.model ?? 'an unknown processor'}, Node.js ${process.version}`,
  };
  writeFileSync('docs/documents-accuracy.md', pageOf(run));
}
