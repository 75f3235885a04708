// Tests that the verifier can recompute a report even if the bank statement is so large that the engine reaches its
// limits.
import { expect, test } from 'vitest';
import { COSTLY } from '#test/costly-statements.ts';
import { faultsIn, publishedOf } from './recounted.ts';

test.each([
  ['near-equal names that pay on the same days', 2_000],
  ['one employer that pays into many accounts', 1_604],
  ['many payers of many days without a calendar', 3_000],
])(
  'the verifier confirms the income report on %s, although the income engine left out comparisons to stay within its limits',
  (shape, rows) => {
    const input = COSTLY[shape]?.(rows);
    if (input === undefined) throw new Error(`no statement is called ${shape}`);
    const published = publishedOf({ id: shape, state: null, ...input });
    const said = published.explanation.sources.flatMap(({ figures }) => Object.values(figures));
    expect(said.some(({ inputs }) => 'not_compared' in inputs)).toBe(true);
    expect(faultsIn(published)).toEqual([]);
  },
);
