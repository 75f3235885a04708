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
  'Income is identified from deposits to the accounts in the requested period. Transfers between the person’s own accounts, loans, refunds and transfers between people are excluded, as are payers with too few deposits to count as income.',
  'Average monthly income covers the whole life of a source: with a regular pay frequency, it is based on the average per pay date and the pay dates in a year; otherwise, on the average per full calendar month. The average deposit excludes outliers.',
  'The forecast is the level of the latest pay, without bonuses, times the pay dates in a month; for a source without a regular pay frequency, it is the mean of the averages of the last three and the last twelve full months. A source that has stopped paying has a forecast of zero and no next payment date.',
  'Gross income is an estimate. Gross pay is calculated from net pay with the tax tables of its year for a single person in the account owner’s state, or from a pay stub if one is available; other income is counted as received, in some cases with a small addition for withholding.',
  'Tax refunds, cash and checks are included in the totals but not in the monthly and yearly figures. Yearly figures are twelve times the monthly figures. Amounts in different currencies are never added together.',
  'Income paid to accounts that are not connected here, cash that was not deposited, and income from before the requested period are not known. The explanation of this report shows how each figure was calculated and from which deposits.',
] as const;
