// Response schemas of deposit switches and paycheck-linked lending: contract, section 16.
import {
  accountType,
  boolean,
  depositType,
  each,
  employerRef,
  extend,
  fileUrl,
  id,
  list,
  matching,
  money,
  object,
  orNull,
  providerRef,
  taskStatus,
  text,
  timestamp,
} from './words.ts';

export const depositDetails = object({
  account_number: matching('^\\d{4,20}$'),
  routing_number: matching('^\\d{4,17}$'),
  account_type: accountType,
  bank_name: orNull(text(128)),
  deposit_type: depositType,
  deposit_value: orNull(money),
});

/** An account before the switch. It is shown as the provider shows it, so its numbers may be masked. */
const initialAccount = extend(depositDetails, {
  ...each(text(), 'account_number', 'routing_number'),
  ...each(orNull(text()), 'bank_name', 'account_name'),
});

export const depositReport = object({
  id,
  status: taskStatus,
  ...each(orNull(timestamp), 'completed_at', 'finished_at'),
  access_token: id,
  tracking_info: orNull(text(256)),
  provider: providerRef,
  is_suspicious: boolean,
  pdf_report: orNull(fileUrl),
  employer: orNull(employerRef),
  deposit_details: depositDetails,
  initial_accounts: orNull(list(initialAccount)),
});

export const userDepositReport = object({
  user_id: id,
  completed_at: orNull(timestamp),
  links: list(extend(depositReport, { link_id: id })),
});
