// Computes a scoring report, with one value per attribute, from accounts and transactions. It is a pure function that
// uses no clock and no database.
import { formatMoney } from '#base/money.ts';
import type { ScoringFindings } from '#domain/reports/scoring-reports.ts';
import { alertsOf } from './alerts.ts';
import { ATTRIBUTES, measure } from './attributes.ts';
import { derivedIncomes } from './derived-incomes.ts';
import { factsOf } from './facts.ts';
import type { ScoringInput } from './input.ts';
import { scoresOf } from './scores.ts';

export function scoringReport(input: ScoringInput): ScoringFindings {
  const facts = factsOf(input);
  const measured = ATTRIBUTES.map((attribute) => ({ attribute, value: measure(facts, attribute) }));
  return {
    alerts: alertsOf(input, facts),
    scores: scoresOf(new Map(measured.map(({ attribute, value }) => [attribute.short_name, value]))),
    metrics: measured.map(({ attribute: { name, short_name, time_period, unit }, value }) => ({
      name,
      short_name,
      time_period,
      unit,
      value: value === null ? null : formatMoney(value),
    })),
    derived_incomes: derivedIncomes(facts.income),
  };
}
