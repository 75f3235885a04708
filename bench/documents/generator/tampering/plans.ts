// Plans: the fields of one document that a forger wants to change, with their old and new values. Amounts are cents.
import { nameOf, newPerson } from '../people.ts';
import { decimal, type Random, type Truth } from '../sample.ts';

/** One change that a forger wants. `field` is a name in `fields`, or `table[row].column`. */
export type Wish = { field: string; old_value: string; new_value: string };

/** Returns the changes that the forger wants. Undefined if the plan does not fit the document. */
export type Plan = (truth: Truth, random: Random) => Wish[] | undefined;

type Cell = { field: string; cents: number };

export const centsOf = (text: string): number => Math.round(Number(text) * 100);

export const isAmount = (value: string | boolean | undefined): value is string =>
  typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value);

/** Returns all values of a document, each with its field. */
export function valuesOf(truth: Truth): [field: string, value: string][] {
  const fields = Object.entries(truth.fields).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const cells = Object.entries(truth.tables).flatMap(([table, rows]) =>
    rows.flatMap((row, at) =>
      Object.entries(row).map(([key, value]): [string, string] => [`${table}[${at}].${key}`, value]),
    ),
  );
  return [...fields, ...cells];
}

export function withValue(truth: Truth, field: string, value: string): void {
  const cell = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(field);
  if (cell === null) truth.fields[field] = value;
  else {
    const row = truth.tables[cell[1] ?? '']?.[Number(cell[2])];
    if (row !== undefined && cell[3] !== undefined) row[cell[3]] = value;
  }
}

const cellOf = (truth: Truth, field: string): Cell | undefined => {
  const value = truth.fields[field];
  return isAmount(value) && centsOf(value) > 0 ? { field, cents: centsOf(value) } : undefined;
};

const changed = ({ field, cents }: Cell, new_cents: number): Wish => ({
  field,
  old_value: decimal(cents),
  new_value: decimal(new_cents),
});

/** Returns a higher amount, with the same number of digits if possible. */
export function raised(random: Random, cents: number, least = 0.08): number {
  for (let attempt = 0; attempt < 30; attempt++) {
    const next = Math.round(cents * (1 + least + random.next() * 0.8));
    if (String(next).length === String(cents).length) return next;
  }
  return Math.round(cents * (1 + least)) + random.integer(101, 9_999);
}

const rowsOf = (truth: Truth, table: string, column: string): Cell[] =>
  (truth.tables[table] ?? []).flatMap((row, at) => {
    const value = row[column];
    return isAmount(value) ? [{ field: `${table}[${at}].${column}`, cents: centsOf(value) }] : [];
  });

const largest = (cells: readonly Cell[]): Cell | undefined =>
  cells.toSorted((left, right) => right.cents - left.cents)[0];

/** Changes a single amount that lenders look at. */
export const oneAmount: Plan = (truth, random) => {
  const candidates: Record<string, (Cell | undefined)[]> = {
    PAYSTUB: [
      cellOf(truth, 'gross_pay'),
      cellOf(truth, 'net_pay'),
      cellOf(truth, 'gross_pay_ytd'),
      largest(rowsOf(truth, 'earnings', 'current')),
    ],
    W2: [cellOf(truth, 'wages'), cellOf(truth, 'wages'), cellOf(truth, 'federal_tax')],
    BANK_STATEMENT: [cellOf(truth, 'closing_balance'), largest(rowsOf(truth, 'transactions', 'amount'))],
  };
  const found = (candidates[truth.document_type] ?? []).filter((cell) => cell !== undefined);
  if (found.length === 0) return undefined;
  const cell = random.pick(found);
  return [changed(cell, raised(random, cell.cents))];
};

/**
 * Maps a digit to another digit that hides it when printed over it. Digits that no other digit can hide are left out.
 */
const COVERING: Record<string, string> = { 0: '8', 1: '4', 2: '8', 3: '8', 5: '6', 6: '8', 7: '9', 9: '8' };

/** Replaces one digit of an amount by a digit that looks similar. */
export const oneDigit: Plan = (truth, random) => {
  const wish = oneAmount(truth, random)?.[0];
  if (wish === undefined) return undefined;
  const [whole = ''] = wish.old_value.split('.');
  const at = whole.slice(0, 2).search(/[01235679]/);
  if (at < 0) return undefined;
  const new_value = wish.old_value.slice(0, at) + COVERING[whole.charAt(at)] + wish.old_value.slice(at + 1);
  return [{ ...wish, new_value }];
};

/**
 * Breaks the sums. On a pay stub, gross and net pay change, but taxes and deductions do not. On a W-2, box 1 exceeds
 * box 5. On a bank statement, one deposit changes, but the balances do not.
 */
