// Explains the numbers in an income report. For each number, the explanation contains the rule and the inputs, so that
// a reader can recompute the number.
import { type Static, Type } from 'typebox';
import { Money } from '#base/money.ts';
import { choice, Id, shape } from '#base/schema.ts';
import { INCOME_CATEGORIES, type IncomeInsightsSnapshot } from './income-insights.ts';

const ExplainedFigure = shape('ExplainedFigure', 'How one figure in a report was computed.', {
  value: Type.Unknown({ description: 'As shown in the report; for months, their dates and totals.' }),
  rule: Type.String({ examples: ['average.by-pay-days'] }),
  inputs: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'Transaction ids, constants and other figures; enough to recompute the value. `not_compared` lists what there was too much of to compare.',
  }),
});
export type ExplainedFigure = Static<typeof ExplainedFigure>;

const Calendar = {
  model: Type.String({ examples: ['biweekly'] }),
  anchor: Type.String({ description: 'The point to which the calendar is anchored.', examples: ['Friday 2026-02-20'] }),
  roll: Type.String({ description: 'Where a pay date moves if banks are closed on that day.', examples: ['previous'] }),
  residual_days: Type.Number({ description: 'The average distance between deposits and their pay dates.' }),
};

const ExplainedSource = shape('ExplainedIncomeSource', 'How the figures of one income source were computed.', {
  account_id: Id,
  income_description: Type.String(),
  figures: Type.Record(Type.String(), ExplainedFigure, { description: 'Keyed by the field names in the report.' }),
  calendar: shape('PayCalendar', 'The pay calendar that fits the deposits best.', {
    ...Calendar,
    runner_up: Type.Union(
      [shape('PayCalendarCandidate', 'A pay calendar that fits the deposits.', Calendar), Type.Null()],
      { description: 'A calendar with another pay frequency that fits almost as well.' },
    ),
  }),
  category: shape('ExplainedCategory', 'The category of an income source, and the rule that chose it.', {
    value: choice(INCOME_CATEGORIES),
    rule: Type.String(),
  }),
  transactions: Type.Array(Id),
  provenance: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Only for live providers and files: the fields of a transaction, each with the provider’s field from which it comes.',
    }),
  ),
  account_provenance: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Only for live providers and files: the fields of the account, each with the provider’s field from which it comes.',
    }),
  ),
});
export type ExplainedSource = Static<typeof ExplainedSource>;

const EXPLANATION = {
  engine_version: Type.String(),
  sources: Type.Array(ExplainedSource, { description: 'In the same order as in the report.' }),
  rejected: Type.Array(
    shape('RejectedCredit', 'A credit that does not count as income.', {
      transaction_id: Id,
      amount: Money,
      reason: Type.String(),
    }),
    {
      description: 'Every other credit in the window, and why it does not count as income.',
    },
  ),
};

export const IncomeExplanationAnswer = shape(
  'IncomeExplanation',
  'How the figures of an income insights report were computed.',
  { report_id: Id, ...EXPLANATION },
);
export type IncomeExplanationAnswer = Static<typeof IncomeExplanationAnswer>;
export type IncomeExplanation = Omit<IncomeExplanationAnswer, 'report_id'>;

/** An income report in its stored form, together with the explanation of its numbers. */
export type ExplainedInsights = IncomeInsightsSnapshot & { explanation: IncomeExplanation };
