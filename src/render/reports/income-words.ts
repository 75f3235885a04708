// Texts of income reports: names of income categories and pay frequencies, and how the amounts are calculated.
import type { BankIncomeSource } from '#domain/reports/income-insights.ts';
import { FREQUENCY_WORDS, inWords } from './words.ts';

const CATEGORY_WORDS: ReadonlyMap<string, string> = new Map([
  ['GIG_ECONOMY', 'Gig work'],
  ['SELF_EMPLOYMENT', 'Self-employment'],
  ['VETERAN', 'Veterans’ benefits'],
  ['INTEREST_DIVIDENDS', 'Interest and dividends'],
  ['CASH_DEPOSIT', 'Cash and checks'],
]);

export const categoryWords = ({ income_category }: Pick<BankIncomeSource, 'income_category'>): string =>
  CATEGORY_WORDS.get(income_category) ?? inWords(income_category);

export const rhythmWords = ({ pay_frequency }: Pick<BankIncomeSource, 'pay_frequency'>): string =>
  pay_frequency === null ? 'Irregular' : FREQUENCY_WORDS[pay_frequency];

export const METHODS = [
  'Income is read off the credits of the accounts in the days requested. Money moved between the person’s own accounts, loans, refunds and transfers between people are left out, and so are payers seen too seldom to call it income.',
  'Average monthly income is what a source has paid over its own life: with a rhythm, per pay day and pay days of a year; without one, per full calendar month. The average deposit leaves out deposits that are far from the others.',
  'The forecast is the level of the latest pay, without bonuses, times the pay days of a month; for a source without a rhythm it is the mean of the last three and the last twelve full months. A source that has stopped paying has a forecast of nothing and no next date.',
  'Gross is an estimate. Pay is taken back through the tax tables of its year for a single person in the state of the account’s owner, or through a pay stub where one is known; other income counts as it arrives, some of it with a small share for withholding.',
  'Tax refunds, cash and checks are in the totals and not in the monthly and yearly figures. A year is twelve months of the figure for a month. Amounts in different currencies are never added.',
  'What accounts not connected here receive, what is paid in cash and kept, and what was paid before the days requested is not known. How each figure was made, from which deposits, is told by the explanation of this report.',
] as const;
