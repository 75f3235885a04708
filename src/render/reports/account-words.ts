// Display names of accounts and account types.
import type { ReportedAccount } from '#domain/reports/asset-reports.ts';
import { DASH } from '#render/figures.ts';
import { inWords } from './words.ts';

type Account = Pick<ReportedAccount, 'type' | 'subtype' | 'nickname' | 'mask'>;

/** Display names that `inWords` cannot derive from the code of the account type or subtype. */
const ABBREVIATED: ReadonlyMap<string, string> = new Map([
  ['CD', 'Certificate of deposit'],
  ['PLAN_401_K', '401(k)'],
  ['PLAN_403_B', '403(b)'],
  ['IRA', 'IRA'],
  ['ROTH_IRA', 'Roth IRA'],
  ['HELOC', 'HELOC'],
]);

export const typeWords = ({ type }: Account): string => ABBREVIATED.get(type) ?? inWords(type);

export const kindWords = (account: Account): string =>
  account.subtype === null
    ? typeWords(account)
    : `${typeWords(account)}, ${ABBREVIATED.get(account.subtype) ?? inWords(account.subtype).toLowerCase()}`;

export const accountName = (account: Account): string => account.nickname ?? typeWords(account);

/** Formats the last digits of an account number as `****4721`. */
export const maskedNumber = ({ mask }: Account): string => (mask === null ? DASH : `****${mask}`);
