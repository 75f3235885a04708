// Checks an income report against its explanation and the bank's transactions: every value is recomputed without the
// income engine. Returns one string for each mismatch; the list is empty for a correct report.
import { addDays, daysBetween } from '#base/calendar.ts';
import { formatMoney, parseMoney, sum } from '#base/money.ts';
import type { ExplainedSource, IncomeExplanationAnswer } from '#domain/reports/income-explanations.ts';
import type { BankIncomeSource, BankIncomeSummary, IncomeInsightsAnswer } from '#domain/reports/income-insights.ts';
import { type Evidence, evidenceOf, type ReportedTransaction, Unexplained } from './evidence.ts';
import { FIGURES, recountFigure } from './source.ts';

export type { ReportedTransaction } from './evidence.ts';

export function recount(
  report: IncomeInsightsAnswer,
  explanation: IncomeExplanationAnswer,
  transactions: readonly ReportedTransaction[],
): string[] {
  const as_of = report.created_at.slice(0, 10);
  const window = { first: addDays(as_of, 1 - report.days_requested), last: as_of };
  const by_id = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  const sources = report.links.flatMap((link) => link.bank_income_sources);
  const faults = agree('report_id', report.report_id, explanation.report_id);
  if (sources.length !== explanation.sources.length) {
    return [...faults, `${sources.length} sources are reported, but ${explanation.sources.length} are explained`];
  }
  for (const [at, source] of sources.entries()) {
    const explained = explanation.sources[at];
    if (explained !== undefined) faults.push(...sourceFaults(`source ${at + 1}`, source, explained, window, by_id));
  }
  return [
    ...faults,
    ...creditFaults(explanation, transactions, window),
    ...daysFaults(report, transactions, window),
    ...summaryFaults(report.bank_income_summary, sources, window),
  ];
}

function sourceFaults(
  where: string,
  source: BankIncomeSource,
  explained: ExplainedSource,
  window: Evidence['window'],
  by_id: ReadonlyMap<string, ReportedTransaction>,
): string[] {
  const { account_id, income_description, category } = explained;
  const faults = [
    ...agree(`${where}, account_id`, source.account_id, account_id),
    ...agree(`${where}, income_description`, source.income_description, income_description),
    ...agree(`${where}, income_category`, source.income_category, category.value),
  ];
  const evidence = attempt(where, faults, () => evidenceOf(explained, window, by_id));
  if (evidence === undefined) return faults;
  const strangers = evidence.deposits.filter(
    (one) => one.transaction.account_id !== account_id || one.transaction.currency_code !== source.iso_currency_code,
  );
  if (strangers.length > 0) faults.push(`${where}: some deposits are from another account or in another currency`);
  for (const name of FIGURES) {
    const recounted = attempt(`${where}, ${name}`, faults, () => ({ value: recountFigure(evidence, name) }));
    if (recounted === undefined) continue;
    faults.push(...agree(`${where}, ${name}, as reported`, source[name], recounted.value));
    faults.push(...agree(`${where}, ${name}, as explained`, explained.figures[name]?.value, inShort(recounted.value)));
  }
  return faults;
}

/**
 * Reduces each monthly total to its dates and amount. The month's deposits are left out, because the explanation lists
 * deposits separately.
 */
const inShort = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(({ start_date, end_date, total_amount }) => ({ start_date, end_date, total_amount }))
    : value;

/** Every credit in the window must be listed exactly once: in one source, or as rejected. */
function creditFaults(
  { sources, rejected }: IncomeExplanationAnswer,
  transactions: readonly ReportedTransaction[],
  window: Evidence['window'],
): string[] {
  const seen = new Map<string, number>();
  for (const id of [...sources.flatMap((one) => one.transactions), ...rejected.map((one) => one.transaction_id)]) {
    seen.set(id, (seen.get(id) ?? 0) + 1);
  }
  const amounts = new Map(rejected.map(({ transaction_id, amount }) => [transaction_id, amount]));
  const credits = transactions.filter(({ type, transacted_at }) => type === 'CREDIT' && isIn(window, transacted_at));
  const faults = credits.flatMap(({ id, amount }) => [
    ...(seen.get(id) === 1 ? [] : [`credit ${id} is listed ${seen.get(id) ?? 0} times instead of once`]),
    ...agree(`rejected ${id}`, amounts.get(id) ?? amount, amount),
  ]);
  const known = new Set(credits.map(({ id }) => id));
  const unknown = [...seen.keys()].filter((id) => !known.has(id));
  return [...faults, ...unknown.map((id) => `${id} is not a credit in the report period`)];
}

