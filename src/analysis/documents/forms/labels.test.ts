import { describe, expect, test } from 'vitest';
import { printedPage } from '#test/printed-page.ts';
import { findLabels, type LabelSpec, WEIGHT_MIN } from './labels.ts';
import { sheetOf } from './sheet.ts';

const SPECS: LabelSpec[] = [
  { key: 'wages', number: '1', phrases: ['Wages tips other compensation', 'Wages'] },
  { key: 'payer', phrases: ['Payers name[street address][and telephone no]'] },
  { key: 'paid', number: '3', phrases: ['Benefits paid in ####'] },
  { key: 'state', number: '15', phrases: ['State'] },
];

/** Returns the keys and words of the labels that are not part of a sentence. */
function labelsIn(text: string, confidence = 1): string[] {
  const page = printedPage(text);
  const words = page.words.map((word) => ({ ...word, confidence }));
  return findLabels(sheetOf({ ...page, words }), SPECS)
    .filter(({ weight }) => weight >= WEIGHT_MIN)
    .map(({ key, words: found }) => `${key}: ${found.map((word) => word.text).join(' ')}`);
}

describe('findLabels for different wordings', () => {
  const cases: [text: string, labels: string[]][] = [
    ['1 Wages, tips, other compensation', ['wages: 1 Wages, tips, other compensation']],
    ['Box 1. WAGES, TIPS, OTHER COMPENSATION', ['wages: Box 1. WAGES, TIPS, OTHER COMPENSATION']],
    ['Wages (Box 1)', ['wages: Wages (Box 1)']],
    ['1 Wages, tips,\nother compensation', ['wages: 1 Wages, tips, other compensation']],
    ['Payer’s name', ['payer: Payer’s name']],
    ['PAYER’S name, street address, and\ntelephone no.', ['payer: PAYER’S name, street address, and telephone no.']],
    ['Benefits Paid in 2024', ['paid: Benefits Paid in 2024']],
    ['Benefits Paid in full', []],
    ['State', ['state: State']],
    ['15 State', ['state: 15 State']],
  ];
  test.each(cases)('findLabels finds in the text "%s" the labels %j', (text, labels) => {
    expect(labelsIn(text)).toEqual(labels);
  });
});

describe('findLabels for text without labels', () => {
  const cases: [title: string, text: string][] = [
    ['a name that begins with a word of a label', 'State Farm Supply'],
    ['a name that ends with a word of a label', 'Acme State'],
    ['a label in a sentence', 'Report the benefits paid in 2024 on your return'],
    ['a number above a word', '1\nWage'],
  ];
  test.each(cases)('findLabels finds no label in %s', (_, text) => {
    expect(labelsIn(text)).toEqual([]);
  });
});

describe('findLabels for a scan', () => {
  test('treats two letters as equal if OCR confuses them, but only in scanned words', () => {
    expect(labelsIn('1 Wagcs, lips, othcr compensalion', 0.8)).toEqual(['wages: 1 Wagcs, lips, othcr compensalion']);
    expect(labelsIn('1 Wagcs, lips, othcr compensalion')).toEqual([]);
  });
});
