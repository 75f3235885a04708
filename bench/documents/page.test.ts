import { describe, expect, test } from 'vitest';
import { GROUPS } from './groups.ts';
import { pageOf } from './page.ts';
import { scoreGroups } from './samples.ts';
import { NO_SCORE, scoreOf } from './scores.ts';
import { classTable, groupSection, type Section } from './sections.ts';

const NOTHING: Section = { figures: [], tables: [] };
const truth = (document_type: string, first: number, last: number) => ({
  document_type,
  subtype: null,
  pages: [first, last] as [number, number],
  fields: {},
  tables: {},
});
const read = (document_type: 'PAYSTUB' | 'W2' | 'OTHER', first: number, last: number) => ({
  document_type,
  subtype: null,
  pages: [first, last] as [number, number],
  fields: {},
  tables: {},
  checks: [],
});

describe('the published page', () => {
  test('the page shows the results of a small benchmark run by document group and by layout, and lists the random seeds', async () => {
    const groups = GROUPS.filter(({ name }) => name === 'pay stubs' || name === 'other pages');
    const scores = await scoreGroups(groups, { seeds: [7], layouts: new Set(['ruled-grid', 'letter']) });
    const documents = groupSection('By class', scores, new Map([['pay stubs', 0.25]]));
    const page = pageOf({
      seeds: [7],
      bundle_seeds: [8],
      unseen: [9],
      unseen_bundles: [10],
      documents,
      bundles: NOTHING,
      again: NOTHING,
      parts: [{ figures: [], tables: [{ title: 'Scans', heads: ['device'], rows: [['fax']] }] }],
      machine: 'a machine',
    });
    expect(page).toContain('The seeds of the documents are 7, those of the bundles 8');
    expect(page).toMatch(/\| pay stubs: fields \| 100\.00 % \| \d+ \| ≥ 99\.0 % \| holds \|/);
    expect(page).toMatch(/\| pay stubs \| 1 \| 1 \| 100\.0 % \| 100\.0 % \| 100\.0 % \| – \| \d+ \| 0\.25 \|/);
    expect(page).toMatch(/\| pay stubs: ruled-grid \| 100\.0 % /);
    expect(page).toMatch(/\| other pages \| 1 \| 1 \| – \| 100\.0 % \| 100\.0 % \| – \| \d+ \| – \|/);
    expect(page).toContain('## Scans');
  });

  test('for a held-out group, the page shows only percentages and no layouts', () => {
    const score = { ...NO_SCORE, files: 1, pages: 1, documents: 1, fields: 4, fields_right: 3 };
    const secret = {
      name: 'unseen',
      held_out: true as const,
      fields_min: 0.96,
      layouts: [{ name: 'secret', score }],
      total: score,
    };
    const { tables, figures } = groupSection('By class', [secret]);
    expect(JSON.stringify(tables)).not.toContain('secret');
    expect(classTable('By class', [secret], new Map()).rows[0]?.slice(0, 4)).toEqual(['unseen', '1', '1', '75.0 %']);
    expect(figures[0]).toMatchObject({ value: '75.00 %', holds: false });
  });
});

describe('split points (pages on which a new document begins)', () => {
  const pointsOf = (truths: ReturnType<typeof truth>[], documents: ReturnType<typeof read>[]) => {
    const lines: string[] = [];
    const { split_points, split_points_right } = scoreOf(truths, { pages: 9, ms: 1, documents }, (line) =>
      lines.push(line),
    );
    return { split_points, split_points_right, lines };
  };

  test('a document that begins one page too late counts as two wrong split points', () => {
    const { split_points, split_points_right, lines } = pointsOf(
      [truth('PAYSTUB', 1, 2), truth('W2', 3, 3), truth('PAYSTUB', 4, 5)],
      [read('PAYSTUB', 1, 2), read('W2', 3, 4), read('PAYSTUB', 5, 5)],
    );
    expect([split_points, split_points_right]).toEqual([3, 1]);
    expect(lines).toContain('page 4: a document begins, read as part of another');
    expect(lines).toContain('page 5: no document begins, read as a new one');
  });

  test('a split between consecutive pages of unknown type is not counted', () => {
    expect(
      pointsOf([truth('OTHER', 1, 3), truth('W2', 4, 4)], [read('OTHER', 1, 1), read('OTHER', 2, 3), read('W2', 4, 4)]),
    ).toMatchObject({ split_points: 1, split_points_right: 1 });
  });
});