function daysFaults(
  report: IncomeInsightsAnswer,
  transactions: readonly ReportedTransaction[],
  window: Evidence['window'],
): string[] {
  const first_days = new Map<string, string>();
  for (const { account_id, transacted_at } of transactions.filter((one) => isIn(window, one.transacted_at))) {
    const [day, known] = [transacted_at.slice(0, 10), first_days.get(account_id)];
    if (known === undefined || day < known) first_days.set(account_id, day);
  }
  return report.links
    .flatMap(({ accounts }) => accounts)
    .flatMap(({ id, days_available }) => {
      const first = first_days.get(id);
      const days = first === undefined ? 0 : daysBetween(first, window.last) + 1;
      return agree(`account ${id}, days_available`, days_available, days);
    });
}

const isIn = (window: Evidence['window'], moment: string): boolean =>
  moment.slice(0, 10) >= window.first && moment.slice(0, 10) <= window.last;

/** Income of these categories is not expected to recur, so the averages and forecasts leave it out. */
const NOT_AVERAGED: ReadonlySet<BankIncomeSource['income_category']> = new Set(['TAX_REFUND', 'CASH_DEPOSIT']);

function summaryFaults(
  summary: BankIncomeSummary,
  sources: readonly BankIncomeSource[],
  window: Evidence['window'],
): string[] {
  const currencies = [...new Set(sources.map((source) => source.iso_currency_code))].toSorted();
  type Amount =
    | 'total_amount'
    | `historical_average_monthly_${'' | 'gross_'}income`
    | 'forecasted_average_monthly_income';
  const sums = (field: Amount, times: bigint, counts: (source: BankIncomeSource) => boolean) =>
    currencies.map((iso_currency_code) => {
      const counted = sources.filter((one) => one.iso_currency_code === iso_currency_code && counts(one));
      const amount = formatMoney(times * sum(counted.map((one) => parseMoney(one[field]) ?? 0n)));
      return { amount, iso_currency_code };
    });
  const lasting = (field: Amount, times: bigint) =>
    sums(field, times, ({ income_category }) => !NOT_AVERAGED.has(income_category));
  const recounted: BankIncomeSummary = {
    start_date: sources.map(({ start_date }) => start_date).toSorted()[0] ?? window.first,
    end_date:
      sources
        .map(({ end_date }) => end_date)
        .toSorted()
        .toReversed()[0] ?? window.last,
    income_sources_count: sources.length,
    income_categories_count: new Set(sources.map(({ income_category }) => income_category)).size,
    income_transactions_count: sources.flatMap(({ historical_summary }) =>
      historical_summary.flatMap((month) => month.transactions),
    ).length,
    total_amounts: sums('total_amount', 1n, () => true),
    historical_average_monthly_gross_income: lasting('historical_average_monthly_gross_income', 1n),
    historical_average_monthly_income: lasting('historical_average_monthly_income', 1n),
    forecasted_average_monthly_income: lasting('forecasted_average_monthly_income', 1n),
    historical_annual_gross_income: lasting('historical_average_monthly_gross_income', 12n),
    historical_annual_income: lasting('historical_average_monthly_income', 12n),
    forecasted_annual_income: lasting('forecasted_average_monthly_income', 12n),
  };
  return agree('bank_income_summary', summary, recounted);
}

/** Returns one string for each path where the two values differ. The string contains both values. */
function agree(where: string, said: unknown, counted: unknown): string[] {
  if (isShape(said) && isShape(counted)) {
    const keys = new Set([...Object.keys(said), ...Object.keys(counted)]);
    return [...keys].flatMap((key) => agree(`${where}.${key}`, said[key], counted[key]));
  }
  return Object.is(said, counted) ? [] : [`${where}: it says ${inText(said)}, counted again it is ${inText(counted)}`];
}

const isShape = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const inText = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

function attempt<T>(where: string, faults: string[], count: () => T): T | undefined {
  try {
    return count();
  } catch (error) {
    // A RangeError is a mismatch too, because an invalid day or a division by zero throws it.
    if (!(error instanceof Unexplained || error instanceof RangeError)) throw error;
    faults.push(`${where}: ${error.message}`);
    return undefined;
  }
}
