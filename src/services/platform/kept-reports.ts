// Unseals stored reports. This happens in the thread that returns or prints the reports, which may be a worker thread.
import type { LinkIncomeAnswer, LinkIncomeSnapshot } from '#domain/reports/income-insights.ts';
import { unsealList } from './sealed-json.ts';
import { asBuffer, type Sealed } from './sealed-sections.ts';

export type Made = { readonly id: string; readonly created_at: Date };

export const unsealed = <T>({ key, sealed, where }: Sealed): T => unsealList<T>(key, asBuffer(sealed), where);

/** The fields that the API response contains in addition to the report's findings. */
export type LinkIncomeShown = Pick<
  LinkIncomeAnswer,
  'id' | 'status' | 'completed_at' | 'days_requested' | 'access_token'
>;

export const presentLinkIncome = (
  { id, status, completed_at, days_requested, access_token }: LinkIncomeShown,
  { tracking_info, provider, ...shown }: LinkIncomeSnapshot,
): LinkIncomeAnswer => ({
  id,
  status,
  completed_at,
  days_requested,
  tracking_info,
  provider,
  access_token,
  ...shown,
});
