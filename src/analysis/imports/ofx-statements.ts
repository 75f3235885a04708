// Finds the accounts, transactions and balances in the elements of an OFX file. The elements are the same in OFX 1
// (SGML), OFX 2 (XML) and QFX. The names come from the OFX specification, versions 1.0.2 to 2.3.
import { eitherAmount, quoted } from './amounts.ts';
import { dateOf8 } from './dates.ts';
import { type FoundParts, tidyOrNull } from './found-parts.ts';
import { type AccountType, type ImportedBalance, type Place, UnreadableFile } from './imported-parts.ts';
import type { MarkupEvent } from './markup.ts';

type Value = { text: string; place: Place };
type Element = { name: string; place: Place; values: Map<string, Value> };
type Statement = { element: string; place: Place; key: string | undefined; currency_code: string | null };

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const STATEMENTS = words('STMTRS CCSTMTRS INVSTMTRS');
/**
 * The containers: elements that contain other elements and may enclose a value that is read. A value belongs to its
 * innermost container.
 */
const CONTAINERS = words(
  'OFX SIGNONMSGSRSV1 SONRS FI STATUS BANKMSGSRSV1 STMTTRNRS STMTRS BANKACCTFROM BANKTRANLIST BANKTRANLISTP STMTTRN ' +
    'STMTTRNP PAYEE CURRENCY ORIGCURRENCY BANKACCTTO CCACCTTO LEDGERBAL AVAILBAL BALLIST BAL CREDITCARDMSGSRSV1 ' +
    'CCSTMTTRNRS CCSTMTRS CCACCTFROM INVSTMTMSGSRSV1 INVSTMTTRNRS INVSTMTRS INVACCTFROM INVTRANLIST INVBANKTRAN INCOME ' +
    'INVTRAN SECID INVBAL INVPOSLIST INVOOLIST SECLIST',
);
/**
 * Containers that must not contain a container of the same name. If one does, the file did not close the outer
 * container.
 */
const SEPARATE = words('STMTTRN STMTTRNP INCOME STMTRS CCSTMTRS INVSTMTRS');
const VALUES = words(
  'ORG FID CURDEF BANKID BROKERID ACCTID ACCTTYPE TRNTYPE DTPOSTED DTTRAN DTUSER TRNAMT FITID CHECKNUM NAME EXTDNAME MEMO ' +
    'CURSYM BALAMT DTASOF AVAILCASH CODE SEVERITY TOTAL INCOMETYPE DTTRADE DTSETTLE CORRECTFITID',
);
/** Containers whose values are also stored in the container around them, under names such as `PAYEE.NAME`. */
const MERGED = words('PAYEE CURRENCY INVTRAN');

const ACCOUNT_TYPES: Readonly<Record<string, AccountType>> = {
  CHECKING: 'CHECKING',
  SAVINGS: 'SAVINGS',
  MONEYMRKT: 'MONEY_MARKET',
  CREDITLINE: 'LINE_OF_CREDIT',
};
const INCOME_TYPES: Readonly<Record<string, string>> = {
  CGLONG: 'Long-term capital gain',
  CGSHORT: 'Short-term capital gain',
  DIV: 'Dividend',
  INTEREST: 'Interest',
};

