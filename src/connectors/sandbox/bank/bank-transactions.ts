// Expands entries to full transactions, as the bank shows them on a given day.
import { toDate } from '#base/calendar.ts';
import type { BankLife } from '#connectors/sandbox/lives/bank-life.ts';
import { idOf, randomOf } from '#connectors/sandbox/lives/random.ts';
import type { Transaction } from '#domain/reports/transactions.ts';
import type { Entry } from './bank-entries.ts';

export function toTransaction(
  life: BankLife,
  entry: Entry,
  account_id: string,
  today: number,
  id_seed: string,
): Transaction {
  const { wording, posts } = entry;
  const date = toDate(entry.day);
  const is_posted = posts <= today;
  // The debit and the credit of a transfer have the same key, so they have the same reference.
  const reference = String(randomOf(life.seed, 'reference', entry.key).integer(100_000_000, 999_999_999));
  return {
    id: idOf(id_seed, entry.account, 'transaction', entry.key),
    account_id,
    external_id: `${date.slice(0, 4)}${date.slice(5, 7)}${date.slice(8)}${reference}`,
    amount: entry.cents,
    type: entry.type,
    status: is_posted ? 'POSTED' : 'PENDING',
    currency_code: 'USD',
    description: wording.description.includes('{') ? filled(wording.description, date, reference) : wording.description,
    memo: wording.memo ?? null,
    check_number: entry.check_number,
    categories: wording.categories,
    merchant_category_code: wording.merchant_category_code ?? null,
    // Banks post transactions overnight, so a posted transaction has the time 00:00 of its posting day.
    posted_at: is_posted ? `${toDate(posts)}T00:00:00Z` : null,
    transacted_at: `${date}T${timeOf(entry.seconds)}Z`,
    location: wording.location ?? null,
  };
}

const filled = (description: string, date: string, reference: string): string =>
  description.replace('{date}', `${date.slice(5, 7)}/${date.slice(8)}`).replace('{ref}', reference);

const timeOf = (seconds: number): string =>
  `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
const two = (number: number): string => String(number).padStart(2, '0');
