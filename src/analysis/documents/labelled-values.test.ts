import { expect, test } from 'vitest';
import { printedPage } from '#test/printed-page.ts';
import { type Accept, firstLabelled, labelledValues } from './labelled-values.ts';
import { textOf, textRows } from './text-rows.ts';

const digits: Accept<string> = (words) => (/^\d+$/.test(textOf(words)) ? { value: textOf(words), words } : undefined);

test.each([
  ['in the same segment', 'Account number: 1234'],
  ['to the right of the label', 'Account number          1234'],
  ['after a qualifier of the label', 'Account number     of the member     1234'],
  ['under the label', 'Account number\n1234'],
  ['two lines below the label', 'Account number\n\n1234'],
  ['after another labelled value', 'Branch: 7 Account number: 1234'],
  ['after a label in two segments', 'Account     number:     1234'],
])('firstLabelled finds a value %s', (_, text) => {
  expect(firstLabelled(textRows(printedPage(text)), ['account number'], digits)?.value).toBe('1234');
});

test.each([
  ['too far below the label', 'Account number\n\n\n\n1234'],
  ['below the label in another column', 'Account number\n                         1234'],
  ['after the label in a sentence', 'Quote the account number 1234'],
])('firstLabelled does not return a number %s', (_, text) => {
  expect(firstLabelled(textRows(printedPage(text)), ['account number'], digits)).toBeUndefined();
});

test('labelledValues sorts values by the order of their labels in the list, not on the page', () => {
  const rows = textRows(printedPage('Account: 1\nAccount number: 2'));
  expect(labelledValues(rows, ['account number', 'account'], digits).map(({ value }) => value)).toEqual(['2', '1']);
});
