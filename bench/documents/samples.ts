// Reads the samples of groups of layouts, and scores each layout.
import { readDocuments } from '#analysis/documents/read.ts';
import { readPdf } from '#reading/pdf.ts';
import type { Sample } from './generator/sample.ts';
import type { Group } from './groups.ts';
import { NO_SCORE, type Score, scoreOf, sumOf } from './scores.ts';

export type GroupScore = Pick<Group, 'name' | 'fields_min' | 'held_out'> & {
  layouts: { name: string; score: Score }[];
  total: Score;
};

export type Choices = {
  seeds: readonly number[];
  /** The names of the layouts to read. If undefined, all layouts are read. */
  layouts?: ReadonlySet<string> | undefined;
  /** Called with a line for each error in reading. It is not called for held-out layouts. */
  report?: (line: string) => void;
};

export async function scoreGroups(groups: readonly Group[], choices: Choices): Promise<GroupScore[]> {
  const scores: GroupScore[] = [];
  for (const { name, layouts, fields_min, held_out } of groups) {
    const chosen = Object.entries(layouts).filter(([layout]) => choices.layouts?.has(layout) ?? true);
    const found: GroupScore['layouts'] = [];
    for (const [layout, make] of chosen) {
      let score = NO_SCORE;
      for (const seed of choices.seeds) {
        const report = held_out ? undefined : choices.report;
        score = sumOf(score, await scoreSample(await make(seed), report));
      }
      found.push({ name: layout, score });
    }
    if (found.length === 0) continue;
    const total = found.map(({ score }) => score).reduce(sumOf);
    scores.push({ name, fields_min, ...(held_out ? { held_out } : {}), layouts: found, total });
  }
  return scores;
}

async function scoreSample(sample: Sample, report: (line: string) => void = () => undefined): Promise<Score> {
  const started = performance.now();
  const pages = await readPdf(sample.file);
  const documents = readDocuments(pages);
  const ms = performance.now() - started;
  return scoreOf(sample.documents, { pages: pages.length, ms, documents }, (line) =>
    report(`  ${sample.layout} ${sample.seed}: ${line}`),
  );
}
