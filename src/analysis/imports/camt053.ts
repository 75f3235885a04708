// Reads bank statements in ISO 20022 XML: camt.053.001, versions 02 to 13.
import { quoted, written } from './amounts.ts';
import { type CamtDetail, DETAILS_MAX, entryParts } from './camt-entries.ts';
import { accountOf, balanceOf, type CamtBalance, type CamtValues, WANTED } from './camt-values.ts';
import { type FoundParts, foundParts, partsOf, VALUE_LENGTH_MAX } from './found-parts.ts';
import { type Chunks, type ImportedPart, type Place, UnreadableFile } from './imported-parts.ts';
import type { MarkupEvent } from './markup.ts';
import { readXml } from './xml.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|1[0-3])$/;

type Statement = {
  place: Place;
  account: CamtValues | undefined;
  key: string | undefined;
  currency_code: string | null;
  opening: CamtBalance | undefined;
  closing: CamtBalance | undefined;
  /** The sum of the booked entries in the account's currency. */
  booked: bigint;
  /** Whether the balances can be compared with the entries. It is false if an entry has another currency. */
  is_comparable: boolean;
};

export async function* parseCamt053(chunks: Chunks): AsyncGenerator<ImportedPart> {
  const found = foundParts();
  const { take, end } = camtStatements(found);
  yield* partsOf(found, readXml(chunks), take, end);
}

function camtStatements(found: FoundParts) {
  /**
   * The path of the open elements: each name with a slash before it. Inside a `Stmt`, the path begins at the `Stmt`.
   */
  let path = '';
  let outer = '';
  let has_statement = false;
  let statement: Statement | undefined;
  /**
   * `values` are the values of the innermost `Acct`, `Bal`, `Ntry` or `TxDtls`. `entry` has the values of the `Ntry`
   * around a `TxDtls`.
   */
  let values: CamtValues | undefined;
  let entry: CamtValues | undefined;
  let details: CamtDetail[] = [];
  let details_count = 0;
  let base = '';

  const begin = (place: Place): void => {
    values = new Map([['', { text: '', place, attributes: {} }]]);
    base = `${path}/`;
  };

  const takeOpen = (name: string, place: Place, uri: string): void => {
    if (name === 'BkToCstmrStmt' && !NAMESPACE.test(uri)) {
      throw new UnreadableFile(place, `the unknown namespace ${quoted(uri)} of a camt.053 message`);
    }
    if (statement === undefined) {
      outer += `/${name}`;
      if (name !== 'Stmt' || !outer.endsWith('/BkToCstmrStmt/Stmt')) return;
      has_statement = true;
      statement = newStatement(place);
      path = '';
      return;
    }
    path += `/${name}`;
    if (path === '/Acct' || path === '/Bal') begin(place);
    else if (path === '/Ntry') {
      begin(place);
      entry = values;
      details = [];
      details_count = 0;
    } else if (path === '/Ntry/NtryDtls/TxDtls') begin(place);
  };

  const takeValue = (event: Extract<MarkupEvent, { kind: 'value' }>): void => {
    if (statement === undefined || values === undefined) return;
    const full = `${path}/${event.name}`;
    // Since version 04 there may be a `Pty` around a party, and since version 08 there is a `Cd` inside a status.
    const key = full.startsWith(base) ? full.slice(base.length).replace('/Pty/', '/') : '';
    if (!WANTED.has(key)) return;
    const known = values.get(key);
    if (known === undefined) values.set(key, event);
    else if (key === 'RmtInf/Ustrd' && known.text.length + event.text.length < VALUE_LENGTH_MAX) {
      values.set(key, { ...known, text: `${known.text} ${event.text}` });
    }
  };

  const takeClose = (): void => {
    if (statement === undefined) {
      outer = outer.slice(0, outer.lastIndexOf('/'));
      return;
    }
    if (path === '') {
      finish(statement);
      statement = undefined;
      outer = outer.slice(0, outer.lastIndexOf('/'));
      return;
    }
    if (path === '/Acct') statement.account ??= values;
    else if (path === '/Bal' && values !== undefined) takeBalance(statement, values);
    else if (path === '/Ntry/NtryDtls/TxDtls' && values !== undefined) {
      details_count += 1;
      if (details.length < DETAILS_MAX) details.push(values);
      values = entry;
      base = '/Ntry/';
    } else if (path === '/Ntry' && entry !== undefined) {
      takeEntry(statement, entry);
      entry = undefined;
    }
    if (/^\/(?:Acct|Bal|Ntry)$/.test(path)) values = undefined;
    path = path.slice(0, path.lastIndexOf('/'));
  };

  /**
   * Returns the key of the account. The account is added when its key is first needed, because its currency may be
   * known only from the first amount.
   */
  const keyOf = (statement: Statement, currency_code: string): string => {
    if (statement.key !== undefined) return statement.key;
    const account = accountOf(statement.account, statement.place, currency_code);
    statement.key = account.key;
    statement.currency_code = account.currency_code;
    found.account(account, statement.place);
    return account.key;
  };

  const takeBalance = (statement: Statement, values: CamtValues): void => {
    const balance = balanceOf(values, statement.opening !== undefined);
    if (balance === undefined) return;
    const account_key = keyOf(statement, balance.currency_code);
    if (balance.currency_code !== statement.currency_code) {
      found.warn(
        balance.place,
        `A balance in ${balance.currency_code} is left out of an account in ${statement.currency_code}.`,
      );
      return;
    }
    const { kind, amount, date } = balance;
    // A statement may have the opening balance twice: as the opening balance and as the previous closing balance. Only
    // the one that comes first in the file is used.
    if (kind === 'opening' && statement.opening !== undefined) return;
    if (kind === 'opening') statement.opening = balance;
    if (kind === 'closing') statement.closing = balance;
    found.add({ part: 'balance', balance: { account_key, kind, amount, date } });
  };

  const takeEntry = (statement: Statement, entry: CamtValues): void => {
    const parts = entryParts(entry, details, details_count);
    details = [];
    if (parts === undefined) return;
    const { currency_code, is_booked, amount, warning, transactions } = parts;
    const account_key = keyOf(statement, currency_code);
    if (is_booked && currency_code === statement.currency_code) statement.booked += amount;
    else if (is_booked) statement.is_comparable = false;
    if (warning !== undefined) found.warn(warning.place, warning.message);
    for (const transaction of transactions) {
      found.add({ part: 'transaction', transaction: { ...transaction, account_key } });
    }
  };

  const finish = (statement: Statement): void => {
    keyOf(statement, '');
    const { opening, closing, booked, is_comparable } = statement;
    if (opening === undefined || closing === undefined || !is_comparable) return;
    const expected = opening.amount + booked;
    if (expected === closing.amount) return;
    const message = `The opening balance and the entries amount to ${written(expected)}, but the closing balance is ${written(closing.amount)}.`;
    found.warn(closing.place, message);
  };

  return {
    take(event: MarkupEvent): void {
      if (event.kind === 'open') takeOpen(event.name, event.place, event.uri);
      else if (event.kind === 'value') takeValue(event);
      else takeClose();
    },
    end(): void {
      if (!has_statement) throw new UnreadableFile({ line: 1, column: 1 }, 'a file without a bank statement (Stmt)');
    },
  };
}

const newStatement = (place: Place): Statement => ({
  place,
  account: undefined,
  key: undefined,
  currency_code: null,
  opening: undefined,
  closing: undefined,
  booked: 0n,
  is_comparable: true,
});
