// Reads a bank statement: bank, holder, account, period, balances, totals and transactions.

import { fieldOf, textOf, textRows } from '#analysis/documents/text-rows.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { Field, Fields, Reading } from '#domain/documents/read-documents.ts';
import { accountField } from './account.ts';
import { signedCents } from './amounts.ts';
import type { Entry } from './entries.ts';
import { withReadableDates } from './misread-dates.ts';
import { inListOrder } from './order.ts';
import { bankField, holderField } from './parties.ts';
import { knownPeriod, periodFields, resolveDate } from './period.ts';
import { runsOf } from './runs.ts';
import { type Signed, signsOf } from './signs.ts';
import { joinedText, prefixesIn } from './split-words.ts';
import { type Stated, statedAmounts, statedTotal } from './summary.ts';
import { bestOf, totalsOf } from './totals.ts';
import { tablesOf } from './transactions.ts';

export function readBankStatement(pages: Page[]): Reading {
  const rows = pages.flatMap(textRows);
  const bank = bankField(rows);
  const period = periodFields(rows);
  const dated = knownPeriod(period);
  const tables = tablesOf(withReadableDates(runsOf(rows), dated));
  const entries = inListOrder(tables, (entry) => resolveDate(entry.date.found, dated) ?? '');
  const stated = [
    ...statedAmounts(rows, wordsOf(entries)),
    ...tables.flatMap(({ totals }) => totals.flatMap(statedTotal)),
  ];
  const signs = signsOf(entries, { opening: balanceOf(stated, 'opening'), closing: balanceOf(stated, 'closing') });
  const joined = prefixesIn(entries.flatMap(({ description }) => description));
  const transactions = entries.flatMap((entry, index) => {
    const [date, signed] = [resolveDate(entry.date.found, dated), signs[index]];
    return date === undefined || signed === undefined ? [] : [transactionOf(entry, date, signed, joined)];
  });
  const fields: Record<string, Field | undefined> = {
    bank_name: bank,
    holder_name: holderField(rows, bank),
    account_mask: accountField(rows),
    ...period,
    ...totalsOf(
      stated,
      signs.map(({ cents }) => cents),
    ),
  };
  return { fields: present(fields), tables: { transactions } };
}

function balanceOf(stated: readonly Stated[], part: 'opening' | 'closing'): bigint | undefined {
  const best = bestOf(stated, part);
  return best === undefined ? undefined : signedCents(best.amount);
}

function present(fields: Record<string, Field | undefined>): Fields {
  const found: Fields = {};
  for (const [name, field] of Object.entries(fields)) if (field !== undefined) found[name] = field;
  return found;
}

const wordsOf = (entries: readonly Entry[]): Set<Word> =>
  new Set(entries.flatMap(({ date, amount }) => [...date.words, ...(amount?.words ?? [])]));

function transactionOf(entry: Entry, date: string, { cents, certainty }: Signed, joined: ReadonlySet<string>): Fields {
  const { page, amount, balance, check } = entry;
  // A description without letters and digits, such as a mark beside a check number, is replaced by the check number.
  const is_described = entry.description.some(({ text }) => /[a-z0-9]/i.test(text));
  const words = is_described || check === undefined ? entry.description : [check];
  return present({
    date: fieldOf(date, entry.date.words, page, 'table'),
    description: words.length === 0 ? undefined : fieldOf(descriptionOf(words, check, joined), words, page, 'table'),
    amount: amount === undefined ? undefined : fieldOf(cents, amount.words, page, 'table', certainty),
    balance: balance === undefined ? undefined : fieldOf(signedCents(balance), balance.words, page, 'table'),
  });
}

/** Removes the asterisk after a check number. The asterisk marks a gap in the sequence of checks. */
const descriptionOf = (words: readonly Word[], check: Word | undefined, joined: ReadonlySet<string>): string =>
  words[0] === check ? textOf(words).replace(/[^\w]/g, '') : joinedText(words, joined);
