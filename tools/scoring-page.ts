// Generates the documentation page of scoring attributes, scores and alerts from the tables used to compute them.
import { ALERTS } from '#analysis/scoring/alerts.ts';
import { ATTRIBUTES } from '#analysis/scoring/attributes.ts';
import { CLASSES } from '#analysis/scoring/kinds.ts';
import { POINTS_KNOWN_MIN, SCORES, type ScoreRule } from '#analysis/scoring/scores.ts';
import { daysIn, PERIODS, type Period } from '#analysis/scoring/windows.ts';

const SPANS: readonly Period[] = [...new Set(ATTRIBUTES.map(({ time_period }) => time_period))].toSorted(
  (a, b) => daysIn(a) - daysIn(b),
);

export const scoringPage = (): string =>
  [
    '# Scoring attributes',
    '',
    '`POST /v1/scoring_attributes/reports/` counts how money comes and goes, over accounts and transactions you send or over',
    'those a person has connected (`user_id`, `link_id`). The same input always gives the same report. This page is generated',
    'by `npm run docs` from the tables the service counts by.',
    '',
    '## What is counted',
    '',
    '- Accounts money is spent from or saved in: checking, savings, and others that are neither debts nor investments. What is',
    '  owed on loans and cards is counted only with `loan_data_enabled`.',
    '- Transactions up to the end of `cutoff_date`, by the day they were made. What is pending is left out of everything.',
    '- US dollars.',
    '- A payment that is sent back within five days counts neither as paid nor as received.',
    '- What moves between two accounts of the person, or says that it does, is a transfer.',
    '- A balance holds for the end of its `balance_date`, and without one for the end of `cutoff_date`. Transactions carry it to',
    '  every other day.',
    '',
    'Every transaction is of one kind. Income is what the engine of income insights finds, with its streams and rhythms; the',
    'rest is classified by the words of the bank’s description, then by the bank’s categories.',
    '',
    '| Class | What it is |',
    '|---|---|',
    ...Object.values(CLASSES).map(({ title, about }) => `| ${title} | ${about} |`),
    '',
    '## Spans',
    '',
    '`<n>m_l<k>` are *n* months that ended *k* months before the cutoff date, both their days included. A month is 30 days,',
    'twelve are 365.',
    '',
    '| `time_period` | Days |',
    '|---|---|',
    ...SPANS.map((period) => `| \`${period}\` | ${spanText(period)} |`),
    '',
    'Where the first transaction that is known lies behind the first tenth of a span, nothing is said of the span: all its',
    'values are null. A balance joins a span under the same condition, account by account.',
    '',
    '## Attributes',
    '',
    'Values are decimals with two places whatever their unit. Sums and numbers of nothing are `0.00`; what needs a member and',
    'has none is null. Trends are slopes of the line nearest to the months, by least squares.',
    '',
    '| `short_name` | `name` | `unit` | What it says |',
    '|---|---|---|---|',
    ...ATTRIBUTES.map(({ short_name, name, unit, about }) => `| \`${short_name}\` | ${name} | ${unit} | ${about} |`),
    '',
    '## Scores',
    '',
    'Whole numbers from 0 to 100. Each part gives no point at one value of its attribute, all of its points at another, and in',
    'proportion between them. Parts whose attribute is null are left out and the rest is scaled to 100; where less than',
    `${POINTS_KNOWN_MIN} points are left there is no score. A score whose rule changes gets another \`version\`.`,
    '',
    ...SCORES.flatMap(scoreSection),
    '## Alerts',
    '',
    '| `alert_code` | `message` |',
    '|---|---|',
    ...Object.entries(ALERTS).map(([code, message]) => `| \`${code}\` | ${message} |`),
    '',
    '## Derived incomes',
    '',
    'The streams of income of the last 365 days: `frequency` as in income insights, null without a rhythm; `days` from the first',
    'deposit to the last, both included; `months` the calendar months with a deposit; `average_amount` of a deposit, without',
    'outliers; `monthly_amount` over the life of the stream.',
    '',
  ].join('\n');

const spanText = (period: Period): string => {
  const { months, months_before } = PERIODS[period];
  if (months === 0) return 'none: the state at the end of the cutoff date';
  return months_before === 0 ? `the last ${daysIn(period)}` : `the ${daysIn(period)} before the last ${daysIn(period)}`;
};

const scoreSection = ({ name, version, about, parts }: ScoreRule): string[] => [
  `### \`${name}\`, version ${version}`,
  '',
  about,
  '',
  '| Attribute | Points | None at | All at |',
  '|---|---|---|---|',
  ...parts.map(({ attribute, points, none_at, all_at }) => `| \`${attribute}\` | ${points} | ${none_at} | ${all_at} |`),
  '',
];
