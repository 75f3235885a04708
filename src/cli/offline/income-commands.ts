// `vouch income report` creates an income report from a file of transactions. `vouch explain verify` recalculates a
// report from its explanation and the transactions. Neither command needs a running service or a database.
import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { type TSchema, Type } from 'typebox';
import type { HeldLink } from '#analysis/assets/asset-report.ts';
import { insightsReport } from '#analysis/insights/insights-report.ts';
import { type ReportedTransaction, recount } from '#analysis/recount/recount.ts';
import { isDate } from '#base/calendar.ts';
import type { InvalidParam } from '#base/errors.ts';
import { groupBy } from '#base/lists.ts';
import { explained, type Print, required } from '#cli/command-parts.ts';
import { DAYS_REQUESTED } from '#domain/access/asset-report-options.ts';
import { compileCheck } from '#domain/platform/validation.ts';
import type { KeptAccount } from '#domain/reports/financial-accounts.ts';
import { IncomeExplanationAnswer } from '#domain/reports/income-explanations.ts';
import { IncomeInsightsAnswer } from '#domain/reports/income-insights.ts';
import { TransactionAnswer } from '#domain/reports/transactions.ts';
import { OperatorError } from '#services/access/clients.ts';
import { numbered, readTransactions } from './income-csv.ts';
import { describeIncome } from './income-text.ts';

export function addIncomeCommands(program: Command, print: Print): void {
  const income = explained(
    program.command('income'),
    'Finds the income in bank transactions.',
    'income report --csv transactions.csv',
  );
  required(
    explained(
      income.command('report'),
      'Reports the income in a file of transactions and explains each number.',
      'income report --csv transactions.csv --days 365 --state CO',
    ),
    '--csv <file>',
    'with the columns date, amount and description; amounts below zero are paid out',
  )
    .option('--days <number>', 'number of days to analyze, 30 to 730', toDays, DAYS_REQUESTED)
    .option('--as-of <date>', 'last day to analyze (default: the date of the newest transaction)', toDay)
    .option('--state <code>', 'where the person lives; decides the state tax in the gross', toState)
    .action(async ({ csv, days, asOf, state }: { csv: string; days: number; asOf?: string; state?: string }) => {
      const made = incomeOf(await readTransactions(csv), { days_requested: days, as_of: asOf, state });
      print(made, describeIncome(made.report, made.explanation));
    });

  const explain = explained(
    program.command('explain'),
    'Checks the explanations of reports.',
    'explain verify report.json explain.json transactions.json',
  );
  explained(
    explain.command('verify <report.json> <explain.json> <transactions.json>'),
    'Recomputes every figure of an income report independently of the engine that created it.',
    'explain verify report.json explain.json transactions.json',
  ).action(async (report: string, explanation: string, transactions: string) => {
    const faults = await verifyFiles(report, explanation, transactions);
    print(
      { verified: faults.length === 0, faults },
      faults.length === 0 ? 'Every figure is confirmed.' : faults.join('\n'),
    );
    if (faults.length > 0) process.exitCode = 1;
  });
}

type ReportOptions = { days_requested: number; as_of?: string | undefined; state?: string | undefined };

/**
 * Returns the income report on the transactions of a file. The file's accounts are treated as one person's checking
 * accounts.
 */
export function incomeOf(transactions: readonly TransactionAnswer[], { days_requested, as_of, state }: ReportOptions) {
  const newest = transactions
    .map(({ transacted_at }) => transacted_at.slice(0, 10))
    .toSorted()
    .at(-1);
  const last = as_of ?? newest;
  if (last === undefined) throw new OperatorError('the file contains no transactions');
  const made_at = `${last}T00:00:00Z`;
  const names = [...groupBy(transactions, ({ account_id }) => account_id).keys()];
  const ids = new Map(names.map((name, at) => [name, numbered(at + 1)]));
  const moved = transactions.map((one) => ({ ...one, account_id: ids.get(one.account_id) ?? one.account_id }));
  const link: HeldLink = {
    link_id: numbered(0),
    provider: 'file',
    provider_name: 'File',
    created_at: made_at,
    updated_at: made_at,
    tracking_info: null,
    accounts: [...ids].map(([name, id]) => accountOf(id, name, made_at, state ?? null)),
    transactions: moved,
  };
  const { explanation, ...insights } = insightsReport([link], { as_of: last, days_requested });
  const report_id = numbered(0);
  const report: IncomeInsightsAnswer = { report_id, created_at: made_at, completed_at: made_at, ...insights };
  return { report, explanation: { report_id, ...explanation }, transactions: moved };
}

const accountOf = (id: string, name: string, made_at: string, state: string | null): KeptAccount => ({
  id,
  created_at: made_at,
  updated_at: made_at,
  type: 'CHECKING',
  subtype: null,
  mask: null,
  nickname: name || null,
  balances: { currency_code: 'USD', balance: null, available_balance: null, credit_limit: null },
  account_number: null,
  routing_number: null,
  wire_routing_number: null,
  owners: [
    {
      id: numbered(0),
      full_name: null,
      email: null,
      phone: null,
      address: { street: null, city: null, state, zip: null, country: null },
      relation_type: 'PRIMARY',
    },
  ],
});

/**
 * The fields of a transaction that the verification needs. A file may contain transactions as the API returns them: one
 * page, a list of pages, or only the list of transactions.
 */
const { id, account_id, amount, type, status, currency_code, description, check_number, transacted_at } =
  TransactionAnswer.properties;
const TransactionList = Type.Array(
  Type.Object({ id, account_id, amount, type, status, currency_code, description, check_number, transacted_at }),
);

export async function verifyFiles(report: string, explanation: string, transactions: string): Promise<string[]> {
  return recount(
    await readShape<IncomeInsightsAnswer>(report, IncomeInsightsAnswer, 'an income insights report'),
    await readShape<IncomeExplanationAnswer>(explanation, IncomeExplanationAnswer, 'an explanation'),
    await readShape<ReportedTransaction[]>(transactions, TransactionList, 'a list of transactions', bareList),
  );
}

function bareList(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => (isPage(one) ? one.transactions : [one]));
  return isPage(value) ? value.transactions : value;
}

const isPage = (value: unknown): value is { transactions: unknown[] } =>
  typeof value === 'object' && value !== null && 'transactions' in value && Array.isArray(value.transactions);

async function readShape<Shape>(
  path: string,
  schema: TSchema,
  what: string,
  prepare: (value: unknown) => unknown = (value) => value,
): Promise<Shape> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new OperatorError(`${path} cannot be read (${cause.code})`, { cause });
  });
  const value = prepare(parsed(text, path));
  const faults = compileCheck(schema, 'body')(value);
  if (isFit<Shape>(value, faults)) return value;
  throw new OperatorError(`${path} is not ${what}: ${faults[0]?.field}: ${faults[0]?.message}`);
}

const isFit = <Shape>(_value: unknown, faults: readonly InvalidParam[]): _value is Shape => faults.length === 0;

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OperatorError(`${path} is not JSON`, { cause });
  }
}

function toDays(text: string): number {
  if (!/^\d{2,3}$/.test(text) || Number(text) < 30 || Number(text) > 730) {
    throw new InvalidArgumentError('It must be 30 to 730.');
  }
  return Number(text);
}

function toDay(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('It must be a date such as 2026-03-01.');
  return text;
}

function toState(text: string): string {
  if (!/^[A-Za-z]{2}$/.test(text)) throw new InvalidArgumentError('It must be two letters.');
  return text.toUpperCase();
}
