// A made-up person: what the bank shows of them, and what is true.

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
  /** Says in a few words what it is, for whoever reads a failure. */
  name: string;
  account_id: string;
  transaction_ids: string[];
  category: Category;
  /** Names that are as good: the world does not decide whether a soldier's pay is PAYCHECK or MILITARY. */
  also_right: readonly Category[];
  /** null: comes when it comes; 'open': so full of holes that two people would not agree. */
  frequency: Frequency | null | 'open';
  pay_dates: number;
  /** The next pay day that is not before the day of the report; null when it has ended or nobody can know. */
  next_date: string | null;
  /** As ENGINES 1.2 defines it, over the true pay days; null where one-off or open. */
  monthly_average_cents: number | null;
  total_cents: number;
  /** Of a usual deposit, before anything was withheld; null where nothing is known of it. */
  gross_per_deposit_cents: number | null;
  /** What the person will really get in the 90 days after the report. */
  next_90_days_cents: number;
  /** Too few deposits to be asked for: neither missing nor wrong. */
  is_optional: boolean;
};

export type Person = {
  id: string;
  as_of: string;
  days_requested: number;
  accounts: Account[];
  transactions: Transaction[];
  /** null: not told to the engine. */
  state: string | null;
  filing_status: FilingStatus | null;
  truth: {
    streams: TrueStream[];
    /** Credits that are no income, with what they are. */
    not_income: { transaction_id: string; kind: string }[];
    /** Credits of which nobody can say: a single check, a friend's one payment. */
    open: string[];
  };
};
