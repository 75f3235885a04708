// Response schemas of scoring reports: contract, section 14.
import {
  boolean,
  choice,
  count,
  date,
  each,
  id,
  integer,
  list,
  matching,
  money,
  object,
  orNull,
  text,
  timestamp,
  unsignedMoney,
} from './words.ts';

export const newScoringReport = object({ report_id: id });

export const scoringReport = object({
  report_id: id,
  guid: matching('^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'),
  refresh: boolean,
  ...each(text(128), 'lender_reference', 'customer_identifier'),
  purpose: choice('decisioning', 'verification', 'analytics'),
  status: choice('processing', 'success', 'error'),
  cutoff_date: date,
  ...each(timestamp, 'created_at', 'updated_at'),
  alerts: list(object({ alert_code: text(), message: text() })),
  scores: list(object({ name: text(), version: text(), value: integer })),
  metrics: list(
    object({
      name: text(),
      short_name: text(),
      time_period: matching('^\\d{1,2}m_l\\d{1,2}$'),
      unit: choice('usd', 'count', 'days', 'percent'),
      value: orNull(money),
    }),
  ),
  derived_incomes: list(
    object({
      description: text(),
      frequency: orNull(choice('W', 'BW', 'SM', 'M', 'SA', 'A')),
      formatted_frequency: text(),
      ...each(count, 'days', 'months'),
      ...each(unsignedMoney, 'average_amount', 'monthly_amount'),
    }),
  ),
});
