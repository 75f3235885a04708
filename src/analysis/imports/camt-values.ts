// The accounts, amounts and balances in the values of a camt.053 statement.
import { pointAmount, quoted } from './amounts.ts';
import { dateOfIso } from './dates.ts';
import { tidyOrNull } from './found-parts.ts';
import {
  type AccountType,
  type ImportedAccount,
  type ImportedBalance,
  type Place,
  UnreadableFile,
} from './imported-parts.ts';

export type CamtValue = { text: string; place: Place; attributes: Readonly<Record<string, string>> };
/**
 * The values in an element, keyed by their path. The empty path has no text; it is the key for the place of the element
 * itself.
 */
export type CamtValues = Map<string, CamtValue>;

export type CamtBalance = ImportedBalance & { currency_code: string; place: Place };

const PARTIES = 'Dbtr Cdtr UltmtDbtr UltmtCdtr'.split(' ').map((party) => `RltdPties/${party}/Nm`);
/** The paths inside `Acct`, `Bal`, `Ntry` and `TxDtls` that are read. */
export const WANTED: ReadonlySet<string> = new Set([
  ...'Id/IBAN Id/Othr/Id Tp/Cd Tp/Prtry Ccy Nm Ownr/Nm Svcr/FinInstnId/BIC Svcr/FinInstnId/BICFI'.split(' '),
  ...'Svcr/FinInstnId/Nm Svcr/FinInstnId/ClrSysMmbId/MmbId'.split(' '),
  ...'Tp/CdOrPrtry/Cd Amt CdtDbtInd Dt/Dt Dt/DtTm'.split(' '),
  ...'Sts Sts/Cd BookgDt/Dt BookgDt/DtTm ValDt/Dt ValDt/DtTm AcctSvcrRef AddtlNtryInf'.split(' '),
  ...'Refs/AcctSvcrRef Refs/ChqNb AmtDtls/TxAmt/Amt RmtInf/Ustrd RmtInf/Strd/CdtrRefInf/Ref AddtlTxInf'.split(' '),
  ...'RltdDts/TxDtTm RltdDts/AccptncDtTm'.split(' '),
  ...PARTIES,
]);

const ACCOUNT_TYPES: Readonly<Record<string, AccountType>> = {
  CACC: 'CHECKING',
  TRAN: 'CHECKING',
  SVGS: 'SAVINGS',
  MOMA: 'SAVINGS',
  CARD: 'CREDIT_CARD',
  ODFT: 'LINE_OF_CREDIT',
  LOAN: 'LOAN',
};

/**
 * The kinds of balances that are read. A forward available balance (FWAV) is not read, because it is for later days.
 */
const BALANCES: Readonly<Record<string, ImportedBalance['kind'] | 'interim'>> = {
  OPBD: 'opening',
  PRCD: 'opening',
  CLBD: 'closing',
  ITBD: 'interim',
  CLAV: 'available',
  ITAV: 'available',
};

/** Returns the text of the first path that has a text; null if no path has one. */
export function textOf(values: CamtValues, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = tidyOrNull(values.get(path)?.text);
    if (text !== null) return text;
  }
  return null;
}

export function accountOf(values: CamtValues | undefined, place: Place, currency_code: string): ImportedAccount {
  const number = values === undefined ? null : textOf(values, 'Id/IBAN', 'Id/Othr/Id');
  if (values === undefined || number === null) throw new UnreadableFile(place, 'a statement without an account number');
  const currency = textOf(values, 'Ccy') ?? (currency_code || null);
  const type = textOf(values, 'Tp/Cd', 'Tp/Prtry');
  const member = textOf(values, 'Svcr/FinInstnId/ClrSysMmbId/MmbId') ?? '';
  return {
    key: [number, currency ?? ''].join('|'),
    number,
    routing_number: /^\d{9}$/.test(member) ? member : null,
    institution: textOf(values, 'Svcr/FinInstnId/Nm', 'Svcr/FinInstnId/BICFI', 'Svcr/FinInstnId/BIC'),
    name: textOf(values, 'Nm'),
    owner: textOf(values, 'Ownr/Nm'),
    type: type === null ? null : (ACCOUNT_TYPES[type] ?? 'OTHER'),
    currency_code: currency,
  };
}

/**
 * Returns the balance; undefined if its kind is not read. An interim balance begins or ends a page of a statement. It
 * is the opening balance if the page has no opening balance yet, and otherwise the closing balance.
 */
export function balanceOf(values: CamtValues, has_opening: boolean): CamtBalance | undefined {
  const named = BALANCES[textOf(values, 'Tp/CdOrPrtry/Cd') ?? ''];
  if (named === undefined) return undefined;
  const kind = named !== 'interim' ? named : has_opening ? 'closing' : 'opening';
  const { amount, currency_code, place } = signedAmount(values, 'Amt', values);
  const date = dateOfValue(values.get('Dt/Dt') ?? values.get('Dt/DtTm'));
  return { account_key: '', kind, amount, date, currency_code, place };
}

/**
 * Returns the amount. It is negative if the indicator is debit. For a reversal (`RvslInd`), the indicator is already
 * reversed.
 */
export function signedAmount(values: CamtValues, path: string, signs: CamtValues) {
  const value = values.get(path);
  const place = value?.place ?? values.get('')?.place ?? { line: 1, column: 1 };
  if (value === undefined) throw new UnreadableFile(place, 'a missing amount (Amt)');
  const currency_code = value.attributes['Ccy'] ?? '';
  if (!/^[A-Z]{3}$/.test(currency_code))
    throw new UnreadableFile(place, `${quoted(currency_code)} instead of a currency code`);
  const text = value.text.trim();
  if (text.startsWith('-')) throw new UnreadableFile(place, `the negative amount ${quoted(text)}`);
  const amount = pointAmount(text, place);
  return { amount: isDebit(signs) ? -amount : amount, currency_code, place };
}

function isDebit(values: CamtValues): boolean {
  const value = values.get('CdtDbtInd');
  const text = value?.text.trim();
  if (text === 'CRDT' || text === 'DBIT') return text === 'DBIT';
  const place = value?.place ?? values.get('')?.place ?? { line: 1, column: 1 };
  if (text === undefined) throw new UnreadableFile(place, 'a missing credit or debit indicator (CdtDbtInd)');
  throw new UnreadableFile(place, `${quoted(text)} instead of CRDT or DBIT`);
}

export function dateOfValue(value: CamtValue | undefined): string | null {
  if (value === undefined) return null;
  const date = dateOfIso(value.text.trim());
  if (date === undefined) throw new UnreadableFile(value.place, `${quoted(value.text)} instead of a date`);
  return date;
}
