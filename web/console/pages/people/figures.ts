// The figures of an income source that the user can open to see an explanation, with their names and the way in which
// their values are shown.
import type { Locale } from '../../../shared/session.ts';
import { day, money } from '../../format.ts';
import { type Words, wordFor } from '../../words.ts';
import type { WORDS } from './words.ts';

type Named = Words<keyof typeof WORDS.en>;

/** The key of each figure is its field in the report. The page shows the figures in this order. */
export const FIGURES = {
  historical_average_monthly_income: { label: 'monthly', kind: 'money' },
  historical_average_monthly_gross_income: { label: 'monthly_gross', kind: 'money' },
  forecasted_average_monthly_income: { label: 'forecast', kind: 'money' },
  total_amount: { label: 'total', kind: 'money' },
  avg_deposit_amount: { label: 'avg_deposit', kind: 'money' },
  avg_gross_deposit_amount: { label: 'avg_gross_deposit', kind: 'money' },
  next_payment_date: { label: 'next_payment', kind: 'date' },
  pay_frequency: { label: 'frequency', kind: 'word' },
  transaction_count: { label: 'deposits', kind: 'number' },
  start_date: { label: 'first_deposit', kind: 'date' },
  end_date: { label: 'last_deposit', kind: 'date' },
} as const satisfies Record<string, { label: keyof Named; kind: 'money' | 'date' | 'word' | 'number' }>;
export type FigureName = keyof typeof FIGURES;

const isFigure = (name: string): name is FigureName => Object.hasOwn(FIGURES, name);
export const FIGURE_NAMES = Object.keys(FIGURES).filter(isFigure);

/** The name of a figure on the page; empty for a figure that the page does not show. */
export const figureLabel = (words: Named, name: string): string => (isFigure(name) ? words[FIGURES[name].label] : '');

export function figureText(words: Named, locale: Locale, name: FigureName, value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '–';
  const { kind } = FIGURES[name];
  if (kind === 'money') return money(value);
  return kind === 'date' ? day(locale, value) : wordFor(words, value);
}
