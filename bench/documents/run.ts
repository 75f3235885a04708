// `npm run bench:documents` reads generated documents and compares every field with the truth. `--seeds 1,2` chooses
// other documents, `--layouts name` a few layouts, `--failures` lists what was read wrong. `--held-out` adds the layouts
// that authors of rules must not look at. `--bundles` reads bundles of documents instead. `--scans` reads scans and
// photographs by OCR instead, with fewer documents because a page takes seconds. `--tampering` counts instead how many
// forged and honest files the checks for fraud flag; with `--scans`, scanned files too. `--save DIR` writes the forged
// or scanned files with their truth instead of reading them.
import { parseArgs } from 'node:util';
import { boundedTable, printed } from '../income/tables.ts';
import { BUNDLE_GROUPS, GROUPS } from './groups.ts';
import { scanTable, tamperingTable } from './made.ts';
import { scoreGroups } from './samples.ts';
import { scanScores } from './scan-scores.ts';
import { groupSection, type Section } from './sections.ts';
import { tamperingScores } from './tampering-scores.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    layouts: { type: 'string', default: '' },
    failures: { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
    tampering: { type: 'boolean', default: false },
    scans: { type: 'boolean', default: false },
    bundles: { type: 'boolean', default: false },
    save: { type: 'string' },
  },
});
const SEEDS = '101,102,103,104,105,106,107,108,109,110';
const seeds = (values.seeds ?? (values.scans ? '101,102' : SEEDS)).split(',').map(Number);
const layouts = values.layouts === '' ? undefined : new Set(values.layouts.split(','));
const report = (line: string) => values.failures && console.log(line);

const sections: Section[] = [];
if (values.save !== undefined) {
  if (values.tampering) sections.push({ figures: [], tables: [await tamperingTable(seeds, values.save)] });
  if (values.scans) sections.push({ figures: [], tables: [await scanTable(seeds, values.save)] });
} else if (values.tampering) {
  const { per_kind, figures, wrong } = await tamperingScores(seeds, { with_scans: values.scans });
  for (const line of wrong) report(line);
  sections.push({ figures, tables: [per_kind] });
} else if (values.scans) {
  const { table, figures } = await scanScores(seeds, report);
  sections.push({ figures, tables: [table] });
}
if (values.bundles) {
  sections.push(groupSection('Bundles', await scoreGroups(BUNDLE_GROUPS, { seeds, layouts, report })));
}
if (sections.length === 0) {
  const groups = GROUPS.filter(({ held_out }) => held_out === undefined || values['held-out']);
  sections.push(groupSection('By class', await scoreGroups(groups, { seeds, layouts, report })));
}

const figures = sections.flatMap((section) => section.figures);
for (const table of sections.flatMap(({ tables }) => tables)) console.log(printed(table));
if (figures.length > 0) console.log(printed(boundedTable(`Seeds ${seeds.join(', ')}`, figures)));
if (figures.some(({ holds }) => !holds)) process.exitCode = 1;
