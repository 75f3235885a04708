// Data that a client declared for its user. It replaces the sample data, whatever user name is used to log in.
import { groupBy } from '#base/lists.ts';
import { mapInTurns } from '#base/turns.ts';
import { objectId } from '#connectors/wire.ts';
import { primaryOwner, profileOfOwner } from '#domain/reports/financial-accounts.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import { byRelevance, type Employment } from '#domain/reports/payroll.ts';
import { byNewestTransaction, type Transaction } from '#domain/reports/transactions.ts';
import type { InjectedPayroll } from '#domain/sandbox/sandbox-payroll.ts';
import type { InjectedBank } from '#domain/sandbox/sandbox-transactions.ts';

/** The declared payroll data on the day `today`. A statement whose pay date is after `today` is left out. */
export async function declaredPayroll(
  payroll: InjectedPayroll,
  link_id: string,
  today: string,
): Promise<InjectedPayroll> {
  const employments = await mapInTurns(payroll.employments, ({ statements, ...employment }) =>
    ofLink({ ...employment, statements: statements.filter((statement) => !isToCome(statement, today)) }, link_id),
  );
  const shifts = await mapInTurns(payroll.shifts, (shift) => ofLink(shift, link_id));
  return { employments: employments.toSorted(byRelevance), shifts };
}

const isToCome = ({ pay_date }: Employment['statements'][number], today: string): boolean =>
  pay_date !== null && pay_date > today;

/** Returns the first declared pay date after `today`, with its employer; `undefined` if there is none. */
export function nextDeclaredPayday(
  { employments }: InjectedPayroll,
  today: string,
): { date: string; employer: string } | undefined {
  const days = employments.flatMap(({ company, statements }) =>
    statements.flatMap(({ pay_date }) =>
      pay_date !== null && pay_date > today ? [{ date: pay_date, employer: company.name ?? '' }] : [],
    ),
  );
  return days.toSorted((a, b) => (a.date < b.date ? -1 : 1))[0];
}

type DeclaredBank = Pick<LinkData, 'accounts' | 'identity' | 'holdings' | 'credit' | 'loans'>;

/** The declared accounts and their owner. Liabilities and investments cannot be declared, so their lists are empty. */
export function declaredBank(bank: InjectedBank, link_id: string): DeclaredBank {
  const accounts = ofLink(bank.accounts, link_id);
  const owner = primaryOwner(accounts);
  return {
    accounts,
    identity: owner === undefined ? [] : [profileOfOwner(owner, objectId(link_id, 'profile', owner.id))],
    holdings: [],
    credit: [],
    loans: [],
  };
}

/**
 * Returns the transactions, newest first. There may be fifty thousand transactions, so sorting yields to the event loop
 * regularly.
 */
export async function declaredTransactions({ transactions }: InjectedBank, link_id: string): Promise<Transaction[]> {
  const shown = await mapInTurns(transactions, (transaction) => ofLink(transaction, link_id));
  const moments = [...groupBy(shown, ({ transacted_at }) => transacted_at)].toSorted(([a], [b]) => (a > b ? -1 : 1));
  return (await mapInTurns(moments, ([, same]) => same.toSorted(byNewestTransaction))).flat();
}

const ID_FIELDS = new Set(['id', 'employment_id', 'account_id']);

/**
 * Replaces the ids in the declared data. A user may have several links, and the data of each link must have its own
 * ids.
 */
function ofLink<T>(value: T, link_id: string): T;
function ofLink(value: unknown, link_id: string): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => ofLink(element, link_id));
  if (typeof value !== 'object' || value === null) return value;
  const shown: Record<string, unknown> = {};
  for (const [name, element] of Object.entries(value)) {
    const is_id = ID_FIELDS.has(name) && typeof element === 'string';
    shown[name] = is_id ? objectId(link_id, 'declared', element) : ofLink(element, link_id);
  }
  return shown;
}
