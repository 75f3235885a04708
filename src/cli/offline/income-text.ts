// An income report as terminal text: the totals, each source with its months, and each amount with the rule by which it
// was calculated.
import { parseMoney } from '#base/money.ts';
import { fill, harmless } from '#cli/columns.ts';
import type { ExplainedFigure, IncomeExplanationAnswer } from '#domain/reports/income-explanations.ts';
import type { BankIncomeSource, IncomeInsightsAnswer } from '#domain/reports/income-insights.ts';

const STEPS = '▁▂▃▄▅▆▇█';

/** One bar per amount: the lowest bar for zero, the highest bar for the largest amount. */
export function sparkline(amounts: readonly bigint[]): string {
  const most = amounts.reduce((max, amount) => (amount > max ? amount : max), 0n);
  return amounts
    .map((amount) => (most === 0n ? 0 : Number((amount * BigInt(STEPS.length - 1) + most / 2n) / most)))
    .map((step) => STEPS[step] ?? '')
    .join('');
}

export function describeIncome(report: IncomeInsightsAnswer, explanation: IncomeExplanationAnswer): string {
  const sources = report.links.flatMap((link) => link.bank_income_sources);
  return [
    `Income as of ${report.created_at.slice(0, 10)}, ${report.days_requested} days`,
    ...summaryLines(report),
    ...sources.flatMap((source, at) => ['', ...sourceLines(source, at, explanation.sources[at]?.figures ?? {})]),
    ...rejectedLines(explanation),
  ].join('\n');
}

function summaryLines({ bank_income_summary: summary }: IncomeInsightsAnswer): string[] {
  if (summary.total_amounts.length === 0) return ['No income in this period.'];
  const amount = (list: typeof summary.total_amounts, at: number): string => list[at]?.amount ?? '';
  return summary.total_amounts.map(({ amount: total, iso_currency_code }, at) =>
    [
      `${iso_currency_code}  monthly ${amount(summary.historical_average_monthly_income, at)}`,
      `gross ${amount(summary.historical_average_monthly_gross_income, at)}`,
      `forecast ${amount(summary.forecasted_average_monthly_income, at)}`,
      `received ${total}`,
    ].join('  '),
  );
}

const NAME_WIDTH = 41;
const VALUE_WIDTH = 12;

function sourceLines(source: BankIncomeSource, at: number, figures: Record<string, ExplainedFigure>): string[] {
  const months = source.historical_summary.map(({ total_amount }) => parseMoney(total_amount) ?? 0n);
  const [first, last] = [source.historical_summary[0], source.historical_summary.at(-1)];
  return [
    `${at + 1}  ${harmless(source.income_description)}  ${source.income_category}  ${source.pay_frequency ?? 'irregular'}`,
    `   ${sparkline(months)}  ${first?.start_date.slice(0, 7)} to ${last?.start_date.slice(0, 7)}`,
    ...Object.entries(figures).map(
      ([name, figure]) => `   ${fill(name, NAME_WIDTH)}${fill(valueText(figure.value), VALUE_WIDTH)}  ${figure.rule}`,
    ),
  ];
}

const valueText = (value: unknown): string =>
  Array.isArray(value) ? `${value.length} months` : value === null ? '-' : String(value);

function rejectedLines({ rejected }: IncomeExplanationAnswer): string[] {
  const counts = new Map<string, number>();
  for (const { reason } of rejected) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (counts.size === 0) return [];
  const lines = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `   ${fill(reason, NAME_WIDTH)}${count}`);
  return ['', `Not income: ${rejected.length} credits`, ...lines];
}
