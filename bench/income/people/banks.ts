// How banks write transaction descriptions. Each bank has its own wording for each kind of transaction. Every bank
// except `tidied` cuts an ACH entry to the field lengths of the ACH record: company 16 characters, entry description
// 10, person 22.

/** The fields of an ACH credit. */
export type Ach = {
  company: string;
  entry: string;
  company_id: string;
  /** The id that the payer assigned to the person. */
  number: string;
  /** The person's name as the payer wrote it: LAST,FIRST or FIRST LAST. */
  person: string;
  sec?: 'PPD' | 'CCD';
};

export type Bank = {
  name: string;
  ach: (ach: Ach, date: string) => string;
  zelle: (from: string, note: string, number: string) => string;
  cash: (place: string, number: string, date: string) => string;
  check: (number: string) => string;
  interest: string;
  transferIn: (other: string, number: string) => string;
  transferOut: (other: string, number: string) => string;
  purchase: (merchant: string, place: string, date: string) => string;
  refund: (merchant: string, date: string) => string;
  fee_refund: string;
};

const cut = (text: string, length: number): string => text.slice(0, length).trimEnd();
const co = ({ company }: Ach): string => cut(company, 16);
const entryOf = ({ entry }: Ach): string => cut(entry, 10);
const who = ({ person }: Ach): string => cut(person, 22);
const secOf = ({ sec = 'PPD' }: Ach): string => sec;
const titled = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(^|[^a-z'])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
const md = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}`;
const ymd = (date: string): string => date.slice(2).replaceAll('-', '');
const hidden = (number: string): string => `XXXXX${number.slice(-5)}`;
const note = (text: string, before: string): string => (text === '' ? '' : `${before}${text}`);

/** Together the banks cover the formats in which American banks write an ACH entry. */
export const BANKS: readonly Bank[] = [
  {
    name: 'DES',
    ach: (ach) =>
      `${co(ach)} DES:${entryOf(ach)} ID:${hidden(ach.number)} INDN:${who(ach)} CO ID:${hidden(ach.company_id)} ${secOf(ach)}`,
    zelle: (from, text, number) => `Zelle payment from ${from}${note(text, ' for ')} Conf# ${number.slice(0, 9)}`,
    cash: (place, number, date) => `BKOFAMERICA ATM ${md(date)} #${number.slice(0, 9)} DEPOSIT ${place}`,
    check: (number) => `BKOFAMERICA MOBILE ${number.slice(0, 10)} DEPOSIT *MOBILE`,
    interest: 'Interest Earned',
    transferIn: (other, number) => `Online Banking transfer from ${other} Confirmation# ${number.slice(0, 10)}`,
    transferOut: (other, number) => `Online Banking transfer to ${other} Confirmation# ${number.slice(0, 10)}`,
    purchase: (merchant, place, date) => `${merchant} ${md(date)} PURCHASE ${place}`,
    refund: (merchant, date) => `${merchant} ${md(date)} REFUND`,
    fee_refund: 'OVERDRAFT ITEM FEE REFUND',
  },
  {
    name: 'PPD ID',
    ach: (ach) => `${co(ach).padEnd(16)} ${entryOf(ach).padEnd(10)} ${secOf(ach)} ID: ${ach.company_id}`,
    zelle: (from, _, number) => `Zelle payment from ${from} ${number.slice(0, 11)}`,
    cash: (_, number) => `ATM CASH DEPOSIT ${number.slice(0, 4)}`,
    check: (number) => `REMOTE ONLINE DEPOSIT # ${number.slice(0, 1)}`,
    interest: 'INTEREST PAYMENT',
    transferIn: (other, number) => `Online Transfer from ${other} transaction#: ${number.slice(0, 11)}`,
    transferOut: (other, number) => `Online Transfer to ${other} transaction#: ${number.slice(0, 11)}`,
    purchase: (merchant, place, date) => `${merchant} ${place} ${md(date)}`,
    refund: (merchant, date) => `${merchant} PURCHASE RETURN ${md(date)}`,
    fee_refund: 'INSUFFICIENT FUNDS FEE REVERSAL',
  },
  {
    name: 'ORIG CO NAME',
    ach: (ach, date) =>
      `ORIG CO NAME:${co(ach)} ORIG ID:${ach.company_id} DESC DATE:${ymd(date)} CO ENTRY DESCR:${entryOf(ach)} SEC:${secOf(ach)} TRACE#:${ach.number.padStart(15, '0')} EED:${ymd(date)} IND ID:${ach.number} IND NAME:${who(ach)}`,
    zelle: (from, text, number) => `ZELLE FROM ${from} ${note(text, '')} ${number.slice(0, 8)}`,
    cash: () => 'CASH DEPOSIT AT ATM',
    check: (number) => `MOBILE CHECK DEPOSIT ${number.slice(0, 6)}`,
    interest: 'INTEREST CREDIT',
    transferIn: (other) => `TRANSFER FROM ${other}`,
    transferOut: (other) => `TRANSFER TO ${other}`,
    purchase: (merchant, place) => `DEBIT CARD PURCHASE ${merchant} ${place}`,
    refund: (merchant) => `DEBIT CARD RETURN ${merchant}`,
    fee_refund: 'NSF FEE REFUND',
  },
  {
    name: 'dated',
    ach: (ach, date) => `${co(ach)} ${entryOf(ach)} ${ymd(date)} ${ach.number} ${who(ach)}`,
    zelle: (from, text, number) =>
      `ZELLE FROM ${from} ON ${number.slice(0, 2)}/${number.slice(2, 4)} REF # WFCT${number.slice(0, 7)}${note(text, ' ')}`,
    cash: (place, number, date) =>
      `ATM CASH DEPOSIT ON ${md(date)} ${place} ${number.slice(0, 7)} ATM ID ${number.slice(2, 7)} CARD ${number.slice(0, 4)}`,
    check: (number) => `MOBILE DEPOSIT : REF NUMBER :${number.slice(0, 12)}`,
    interest: 'INTEREST PAYMENT',
    transferIn: (other, number) => `ONLINE TRANSFER FROM ${other} REF #IB0${number.slice(0, 7)}`,
    transferOut: (other, number) => `ONLINE TRANSFER TO ${other} REF #IB0${number.slice(0, 7)}`,
    purchase: (merchant, place, date) => `PURCHASE AUTHORIZED ON ${md(date)} ${merchant} ${place}`,
    refund: (merchant, date) => `PURCHASE RETURN AUTHORIZED ON ${md(date)} ${merchant}`,
    fee_refund: 'OVERDRAFT FEE REVERSAL',
  },
  {
    name: 'electronic credit',
    ach: (ach) => `ACH Electronic Credit ${co(ach)} ${entryOf(ach)}`,
    zelle: (from) => `Zelle Credit ${from}`,
    cash: (place) => `Deposit - Cash ${place}`,
    check: () => 'Deposit - Mobile Check',
    interest: 'Interest Paid',
    transferIn: (other) => `Transfer from ${other}`,
    transferOut: (other) => `Transfer to ${other}`,
    purchase: (merchant, place, date) => `Debit PIN Purchase ${merchant} ${place} ${md(date)}`,
    refund: (merchant) => `Credit - Merchandise Return ${merchant}`,
    fee_refund: 'Overdraft Fee Reversal',
  },
  {
    name: 'deposit from',
    ach: (ach) => `Deposit from ${co(ach)} ${entryOf(ach)}`,
    zelle: (from) => `Zelle money received from ${titled(from)}`,
    cash: (place) => `Cash Deposit at ${titled(place)}`,
    check: () => 'Check Deposit (Mobile)',
    interest: 'Monthly Interest Paid',
    transferIn: (other) => `Deposit from ${other}`,
    transferOut: (other) => `Withdrawal to ${other}`,
    purchase: (merchant) => `Debit Card Purchase - ${merchant}`,
    refund: (merchant) => `Debit Card Credit - ${merchant}`,
    fee_refund: 'Fee Refund',
  },
  {
    name: 'direct deposit',
    ach: (ach) => `Direct Deposit - ${titled(`${entryOf(ach)} ${co(ach)}`)} ${hidden(ach.number)}`,
    zelle: (from, text) => `Zelle From ${from}${note(text, ' ')}`,
    cash: (place) => `ATM Deposit ${place}`,
    check: (number) => `Mobile Deposit Reference No. ${number.slice(0, 9)}`,
    interest: 'Interest Payment',
    transferIn: (other) => `Online Transfer From ${other}`,
    transferOut: (other) => `Online Transfer To ${other}`,
    purchase: (merchant, place) => `${number4(merchant)} Debit Card Purchase ${merchant} ${place}`,
    refund: (merchant) => `${number4(merchant)} Debit Card Credit ${merchant}`,
    fee_refund: 'Fee Refund Overdraft',
  },
  {
    name: 'TYPE CO',
    ach: (ach) =>
      `Deposit ACH ${co(ach)} TYPE: ${entryOf(ach)} ID: ${ach.company_id} CO: ${co(ach)} Entry Class Code: ${secOf(ach)}`,
    zelle: (from) => `Deposit Zelle ${from}`,
    cash: (place) => `Deposit Cash ${place}`,
    check: () => 'Deposit by Check Mobile',
    interest: 'Deposit Dividend Annual Percentage Yield Earned 0.25%',
    transferIn: (other) => `Deposit Transfer From Share ${other}`,
    transferOut: (other) => `Withdrawal Transfer To Share ${other}`,
    purchase: (merchant, place) => `Withdrawal Debit Card ${merchant} ${place}`,
    refund: (merchant) => `Deposit Debit Card Refund ${merchant}`,
    fee_refund: 'Deposit Adjustment Courtesy Pay Fee Refund',
  },
  {
    name: 'ACH deposit',
    ach: (ach) => `ACH DEPOSIT, ${co(ach)} ${entryOf(ach)} ****${ach.number.slice(-7)}`,
    zelle: (from, _, number) => `ZELLE RECEIVED ${number.slice(0, 10)} ${from}`,
    cash: (_, number) => `TD ATM DEPOSIT ${number.slice(0, 4)}`,
    check: () => 'MOBILE DEPOSIT',
    interest: 'INTEREST EARNED',
    transferIn: (other) => `eTransfer Credit, Online Xfer Transfer from ${other}`,
    transferOut: (other) => `eTransfer Debit, Online Xfer Transfer to ${other}`,
    purchase: (merchant, place) => `DEBIT CARD PURCHASE, *****${number4(merchant)}, AUT ${merchant} ${place}`,
    refund: (merchant) => `DEBIT CARD CREDIT, *****${number4(merchant)}, ${merchant}`,
    fee_refund: 'OVERDRAFT RETURNED FEE REFUND',
  },
  {
    name: 'paid from',
    ach: (ach) => `Deposit - ACH Paid From ${titled(`${co(ach)} ${entryOf(ach)}`)}`,
    zelle: (from) => `Zelle CR ${titled(from)}`,
    cash: (place, _, date) => `Deposit ${md(date).replace('/', '-')}-${date.slice(2, 4)} Navy FCU ATM ${place}`,
    check: () => 'eDeposit-Scan/Mobile',
    interest: 'Dividend',
    transferIn: (other) => `Transfer From ${other}`,
    transferOut: (other) => `Transfer To ${other}`,
    purchase: (merchant, place, date) =>
      `POS Debit- Debit Card ${number4(merchant)} ${md(date)} ${titled(merchant)} ${place}`,
    refund: (merchant, date) =>
      `POS Credit Adjustment ${number4(merchant)} Transaction ${md(date)} ${titled(merchant)}`,
    fee_refund: 'Fee Reversal Overdraft',
  },
  {
    name: 'ACH from',
    ach: (ach) => `${entryOf(ach)} ACH from ${co(ach)}`,
    zelle: (from, text) => `Zelle from ${from}${note(text, ': ')}`,
    cash: (place) => `Cash deposit ${titled(place)}`,
    check: () => 'Mobile check deposit',
    interest: 'Interest earned',
    transferIn: (other) => `Internal transfer from ${other}`,
    transferOut: (other) => `Internal transfer to ${other}`,
    purchase: (merchant) => `Card purchase ${merchant}`,
    refund: (merchant) => `Card refund ${merchant}`,
    fee_refund: 'Fee reversal',
  },
  {
    // Descriptions as a data provider shows them after cleaning: in title case, without ids, with the payer's full
    // name.
    name: 'tidied',
    ach: (ach) => titled(`${ach.company} ${ach.entry}`),
    zelle: (from, text) => `Zelle from ${titled(from)}${note(text, ' - ')}`,
    cash: () => 'Cash Deposit',
    check: () => 'Mobile Check Deposit',
    interest: 'Interest Payment',
    transferIn: (other) => `Transfer from ${other}`,
    transferOut: (other) => `Transfer to ${other}`,
    purchase: (merchant) => titled(merchant),
    refund: (merchant) => `${titled(merchant)} Refund`,
    fee_refund: 'Overdraft Fee Reversal',
  },
];

const number4 = (text: string): string => String(1000 + ((text.length * 7919) % 9000));
