// A made-up person: the data that the bank shows, and the true values with which a report on this data is compared.

export type Category =
  | 'PAYCHECK'
  | 'GIG_ECONOMY'
  | 'SELF_EMPLOYMENT'
  | 'SOCIAL_SECURITY'
  | 'DISABILITY'
  | 'RETIREMENT'
  | 'MILITARY'
  | 'VETERAN'
  | 'UNEMPLOYMENT'
  | 'CHILD_SUPPORT'
  | 'ALIMONY'
  | 'RENTAL'
  | 'INTEREST_DIVIDENDS'
  | 'TAX_REFUND'
  | 'GOVERNMENT_BENEFIT'
  | 'CASH_DEPOSIT'
  | 'TRANSFER';

export type Frequency = 'W' | 'BW' | 'SM' | 'M';
export type FilingStatus = 'single' | 'married' | 'head';

export type Account = { id: string; type: 'CHECKING' | 'SAVINGS' | 'CREDIT_CARD' };

export type Transaction = {
  id: string;
  account_id: string;
  date: string;
  amount_cents: bigint;
  type: 'CREDIT' | 'DEBIT';
  status: 'POSTED' | 'PENDING';
  description: string;
  currency_code: 'USD';
};

export type TrueStream = {
  /** A short description of the stream. It is shown in the list of failures. */
  name: string;
  account_id: string;
  transaction_ids: string[];
  category: Category;
  /**
   * Other categories that are equally correct for this stream. For example, a soldier's pay may be `PAYCHECK` or
   * `MILITARY`.
   */
  also_right: readonly Category[];
  /**
   * The frequency of the payments. It is null if the payments are irregular. It is `open` if the frequency cannot be
   * judged. There are three reasons for `open`: the stream has many gaps, its frequency changed only a few payments
   * ago, or the stream is a tax refund.
   */
  frequency: Frequency | null | 'open';
  pay_dates: number;
  /**
   * The next pay day on or after the day of the report; null if the stream has ended, or if its next pay day cannot be
   * predicted.
   */
  next_date: string | null;
  /**
   * The true monthly average, as averages.ts computes it; null for a tax refund and for a stream whose frequency is
   * `open` or has changed.
   */
  monthly_average_cents: number | null;
  total_cents: number;
  /** The gross amount of a usual deposit, before withholding; null if unknown. */
  gross_per_deposit_cents: number | null;
  /** The stream's true income in the 90 days after the report. */
  next_90_days_cents: number;
  /**
   * True if the stream has so few deposits that the engine is not required to find it. Such a stream is counted neither
   * as missed nor as wrong.
   */
  is_optional: boolean;
};

export type Person = {
  id: string;
  as_of: string;
  days_requested: number;
  accounts: Account[];
  transactions: Transaction[];
  /** The US state in which the person lives. Null if the state is not passed to the engine. */
  state: string | null;
  filing_status: FilingStatus | null;
  truth: {
    streams: TrueStream[];
    /** Credits that are not income, with their kind. */
    not_income: { transaction_id: string; kind: string }[];
    /** Credits for which it cannot be judged whether they are income: occasional checks. */
    open: string[];
  };
};