export const brokenSums: Plan = (truth, random) => {
  if (truth.document_type === 'PAYSTUB') {
    const gross = cellOf(truth, 'gross_pay');
    const net = cellOf(truth, 'net_pay');
    if (gross === undefined || net === undefined) return undefined;
    const more = raised(random, gross.cents, 0.15);
    const share = (more - gross.cents) * (0.3 + random.next() * 0.4);
    return [changed(gross, more), changed(net, Math.round(net.cents + share))];
  }
  if (truth.document_type === 'W2') {
    const wages = cellOf(truth, 'wages');
    const medicare = cellOf(truth, 'medicare_wages');
    if (wages === undefined || medicare === undefined || wages.cents === medicare.cents) return undefined;
    return [changed(wages, raised(random, Math.max(wages.cents, medicare.cents), 0.1))];
  }
  const deposit = largest(rowsOf(truth, 'transactions', 'amount'));
  return deposit === undefined ? undefined : [changed(deposit, raised(random, deposit.cents, 0.2))];
};

/**
 * Makes year-to-date gross pay lower than the current gross pay, or higher than the sum of the year-to-date earnings.
 */
export const brokenYear: Plan = (truth, random) => {
  const current = cellOf(truth, 'gross_pay');
  const year = cellOf(truth, 'gross_pay_ytd');
  if (current === undefined || year === undefined || year.cents < current.cents * 1.5) return undefined;
  const below = rowsOf(truth, 'earnings', 'ytd').length < 2 || random.chance(0.4);
  const next = below ? Math.round(current.cents * (0.4 + random.next() * 0.5)) : raised(random, year.cents, 0.1);
  return [changed(year, next)];
};

/** Replaces the name, so that the document belongs to another person. */
export const otherName: Plan = (truth, random) => {
  const field = truth.document_type === 'BANK_STATEMENT' ? 'holder_name' : 'employee_name';
  const old_value = truth.fields[field];
  if (typeof old_value !== 'string') return undefined;
  const words = old_value.split(' ').length;
  for (let attempt = 0; attempt < 60; attempt++) {
    const person = newPerson(random);
    const style = old_value.includes(',') ? 'last-first' : words > 2 ? 'initial' : 'short';
    const name = nameOf(person, style);
    if (name.length > old_value.length || name.toLowerCase() === old_value.toLowerCase()) continue;
    return [{ field, old_value, new_value: old_value === old_value.toUpperCase() ? name.toUpperCase() : name }];
  }
  return undefined;
};

/**
 * Raises the pay so that every sum is still right. Social Security and Medicare are adjusted only if `fica` is true.
 */
export const consistentRaise =
  ({ fica }: { fica: boolean }): Plan =>
  (truth, random) => {
    if (truth.document_type === 'PAYSTUB') return raisedStub(truth, random, fica);
    if (truth.document_type === 'W2') return raisedW2(truth, random, fica);
    return fica ? raisedStatement(truth, random) : undefined;
  };

const SOCIAL_SECURITY = /soc|oasdi|\bss\b|fica(?!.*med)/i;
const MEDICARE = /medicare|fica.*med|\bmed\b|medi\b/i;

function raisedStub(truth: Truth, random: Random, fica: boolean): Wish[] | undefined {
  const gross = cellOf(truth, 'gross_pay');
  const net = cellOf(truth, 'net_pay');
  const row = (truth.tables['earnings'] ?? []).findIndex(
    (one) => isAmount(one['current']) && centsOf(one['current']) > 5_000,
  );
  const own = truth.tables['earnings']?.[row];
  if (gross === undefined || net === undefined || own === undefined) return undefined;
  const current = centsOf(own['current'] ?? '');
  const wishes: Wish[] = [];
  let more = raised(random, current, 0.15) - current;
  if (isAmount(own['hours']) && isAmount(own['rate'])) {
    const [hours, rate] = [centsOf(own['hours']), centsOf(own['rate'])];
    const paid = (cents: number) => Math.round((hours * cents) / 100);
    if (paid(rate) !== current) return undefined;
    const next = raised(random, rate, 0.15);
    more = paid(next) - current;
    wishes.push(changed({ field: `earnings[${row}].rate`, cents: rate }, next));
  }
  const add = (field: string, cents: number) => {
    const value = valuesOf(truth).find(([name]) => name === field)?.[1];
    if (isAmount(value) && cents !== 0) wishes.push(changed({ field, cents: centsOf(value) }, centsOf(value) + cents));
  };
  let taxes = 0;
  if (fica) {
    for (const [pattern, rate] of [[SOCIAL_SECURITY, 0.062] as const, [MEDICARE, 0.0145] as const]) {
      const at = (truth.tables['taxes'] ?? []).findIndex(({ description = '' }) => pattern.test(description));
      if (at < 0) return undefined;
      const tax = Math.round(more * rate);
      taxes += tax;
      add(`taxes[${at}].current`, tax);
      add(`taxes[${at}].ytd`, tax);
    }
    add('total_taxes', taxes);
    add('total_taxes_ytd', taxes);
  }
  add(`earnings[${row}].current`, more);
  add(`earnings[${row}].ytd`, more);
  add('gross_pay', more);
  add('gross_pay_ytd', more);
  add('net_pay', more - taxes);
  add('net_pay_ytd', more - taxes);
  const paid = largest(rowsOf(truth, 'distributions', 'current'));
  if (paid !== undefined) add(paid.field, more - taxes);
  return wishes;
}

