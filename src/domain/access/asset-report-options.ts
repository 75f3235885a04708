// Options of an asset report: the number of days, the as-of date, and the amount above which a deposit is treated as
// large.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import type { InvalidParam } from '#base/errors.ts';
import { type DecimalText, formatMoney, Money, parseMoney } from '#base/money.ts';
import { Id, nullable, optionalChoice, optionalDecimal, shape } from '#base/schema.ts';

const LOAN_TYPES = ['FHA', 'CONVENTIONAL', 'VA', 'USDA', 'OTHER'] as const;
type LoanType = (typeof LOAN_TYPES)[number];
const AMOUNTS = ['fixed_amount', 'sales_price', 'qualifying_monthly_income'] as const;
/** The maximum number of ids in `account_ids`. We assume that no user has connected more accounts than this number. */
const ACCOUNTS_MAX = 100;

/** The default number of days for which asset reports and income insights include transactions. */
export const DAYS_REQUESTED = 90;
export const DaysRequested = Type.Integer({ minimum: 30, maximum: 730 });

export const AssetReportChanges = shape(
  'NewAssetReport',
  'Options for an asset report; absent options get their defaults.',
  {
    days_requested: Type.Optional(DaysRequested),
    as_of_date: Type.Optional(nullable(CalendarDate)),
    large_deposit_threshold: Type.Optional(
      shape('NewLargeDepositThreshold', 'The threshold above which a deposit counts as large.', {
        fixed_amount: optionalDecimal(),
        sales_price: optionalDecimal(),
        qualifying_monthly_income: optionalDecimal(),
        loan_type: optionalChoice(LOAN_TYPES),
      }),
    ),
    is_voe: Type.Optional(Type.Boolean()),
    account_ids: Type.Optional(Type.Array(Type.String({ format: 'text' }), { maxItems: ACCOUNTS_MAX })),
    request_extended_history: Type.Optional(Type.Boolean()),
  },
);
type AssetReportChanges = Static<typeof AssetReportChanges>;

export const AssetReportOptions = shape('AssetReportOptions', 'Options for an asset report.', {
  days_requested: Type.Integer(),
  as_of_date: nullable(CalendarDate),
  large_deposit_threshold: shape('LargeDepositThreshold', 'The threshold above which a deposit counts as large.', {
    fixed_amount: nullable(Money),
    sales_price: nullable(Money),
    qualifying_monthly_income: nullable(Money),
    loan_type: Type.Unsafe<LoanType | null>({ type: ['string', 'null'], enum: [...LOAN_TYPES, null] }),
  }),
  is_voe: Type.Boolean(),
  account_ids: Type.Array(Id),
  request_extended_history: Type.Boolean(),
});
export type AssetReportOptions = Static<typeof AssetReportOptions>;
type Threshold = AssetReportOptions['large_deposit_threshold'];

export const DEFAULT_ASSET_REPORT: AssetReportOptions = {
  days_requested: DAYS_REQUESTED,
  as_of_date: null,
  large_deposit_threshold: {
    fixed_amount: null,
    sales_price: null,
    qualifying_monthly_income: null,
    loan_type: null,
  },
  is_voe: false,
  account_ids: [],
  request_extended_history: false,
};

export const changeAssetReport = (before: AssetReportOptions, sent: AssetReportChanges = {}): AssetReportOptions => ({
  days_requested: sent.days_requested ?? before.days_requested,
  as_of_date: sent.as_of_date === undefined ? before.as_of_date : sent.as_of_date,
  large_deposit_threshold: changeThreshold(before.large_deposit_threshold, sent.large_deposit_threshold),
  is_voe: sent.is_voe ?? before.is_voe,
  account_ids: sent.account_ids ?? before.account_ids,
  request_extended_history: sent.request_extended_history ?? before.request_extended_history,
});

const changeThreshold = (
  before: Threshold,
  sent: NonNullable<AssetReportChanges['large_deposit_threshold']> = {},
): Threshold => ({
  fixed_amount: changedAmount(before.fixed_amount, sent.fixed_amount),
  sales_price: changedAmount(before.sales_price, sent.sales_price),
  qualifying_monthly_income: changedAmount(before.qualifying_monthly_income, sent.qualifying_monthly_income),
  loan_type: sent.loan_type === undefined ? before.loan_type : sent.loan_type || null,
});

/**
 * Returns the amount after a change, in the format of the response. It is stored in this format, because template code
 * does not calculate with the amount.
 */
function changedAmount(before: DecimalText | null, sent: string | number | null | undefined): DecimalText | null {
  if (sent === undefined) return before;
  const cents = parseMoney(sent);
  return cents === undefined ? null : formatMoney(cents);
}

/**
 * Performs the checks that the schema cannot express. `prefix`, such as `reports.voa.`, comes before the names of
 * invalid fields; `today` is the date on the owner's clock.
 */
export function assetReportFaults(options: AssetReportOptions, prefix: string, today: string): InvalidParam[] {
  const faults: InvalidParam[] = [];
  const { as_of_date, large_deposit_threshold, account_ids } = options;
  if (as_of_date !== null && as_of_date > today) {
    faults.push({ field: `${prefix}as_of_date`, message: `Ensure this value is less than or equal to ${today}.` });
  }
  for (const name of AMOUNTS) {
    if (large_deposit_threshold[name]?.startsWith('-')) {
      const message = 'Ensure this value is greater than or equal to 0.';
      faults.push({ field: `${prefix}large_deposit_threshold.${name}`, message });
    }
  }
  // An account belongs to one user, but a template belongs to no user, so any account id in a template is invalid.
  account_ids.forEach((_, at) => {
    faults.push({ field: `${prefix}account_ids.${at}`, message: 'Object not found.' });
  });
  return faults;
}
