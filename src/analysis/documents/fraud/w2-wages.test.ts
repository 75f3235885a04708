import { expect, test } from 'vitest';
import { documentOf, pageWith } from '#test/read-documents.ts';
import { w2WageFindings } from './w2-wages.ts';

type Boxes = { wages?: bigint; state?: bigint; other?: string; nonqualified_plans?: bigint };

/**
 * Returns the findings for Medicare wages of 52,000 dollars, of which 2,000 dollars were paid into a retirement plan.
 */
const w2 = ({ wages = 5_000_000n, state = wages, ...more }: Boxes, source: 'text' | 'ocr' = 'text') =>
  w2WageFindings(
    documentOf(
      'W2',
      { wages, medicare_wages: 5_200_000n, social_security_wages: 5_200_000n, ...more },
      {
        box_12: [
          { code: 'D', amount: 200_000n },
          { code: 'DD', amount: 900_000n },
        ],
        states: [{ state: 'OR', state_wages: state }],
      },
    ),
    [pageWith([], source)],
  );
const severities = (boxes: Boxes) => w2(boxes).map(({ severity }) => severity);

test('a W-2 has a finding of high severity if boxes 5, 12 and 16 agree with each other but not with box 1', () => {
  expect(w2({ wages: 5_150_000n, state: 5_000_000n })).toMatchObject([
    { code: 'arithmetic_mismatch', severity: 'high', expected: '50000.00', actual: '51500.00', page: 1 },
  ]);
});

test('a W-2 has a finding of high severity if box 1 is far above box 5, and of medium severity if box 14 may explain the difference', () => {
  expect(severities({ wages: 6_000_000n })).toEqual(['high']);
  expect(severities({ wages: 6_000_000n, other: 'SCORP HI 8000.00' })).toEqual(['medium']);
  expect(severities({ wages: 5_300_000n })).toEqual(['medium']);
});

test('a W-2 has no finding if the amount in box 1 fits the other boxes, is lower than theirs, or includes deferred pay of earlier years', () => {
  expect(severities({})).toEqual([]);
  expect(severities({ wages: 5_000_100n })).toEqual([]);
  expect(severities({ wages: 4_000_000n })).toEqual([]);
  expect(severities({ wages: 6_000_000n, nonqualified_plans: 800_000n })).toEqual([]);
  expect(severities({ wages: 6_000_000n, nonqualified_plans: 0n })).toEqual(['high']);
});

test('a scanned W-2 has no finding, because box 1 may be misread', () => {
  expect(w2({ wages: 6_000_000n }, 'ocr')).toEqual([]);
});