function raisedW2(truth: Truth, random: Random, fica: boolean): Wish[] | undefined {
  const wages = cellOf(truth, 'wages');
  const social = cellOf(truth, 'social_security_wages');
  // Wages above the wage base do not increase box 3, so the plan does not fit a W-2 with high wages.
  if (wages === undefined || social === undefined || wages.cents > 10_000_000) return undefined;
  const more = raised(random, wages.cents, 0.12) - wages.cents;
  if (wages.cents + more > 14_000_000) return undefined;
  const wishes: Wish[] = [];
  const add = (field: string, cents: number) => {
    const value = valuesOf(truth).find(([name]) => name === field)?.[1];
    if (isAmount(value)) wishes.push(changed({ field, cents: centsOf(value) }, centsOf(value) + cents));
  };
  for (const field of ['wages', 'social_security_wages', 'medicare_wages', 'states[0].state_wages']) add(field, more);
  if (fica) {
    add('social_security_tax', Math.round(more * 0.062));
    add('medicare_tax', Math.round(more * 0.0145));
  }
  return wishes;
}

function raisedStatement(truth: Truth, random: Random): Wish[] | undefined {
  const rows = truth.tables['transactions'] ?? [];
  const deposit = largest(rowsOf(truth, 'transactions', 'amount'));
  const dates = rows.map(({ date = '' }) => date);
  if (deposit === undefined || dates.some((date, at) => date < (dates[at - 1] ?? ''))) return undefined;
  const more = raised(random, deposit.cents, 0.2) - deposit.cents;
  const from = Number(/\[(\d+)\]/.exec(deposit.field)?.[1]);
  const later = rowsOf(truth, 'transactions', 'balance').filter(
    ({ field }) => Number(/\[(\d+)\]/.exec(field)?.[1]) >= from,
  );
  const sums = [cellOf(truth, 'closing_balance'), cellOf(truth, 'total_deposits')].filter((cell) => cell !== undefined);
  return [deposit, ...later, ...sums].map((cell) => changed(cell, cell.cents + more));
}

const WRONG_SOCIAL_SECURITY = [0.05, 0.056, 0.07, 0.08] as const;
const WRONG_MEDICARE = [0.0125, 0.0145, 0.02, 0.03] as const;

/** Computes Social Security and Medicare with rates that differ from the legal rates. Adjusts totals and net pay. */
export const wrongRates: Plan = (truth, random) => {
  const gross = cellOf(truth, 'gross_pay');
  const year = cellOf(truth, 'gross_pay_ytd');
  const net = cellOf(truth, 'net_pay');
  if (truth.document_type !== 'PAYSTUB' || gross === undefined || net === undefined) return undefined;
  const wishes: Wish[] = [];
  let [more, more_in_year] = [0, 0];
  for (const [pattern, rates] of [
    [SOCIAL_SECURITY, WRONG_SOCIAL_SECURITY] as const,
    [MEDICARE, WRONG_MEDICARE] as const,
  ]) {
    const at = (truth.tables['taxes'] ?? []).findIndex(({ description = '' }) => pattern.test(description));
    const row = truth.tables['taxes']?.[at];
    if (row === undefined || !isAmount(row['current']) || centsOf(row['current']) === 0) return undefined;
    const rate = random.pick<number>(rates);
    const tax = { field: `taxes[${at}].current`, cents: centsOf(row['current']) };
    const next = Math.round(gross.cents * rate);
    more += next - tax.cents;
    wishes.push(changed(tax, next));
    if (!isAmount(row['ytd']) || year === undefined) continue;
    const taxed = { field: `taxes[${at}].ytd`, cents: centsOf(row['ytd']) };
    const next_in_year = Math.round(year.cents * rate);
    more_in_year += next_in_year - taxed.cents;
    wishes.push(changed(taxed, next_in_year));
  }
  const sums: readonly (readonly [Cell | undefined, number])[] = [
    [cellOf(truth, 'total_taxes'), more],
    [cellOf(truth, 'total_taxes_ytd'), more_in_year],
    [net, -more],
    [cellOf(truth, 'net_pay_ytd'), -more_in_year],
    [largest(rowsOf(truth, 'distributions', 'current')), -more],
  ];
  for (const [cell, cents] of sums) if (cell !== undefined) wishes.push(changed(cell, cell.cents + cents));
  return wishes;
};