export function ofxStatements(found: FoundParts) {
  const open: Element[] = [];
  let statement: Statement | undefined;
  let institution: string | null = null;
  let statements = 0;

  const takeOpen = (name: string, place: Place): void => {
    if (SEPARATE.has(name) && open.some((element) => element.name === name)) {
      throw new UnreadableFile(place, `another ${name} inside a ${name}, which is not closed`);
    }
    if (STATEMENTS.has(name)) {
      statements += 1;
      statement = { element: name, place, key: undefined, currency_code: null };
    }
    open.push({ name, place, values: new Map() });
  };

  const takeValue = (name: string, value: Value): void => {
    if (SEPARATE.has(name)) throw new UnreadableFile(value.place, `a ${name} without elements inside`);
    if (name === 'CURDEF' && statement !== undefined) statement.currency_code ??= currencyOf(value);
    const values = open.findLast((element) => CONTAINERS.has(element.name))?.values;
    if (VALUES.has(name) && value.text !== '' && values?.has(name) === false) values.set(name, value);
  };

  const takeClose = (name: string, is_implied: boolean, place: Place): void => {
    const element = open.pop();
    if (element === undefined || !CONTAINERS.has(name)) return;
    if (is_implied) found.warn(place, `The element ${name} of line ${element.place.line} is not closed.`);
    finish(element);
    if (STATEMENTS.has(name)) statement = undefined;
    if (!MERGED.has(name)) return;
    const around = open.findLast((outer) => CONTAINERS.has(outer.name))?.values;
    for (const [key, value] of element.values) around?.set(`${name}.${key}`, value);
  };

  const finish = (element: Element): void => {
    const { name, values } = element;
    if (name === 'FI') institution ??= tidyOrNull(values.get('ORG')?.text ?? values.get('FID')?.text);
    else if (name === 'STATUS') warnOfError(element);
    else if (/^(?:BANK|CC|INV)ACCTFROM$/.test(name)) finishAccount(element);
    else if (name === 'STMTTRN' || name === 'STMTTRNP') finishTransaction(element);
    else if (name === 'INCOME') finishIncome(element);
    else if (name === 'LEDGERBAL') addBalance(element, 'closing', 'BALAMT', values.get('DTASOF'));
    else if (name === 'AVAILBAL') addBalance(element, 'available', 'BALAMT', values.get('DTASOF'));
    else if (name === 'INVBAL' && values.has('AVAILCASH')) {
      const date = open.find((outer) => outer.name === 'INVSTMTRS')?.values.get('DTASOF');
      addBalance(element, 'available', 'AVAILCASH', date);
    }
  };

  const warnOfError = ({ place, values }: Element): void => {
    if (values.get('SEVERITY')?.text.toUpperCase() !== 'ERROR') return;
    found.warn(place, `The bank reports the error ${values.get('CODE')?.text ?? 'without a code'}.`);
  };

  const finishAccount = ({ place, values }: Element): void => {
    if (statement === undefined || statement.key !== undefined) return;
    const number = values.get('ACCTID')?.text;
    if (number === undefined) throw new UnreadableFile(place, 'an account without a number (ACCTID)');
    const bank = values.get('BANKID')?.text ?? values.get('BROKERID')?.text ?? '';
    const kind = values.get('ACCTTYPE')?.text.toUpperCase();
    statement.key = [statement.element, bank, number, kind ?? ''].join('|');
    const account = {
      key: statement.key,
      number,
      routing_number: /^\d{9}$/.test(bank) && statement.element === 'STMTRS' ? bank : null,
      institution: institution ?? tidyOrNull(bank),
      name: null,
      owner: null,
      type: typeOf(statement.element, kind),
      currency_code: statement.currency_code,
    };
    found.account(account, place);
  };

  const keyAt = (place: Place): string => {
    if (statement?.key === undefined) throw new UnreadableFile(place, 'a transaction or balance before its account');
    return statement.key;
  };

  const finishTransaction = (element: Element): void => {
    const { name, place, values } = element;
    const account_key = keyAt(place);
    const text = (key: string) => tidyOrNull(values.get(key)?.text);
    const is_pending = name === 'STMTTRNP';
    const amount = amountOf(element, 'TRNAMT');
    const posted = values.get(is_pending ? 'DTTRAN' : 'DTPOSTED');
    if (posted === undefined && !is_pending) throw new UnreadableFile(place, 'a transaction without a date (DTPOSTED)');
    const currency = values.get('CURRENCY.CURSYM');
    const check_number = text('CHECKNUM');
    const payee = longer(text('NAME'), text('EXTDNAME')) ?? text('PAYEE.NAME');
    const kind = [text('TRNTYPE'), check_number].filter((part) => part !== null).join(' ');
    if (values.has('CORRECTFITID')) found.warn(place, 'The transaction corrects an earlier one. Both are read.');
    const transaction = {
      account_key,
      bank_id: text('FITID'),
      posted_on: is_pending ? null : dateOfValue(posted),
      transacted_on: dateOfValue(is_pending ? posted : optional(values.get('DTUSER'))),
      amount,
      currency_code: currency === undefined ? (statement?.currency_code ?? null) : currencyOf(currency),
      is_pending,
      description: payee ?? text('MEMO') ?? kind,
      memo: payee === null ? null : text('MEMO'),
      check_number,
      balance: null,
    };
    found.add({ part: 'transaction', transaction });
  };

  /** Adds dividends and interest as transactions, because they are paid into the cash of the investment account. */
  const finishIncome = (element: Element): void => {
    const { place, values } = element;
    const account_key = keyAt(place);
    const text = (key: string) => tidyOrNull(values.get(key)?.text);
    const traded = values.get('INVTRAN.DTTRADE');
    if (traded === undefined) throw new UnreadableFile(place, 'an income without a date (DTTRADE)');
    const currency = values.get('CURRENCY.CURSYM');
    const memo = text('INVTRAN.MEMO');
    const transaction = {
      account_key,
      bank_id: text('INVTRAN.FITID'),
      posted_on: dateOfValue(optional(values.get('INVTRAN.DTSETTLE')) ?? traded),
      transacted_on: dateOfValue(traded),
      amount: amountOf(element, 'TOTAL'),
      currency_code: currency === undefined ? (statement?.currency_code ?? null) : currencyOf(currency),
      is_pending: false,
      description: INCOME_TYPES[values.get('INCOMETYPE')?.text.toUpperCase() ?? ''] ?? memo ?? 'Investment income',
      memo,
      check_number: null,
      balance: null,
    };
    found.add({ part: 'transaction', transaction });
  };

  const addBalance = (element: Element, kind: ImportedBalance['kind'], key: string, date: Value | undefined): void => {
    const amount = amountOf(element, key);
    const balance = { account_key: keyAt(element.place), kind, amount, date: dateOfValue(optional(date)) };
    found.add({ part: 'balance', balance });
  };

  return {
    take(event: MarkupEvent): void {
      const { kind, place } = event;
      const name = event.name.toUpperCase();
      if (open.length === 0 && kind !== 'close' && name !== 'OFX') {
        throw new UnreadableFile(place, `the element ${name} instead of OFX`);
      }
      if (kind === 'open') takeOpen(name, place);
      else if (kind === 'value') takeValue(name, { text: event.text.trim(), place });
      else takeClose(name, event.is_implied, place);
    },
    end(place: Place): void {
      if (statements === 0) throw new UnreadableFile(place, 'a file without a statement of an account');
    },
  };
}

