// A made-up person: the data that the bank shows, and the truth about it.

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
  /** A short description for the list of failures. */
  name: string;
  account_id: string;
  transaction_ids: string[];
  category: Category;
  /** Equally correct categories. For example, a soldier's pay may be `PAYCHECK` or `MILITARY`. */
  also_right: readonly Category[];
  /** Null if irregular; `open` if there are so many gaps that two people would not agree on the frequency. */
  frequency: Frequency | null | 'open';
  pay_dates: number;
  /** The next pay day on or after the day of the report; null if the stream has ended or the day cannot be known. */
  next_date: string | null;
  /** The average as ENGINES 1.2 defines it, over the true pay days; null for one-off or `open` streams. */
  monthly_average_cents: number | null;
  total_cents: number;
  /** The gross amount of a usual deposit, before withholding; null if unknown. */
  gross_per_deposit_cents: number | null;
  /** The person's true income in the 90 days after the report. */
  next_90_days_cents: number;
  /**
   * The stream has too few deposits, so the engine is not required to find it. It is not counted as missed or as wrong.
   */
  is_optional: boolean;
};

export type Person = {
  id: string;
  as_of: string;
  days_requested: number;
  accounts: Account[];
  transactions: Transaction[];
  /** Null if the state is not given to the engine. */
  state: string | null;
  filing_status: FilingStatus | null;
  truth: {
    streams: TrueStream[];
    /** Credits that are not income, with their kind. */
    not_income: { transaction_id: string; kind: string }[];
    /** Credits that cannot be judged as income or as not income: a single check, or a single payment from a friend. */
    open: string[];
  };
};
