// The files of a sample person's bank statements. A file id encodes what the file shows: an account and a month of the
// person's history. The file is the same for every link and on every day. Payroll documents work in the same way.
import { setImmediate } from 'node:timers/promises';
import { addDays, addMonths, isDate, lastDayOfMonth } from '#base/calendar.ts';
import type { BankLife } from '#connectors/sandbox/lives/bank-life.ts';
import { idOf } from '#connectors/sandbox/lives/random.ts';
import { type MadeFile, SANDBOX_FILES } from '#connectors/sandbox/payroll/recent-files.ts';
import type { BankStatement } from '#domain/reports/bank-statements.ts';
import type { Transaction } from '#domain/reports/transactions.ts';
import { type BankStatementPage, drawBankStatement } from '#render/bank-statement.ts';
import { type Drawing, toPdf } from '#render/paper.ts';
import { type Bank, bankOn } from './bank.ts';

/** The bank's name on statements. */
const BANK_NAME = 'Vouch Bank';
/**
 * The number of months after the first login for which a sample person may have documents. A sandbox clock can never
 * advance by so many months.
 */
const MONTHS_AHEAD_MAX = 15 * 12;

/** Sets `file_id` and `md5sum` of all statements. `bank` must have been computed with the same `id_seed`. */
export async function withBankFiles(life: BankLife, bank: Bank, id_seed: string = life.seed): Promise<Bank> {
  const bank_statements: BankStatement[] = [];
  for (const statement of bank.bank_statements) {
    const { period_start } = statement;
    const account = life.accounts.find(({ key }) => statementId(id_seed, key, period_start) === statement.id);
    if (account === undefined) throw new Error('this statement does not belong to this sandbox life');
    const file_id = `bank_statement:${account.key}:${period_start}`;
    const { md5sum } = await fileOf(life, file_id, () => bankStatementDrawing(bank, statement));
    bank_statements.push({ ...statement, file_id, md5sum });
  }
  return { ...bank, bank_statements };
}

/** The statement file with the given id, or `undefined` if the sample person has no such statement. */
export async function openBankDocument(life: BankLife, file_id: string): Promise<MadeFile | undefined> {
  const known = SANDBOX_FILES.find(keyOf(life, file_id));
  if (known !== undefined) return known;
  const [kind, account_key = '', period_start = ''] = file_id.split(':');
  if (kind !== 'bank_statement' || !isDate(period_start)) return undefined;
  if (period_start > addMonths(life.first_login_date, MONTHS_AHEAD_MAX)) return undefined;
  // The data is computed for the day after the end of the month, so that one month of history contains the whole month.
  const bank = bankOn(life, addDays(lastDayOfMonth(period_start), 1), life.seed, 1);
  const statement = bank.bank_statements.find(({ id }) => id === statementId(life.seed, account_key, period_start));
  return statement && fileOf(life, file_id, () => bankStatementDrawing(bank, statement));
}

export const bankStatementDrawing = (bank: Bank, statement: BankStatement): Drawing =>
  drawBankStatement(bankStatementPage(bank, statement));

export function bankStatementPage(bank: Bank, statement: BankStatement): BankStatementPage {
  const account = bank.accounts.find(({ id }) => id === statement.account_id);
  if (account === undefined) throw new Error('the account of this statement was not found');
  let balance = statement.opening_balance ?? 0n;
  return {
    bank_name: BANK_NAME,
    account: {
      name: account.nickname,
      mask: account.mask,
      type: `${account.type.slice(0, 1)}${account.type.slice(1).toLowerCase()}`,
    },
    owner_names: account.owners.flatMap(({ full_name }) => full_name ?? []),
    period_start: statement.period_start,
    period_end: statement.period_end,
    opening_balance: statement.opening_balance,
    closing_balance: statement.closing_balance,
    total_deposits: statement.total_deposits,
    total_withdrawals: statement.total_withdrawals,
    rows: postedIn(bank.transactions, statement).map(({ posted_at, description, type, amount: cents }) => {
      const amount = type === 'CREDIT' ? cents : -cents;
      balance += amount;
      return { date: posted_at.slice(0, 10), description, amount, balance };
    }),
  };
}

type Posted = Transaction & { posted_at: string };

/**
 * Returns the statement's transactions, oldest first. Transactions with the same time are sorted by `external_id`,
 * because their ids differ between links.
 */
function postedIn(transactions: readonly Transaction[], statement: BankStatement): Posted[] {
  const { account_id, period_start, period_end } = statement;
  const isIn = (transaction: Transaction): transaction is Posted => {
    const day = transaction.posted_at?.slice(0, 10) ?? '';
    return transaction.account_id === account_id && day >= period_start && day <= period_end;
  };
  const order = ({ posted_at, transacted_at, external_id }: Posted) => `${posted_at} ${transacted_at} ${external_id}`;
  return transactions.filter(isIn).toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

const statementId = (id_seed: string, account_key: string, period_start: string): string =>
  idOf(id_seed, account_key, 'bank_statement', period_start);

const keyOf = ({ seed, first_login_date }: BankLife, file_id: string): string =>
  JSON.stringify([seed, first_login_date, file_id]);

async function fileOf(life: BankLife, file_id: string, draw: () => Drawing): Promise<MadeFile> {
  const known = SANDBOX_FILES.find(keyOf(life, file_id));
  if (known !== undefined) return known;
  await setImmediate();
  return SANDBOX_FILES.keep(keyOf(life, file_id), await toPdf(draw()));
}