const typeOf = (statement: string, kind: string | undefined): AccountType | null => {
  if (statement === 'CCSTMTRS') return 'CREDIT_CARD';
  if (statement === 'INVSTMTRS') return 'INVESTMENT';
  return kind === undefined ? null : (ACCOUNT_TYPES[kind] ?? 'OTHER');
};

function amountOf({ place, values }: Element, key: string): bigint {
  const value = values.get(key);
  if (value === undefined) throw new UnreadableFile(place, `a missing amount (${key})`);
  return eitherAmount(value.text, value.place);
}

function currencyOf({ text, place }: Value): string {
  if (!/^[A-Za-z]{3}$/.test(text)) throw new UnreadableFile(place, `${quoted(text)} instead of a currency code`);
  return text.toUpperCase();
}

/** Returns undefined for a value that consists only of zeros, because some banks write zeros for an unknown date. */
const optional = (value: Value | undefined): Value | undefined =>
  value === undefined || /^0+$/.test(value.text) ? undefined : value;

const TIME =
  /^(\d{8})(?:(?:[01]\d|2[0-4])(?:[0-5]\d(?:[0-5]\d(?:\.\d{1,6})?)?)?)?\s*(?:\[[+-]?\d{1,2}(?:\.\d{1,2})?(?::[^\]]*)?\])?$/;

/**
 * Returns the day as the bank writes it. The time zone in brackets is ignored, because converting a time to another
 * zone could move a transaction at midnight to the day before.
 */
function dateOfValue(value: Value | undefined): string | null {
  if (value === undefined) return null;
  const date = dateOf8(TIME.exec(value.text)?.[1] ?? '');
  if (date === undefined) throw new UnreadableFile(value.place, `${quoted(value.text)} instead of a date`);
  return date;
}

/** Returns the longer name. The extended name repeats the name without cutting it off. */
const longer = (name: string | null, extended: string | null): string | null =>
  (extended?.length ?? 0) > (name?.length ?? 0) ? extended : name;
