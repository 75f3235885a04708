// Writes the bank data of a simulated person as the files that a bank's customers can download: one OFX file with all
// accounts, and one CSV file per account.
import type { AccountHistory, Row } from '#simulators/lives/history.ts';

const NAME_LENGTH_MAX = 32;
const OFX_TYPES: Readonly<Record<string, string>> = {
  checking: 'CHECKING',
  savings: 'SAVINGS',
  money_market: 'MONEYMRKT',
  cd: 'CD',
};

/**
 * Whether the account is a deposit account. Only these accounts are written, because OFX has other messages for cards
 * and loans.
 */
export const isDeposit = ({ plan }: AccountHistory): boolean => OFX_TYPES[plan.kind] !== undefined;

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Writes OFX 2. A name has at most 32 characters. If the description is longer, the memo contains the whole
 * description.
 */
export function toOfx(accounts: readonly AccountHistory[], since: string, until: string): string {
  const compact = (day: string) => day.replaceAll('-', '');
  const row = ({ id, posted_on, cents, description }: Row) =>
    `<STMTTRN><TRNTYPE>${cents < 0 ? 'DEBIT' : 'CREDIT'}</TRNTYPE><DTPOSTED>${compact(posted_on)}120000</DTPOSTED>` +
    `<TRNAMT>${dollars(cents)}</TRNAMT><FITID>${id}</FITID><NAME>${escaped(description.slice(0, NAME_LENGTH_MAX))}</NAME>` +
    `${description.length > NAME_LENGTH_MAX ? `<MEMO>${escaped(description)}</MEMO>` : ''}</STMTTRN>`;
  const statement = ({ plan, rows, closing_cents }: AccountHistory, at: number) =>
    `<STMTTRNRS><TRNUID>${at + 1}</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><STMTRS><CURDEF>USD</CURDEF>` +
    `<BANKACCTFROM><BANKID>091900533</BANKID><ACCTID>${plan.number}</ACCTID><ACCTTYPE>${OFX_TYPES[plan.kind]}</ACCTTYPE></BANKACCTFROM>` +
    `<BANKTRANLIST><DTSTART>${compact(since)}</DTSTART><DTEND>${compact(until)}</DTEND>` +
    `${rows
      .filter(({ posted_on }) => posted_on >= since)
      .map(row)
      .join('\n')}</BANKTRANLIST>` +
    `<LEDGERBAL><BALAMT>${dollars(closing_cents)}</BALAMT><DTASOF>${compact(until)}</DTASOF></LEDGERBAL></STMTRS></STMTTRNRS>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n` +
    `<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><DTSERVER>${compact(until)}</DTSERVER>` +
    `<LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1>${accounts.map(statement).join('\n')}</BANKMSGSRSV1></OFX>`
  );
}

export const toCsv = ({ rows }: AccountHistory, since: string): string =>
  [
    'Date,Description,Amount',
    ...rows
      .filter(({ posted_on }) => posted_on >= since)
      .map(
        ({ posted_on, description, cents }) => `${posted_on},"${description.replaceAll('"', '""')}",${dollars(cents)}`,
      ),
    '',
  ].join('\n');
