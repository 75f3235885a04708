import { expect, test } from 'vitest';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import type { Truth } from './generator/sample.ts';
import { comparedScan } from './scan-scores.ts';

const field = (value: bigint, read?: bigint): Field => ({
  value,
  raw: String(read ?? value),
  page: 1,
  box: { left: 0, top: 0, right: 1, bottom: 1 },
  method: 'table',
  confidence: 0.8,
  ...(read === undefined ? {} : { repair: { read, checks: [] } }),
});

test('comparedScan returns these numbers: correct fields before the repair of amounts, correct fields after it, correct repairs, and wrong repairs', () => {
  const truth: Truth = {
    document_type: 'PAYSTUB',
    subtype: null,
    pages: [1, 1],
    fields: { gross_pay: '20.00', net_pay: '16.00' },
    tables: { taxes: [{ current: '3.00' }, { current: '1.00' }] },
  };
  const found: ReadDocument = {
    document_type: 'PAYSTUB',
    subtype: null,
    pages: [1, 1],
    fields: { gross_pay: field(2_000n, 2_800n), net_pay: field(1_800n, 1_600n) },
    tables: { taxes: [{ current: field(300n) }, { current: field(700n) }] },
    checks: [],
  };
  const { score, lines } = comparedScan(truth, found);
  expect(score).toMatchObject({ all: 4, right_before: 2, right_after: 2, repairs_right: 1, repairs_wrong: 1 });
  expect(lines).toEqual(['net_pay is 16.00, read 18.00 (repaired)', 'taxes[1].current is 1.00, read 7.00']);
  expect(comparedScan(truth, undefined).score).toMatchObject({ all: 4, right_after: 0, repairs_right: 0 });
});
