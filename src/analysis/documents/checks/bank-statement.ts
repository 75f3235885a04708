// The arithmetic of a bank statement: each balance is the balance before it plus the transactions since then.
import { greater } from '#base/money.ts';
import type { Check, Fields, Reading } from '#domain/documents/read-documents.ts';
import { cell, checkOf, column, type Figure, figure, total } from './equation.ts';

export function checkBankStatement(statement: Reading): Check[] {
  // If the amount of a transaction could not be read, the sums are unknown and are not checked.
  const is_whole = (statement.tables['transactions'] ?? []).every((row) => row['amount'] !== undefined);
  const sums = is_whole ? [...closingCheck(statement), ...totalChecks(statement)] : [];
  return [...sums, ...runningChecks(statement)];
}

function closingCheck(statement: Reading): Check[] {
  const [opening, closing] = [figure(statement, 'opening_balance'), figure(statement, 'closing_balance')];
  const amounts = column(statement, 'transactions', 'amount') ?? [];
  if (opening === undefined || closing === undefined) return [];
  return [
    checkOf({
      name: 'opening_balance_plus_transactions_is_closing_balance',
      expected: opening.cents + total(amounts),
      actual: closing.cents,
      inputs: [opening, ...amounts, closing],
    }),
  ];
}

function totalChecks(statement: Reading): Check[] {
  const amounts = column(statement, 'transactions', 'amount') ?? [];
  const ins = amounts.filter(({ cents }) => cents > 0n);
  const outs = amounts.filter(({ cents }) => cents < 0n);
  const check = (name: string, parts: readonly Figure[], printed: Figure | undefined): Check[] => {
    if (printed === undefined) return [];
    const expected = greater(total(parts), -total(parts));
    return [checkOf({ name, expected, actual: printed.cents, inputs: [...parts, printed] })];
  };
  return [
    ...check('deposits_add_up', ins, figure(statement, 'total_deposits')),
    ...check('withdrawals_add_up', outs, figure(statement, 'total_withdrawals')),
  ];
}

type NamedRow = { row: Fields; name: string };

/** Returns the transactions from the oldest to the newest, because some banks print the newest first. */
function oldestFirst(rows: readonly Fields[]): NamedRow[] {
  const named = rows.map((row, index) => ({ row, name: `transactions[${index}]` }));
  const [first, last] = [rows[0]?.['date']?.value ?? '', rows.at(-1)?.['date']?.value ?? ''];
  return first > last ? named.toReversed() : named;
}

/**
 * Checks each printed balance. Some banks print a balance only in the last row of a day, so the amounts between two
 * balances are added.
 */
function runningChecks(statement: Reading): Check[] {
  const checks: Check[] = [];
  let before = figure(statement, 'opening_balance');
  let since: Figure[] = [];
  for (const { row, name } of oldestFirst(statement.tables['transactions'] ?? [])) {
    const [amount, balance] = [cell(row, name, 'amount'), cell(row, name, 'balance')];
    if (amount === undefined) {
      before = balance;
      since = [];
      continue;
    }
    since.push(amount);
    if (balance === undefined) continue;
    if (before !== undefined) {
      const expected = before.cents + total(since);
      const inputs = [before, ...since, balance];
      checks.push(checkOf({ name: 'running_balance', expected, actual: balance.cents, inputs }));
    }
    before = balance;
    since = [];
  }
  return checks;
}
