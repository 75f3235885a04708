// Response schemas of a user's asset reports: contract, section 11.4.
import { account, transaction } from './financial-accounts.ts';
import { user } from './links.ts';
import {
  address,
  boolean,
  choice,
  count,
  currency,
  date,
  each,
  extend,
  id,
  list,
  matching,
  money,
  type ObjectShape,
  object,
  orNull,
  type Shape,
  text,
  timestamp,
  unsignedMoney,
} from './words.ts';

const made = { report_id: id, created_at: timestamp, completed_at: timestamp };

/** An element of the list of asset reports (contract, section 11.1). */
export const assetReportSummary = object(made);

/** An account owner: contract, section 2.2. */
const owner = object({
  id,
  ...each(orNull(text()), 'full_name', 'email', 'phone'),
  address,
  relation_type: orNull(choice('PRIMARY', 'JOINT', 'SECONDARY', 'OTHER')),
});

type Amounts = {
  is_voe: boolean;
  threshold: Shape;
  average: Shape;
  total: Shape;
  balance: Shape;
  transacted: Shape;
};

function assetReportWith({ is_voe, threshold, average, total, balance, transacted }: Amounts): ObjectShape {
  const averages = each(average, 'avg_30', 'avg_60', 'avg_90');
  const reported = extend(account, {
    balances: object({ currency_code: currency, ...each(balance, 'balance', 'available_balance', 'credit_limit') }),
    days_available: count,
    routing_number: orNull(matching('^\\d+$')),
    owners: list(owner),
    nsf: count,
    summary: object(averages),
    transactions: list(extend(transaction, { amount: transacted, is_large_deposit: boolean })),
  });
  return object({
    ...made,
    days_requested: { type: 'integer', minimum: 30, maximum: 730 },
    as_of_date: date,
    is_voe: { const: is_voe },
    large_deposit_threshold: threshold,
    borrower: user,
    summary: object({ balance: total, ...averages }),
    links: list(
      object({
        link_id: id,
        provider: text(64),
        provider_name: text(),
        created_at: timestamp,
        updated_at: timestamp,
        tracking_info: orNull(text(256)),
        accounts: list(reported),
      }),
    ),
  });
}

export const assetReport = assetReportWith({
  is_voe: false,
  threshold: orNull(unsignedMoney),
  average: orNull(money),
  total: money,
  balance: orNull(money),
  transacted: unsignedMoney,
});

/** In a report with `is_voe` the amounts are null. */
const left_out: Shape = { type: 'null' };
export const assetReportWithoutAmounts = assetReportWith({
  is_voe: true,
  threshold: left_out,
  average: left_out,
  total: left_out,
  balance: left_out,
  transacted: left_out,
});
