// Monthly statements: the list of statements, and the PDF of one statement.
import { linesPdf } from '../kit/pdf.ts';
import type { Day } from '../lives/calendar.ts';
import { idOf } from '../lives/dice.ts';
import { type AccountHistory, type StatementPeriod, statementsOf } from '../lives/history.ts';
import type { Life } from '../lives/life.ts';
import { accountIdOf, BANK_NAME } from './bank.ts';

export type Statement = { id: string; period: StatementPeriod };

/** The statements of an account, newest first. */
export function listStatements(life: Life, account: AccountHistory, until: Day): Statement[] {
  const made = statementsOf(account, life, until).map((period) => ({
    id: idOf(20, 'statement', life.id, account.plan.key, period.to),
    period,
  }));
  return made.toReversed();
}

export function describeStatement(life: Life, { plan }: AccountHistory, { id, period }: Statement): object {
  const accountId = accountIdOf(life, plan);
  return {
    accountId,
    statementId: id,
    statementDate: period.to,
    description: `Statement ${period.from} to ${period.to}`,
    status: 'AVAILABLE',
    links: [
      { href: `/accounts/${accountId}/statements/${id}`, rel: 'self', action: 'GET', types: ['application/pdf'] },
    ],
  };
}

export function statementPdf(life: Life, { plan }: AccountHistory, { period }: Statement): Buffer {
  const { first_name, last_name, address } = life.person;
  const column = (text: string, width: number) => text.slice(0, width).padEnd(width);
  const rows = period.rows.map((row) =>
    [
      row.posted_on,
      column(row.description, 44),
      money(row.cents).padStart(14),
      money(row.balance_cents).padStart(14),
    ].join('  '),
  );
  return linesPdf([
    BANK_NAME,
    `Account statement  ${period.from} to ${period.to}`,
    '',
    `${first_name} ${last_name}`,
    address.line1,
    `${address.city}, ${address.state} ${address.postal_code}`,
    '',
    `${plan.name}, account number ending in ${plan.number.slice(-4)}`,
    '',
    `Opening balance on ${period.from}: ${money(period.opening_cents)}`,
    `Deposits and credits: ${money(total(period, 1))}`,
    `Withdrawals and debits: ${money(total(period, -1))}`,
    `Closing balance on ${period.to}: ${money(period.closing_cents)}`,
    '',
    ['Date      ', column('Description', 44), 'Amount'.padStart(14), 'Balance'.padStart(14)].join('  '),
    ...rows,
  ]);
}

const total = ({ rows }: StatementPeriod, sign: 1 | -1): number =>
  rows.reduce((cents, row) => cents + (Math.sign(row.cents) === sign ? row.cents : 0), 0);

function money(cents: number): string {
  const [whole = '0', part = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '-' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
}
