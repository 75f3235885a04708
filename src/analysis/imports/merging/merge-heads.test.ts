import { expect, test } from 'vitest';
import type { ImportedBook, ImportHead } from './import-content.ts';
import { mergeBooks } from './merge-heads.ts';

type Balance = ImportedBook['balances'][number];

const closing = (date: string, amount: Balance['amount']): Balance => ({ kind: 'closing', date, amount });

const head = (as_of: string, balances: Balance[]): ImportHead => ({
  format: 'mt940',
  accounts: [
    {
      identity: 'a',
      number: null,
      routing_number: null,
      institution: null,
      name: null,
      owner: null,
      type: null,
      currency_code: null,
      mask: null,
      balances,
      as_of,
    },
  ],
  payments: [],
  w2s: [],
  forms: [],
});

const balanceOf = (...heads: ImportHead[]) => mergeBooks(heads).map(({ balance }) => balance);

test('the balance of an account is the last closing balance of the latest day in a file', () => {
  const balances = [closing('2026-03-01', '1.00'), closing('2026-03-02', '2.00'), closing('2026-03-02', '3.00')];
  expect(balanceOf(head('2026-03-02', balances))).toEqual(['3.00']);
});

test('if two files end on the same day, the balance comes from the file that was imported later', () => {
  const first = head('2026-03-02', [closing('2026-03-02', '2.00')]);
  const second = head('2026-03-02', [closing('2026-03-02', '4.00')]);
  expect(balanceOf(first, second)).toEqual(['4.00']);
});
