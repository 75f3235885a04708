// A made-up person: the data the bank shows, and the truth about it.

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
  /** A short description for readers of failures. */
  name: string;
  account_id: string;
  transaction_ids: string[];
  category: Category;
  /** Equally correct categories: whether a soldier's pay is PAYCHECK or MILITARY is not settled. */
  also_right: readonly Category[];
  /** null: irregular; 'open': so full of gaps that two people would not agree. */
  frequency: Frequency | null | 'open';
  pay_dates: number;
  /** The next pay day that is not before the day of the report; null if it has ended or cannot be known. */
  next_date: string | null;
  /** As ENGINES 1.2 defines it, over the true pay days; null if one-off or open. */
  monthly_average_cents: number | null;
  total_cents: number;
  /** Gross of a usual deposit, before withholding; null if unknown. */
  gross_per_deposit_cents: number | null;
  /** The person's true income in the 90 days after the report. */
  next_90_days_cents: number;
  /** Too few deposits to be required: neither missed nor wrong. */
  is_optional: boolean;
};

export type Person = {
  id: string;
  as_of: string;
  days_requested: number;
  accounts: Account[];
  transactions: Transaction[];
  /** null: not given to the engine. */
  state: string | null;
  filing_status: FilingStatus | null;
  truth: {
    streams: TrueStream[];
    /** Credits that are not income, with their kind. */
    not_income: { transaction_id: string; kind: string }[];
    /** Credits that cannot be judged: a single check, a friend's one payment. */
    open: string[];
  };
};
