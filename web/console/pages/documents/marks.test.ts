import { expect, test } from 'vitest';
import { SIGN_WORDS } from '../../parts/kinds.ts';
import { FIELD_WORDS } from './field-words.ts';
import { afterKey, marksOf, placeOf } from './marks.ts';
import type { WholeDocument } from './words.ts';

const BOX = { left: 100, top: 50, right: 160, bottom: 60 };
const WHOLE: WholeDocument = {
  is_being_removed: false,
  document: {
    document_id: 'd',
    collection_id: 'c',
    document_type: 'PAYSTUB',
    pages: [1, 1],
    user_id: null,
    review_status: 'pending',
    fraud_signals: [{ code: 'font_mismatch', severity: 'high', page: 1, message: 'Two fonts in one number.' }],
    fields: {
      gross_pay: '2000.00',
      earnings: [{ current: '2000.00', hours: '80.00' }],
      pay_date: '2026-11-13',
      is_void: false,
    },
    file: null,
  },
  review: null,
  boxes: [
    { field: 'gross_pay', page: 1, box: BOX, confidence: 1 },
    { field: 'earnings[0].current', page: 1, box: BOX, confidence: 0.9 },
    { field: 'earnings[0].ytd', page: 1, box: BOX, confidence: 0.9 },
    { field: 'employer_ein', page: 1, box: BOX, confidence: 1 },
    { field: 'earnings[0].hours', page: 1, box: BOX, confidence: 1 },
    { field: 'pay_date', page: 1, box: BOX, confidence: 1 },
    { field: 'is_void', page: 1, box: BOX, confidence: 1 },
  ],
  signal_boxes: [BOX],
};

test('marksOf() lists the signs of alteration and then the values, each with its label, text and box', () => {
  const shown = marksOf(WHOLE, { locale: 'en', signs: SIGN_WORDS.en, names: FIELD_WORDS.en }).map(
    ({ kind, label, text, box }) => ({
      kind,
      label,
      text,
      has_box: box !== null,
    }),
  );
  expect(shown).toEqual([
    { kind: 'sign', label: 'Different fonts', text: 'Two fonts in one number.', has_box: true },
    { kind: 'field', label: 'Gross pay', text: '$2,000.00', has_box: true },
    { kind: 'field', label: 'Earnings 1, current', text: '$2,000.00', has_box: true },
    { kind: 'field', label: 'Earnings 1, year to date', text: '–', has_box: true },
    { kind: 'field', label: 'EIN of the employer', text: '–', has_box: true },
    { kind: 'field', label: 'Earnings 1, hours', text: '80.00', has_box: true },
    { kind: 'field', label: 'Pay date', text: 'Nov 13, 2026', has_box: true },
    { kind: 'field', label: 'Is void', text: 'No', has_box: true },
  ]);
});

test('placeOf() adds a margin on all sides of a box, and a larger margin below the baseline', () => {
  expect(placeOf(BOX, { width: 612, height: 792 })).toEqual({
    left: '16.01%',
    top: '6.06%',
    width: '10.46%',
    height: '1.89%',
  });
});

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['ArrowLeft', 1, 0],
  ['Enter', 1, undefined],
] as const)('afterKey(): the key %s at index %i of three entries leads to index %s', (key, at, to) => {
  expect(afterKey(key, at, 3)).toBe(to);
});
