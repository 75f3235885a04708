// The names that banks give the columns of CSV files, in the languages of North America and Europe.
import { unaccented } from './dates.ts';

export type Role =
  | 'date'
  | 'transacted'
  | 'description'
  | 'memo'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'balance'
  | 'currency'
  | 'check'
  | 'id'
  | 'direction'
  | 'status';

/**
 * The names of the columns for each role, best names first. If a file has several columns for one role, the column
 * whose name comes first in this list is used.
 */
const NAMES: Readonly<Record<Role, string>> = {
  date:
    'posting date|posted date|post date|date posted|posted on|booking date|booked|buchungstag|buchungsdatum|buchung|' +
    'fecha de operacion|fecha operacion|fecha contable|date de comptabilisation|date comptable|date operation|' +
    'date de l operation|date d operation|date|transaction date|trans date|effective date|fecha|datum|valutadatum|' +
    'data operazione|data contabile|data|bokforingsdag|bokforingsdatum|transaktionsdatum|boekdatum|datum zauctovani|' +
    'value date|wertstellung|valuta|fecha valor|date de valeur|date valeur|completed date|started date',
  transacted: 'transaction date|trans date|date of transaction|date de l operation|started date|fecha de compra',
  description:
    'description|full description|transaction description|original description|payee|name|merchant|merchant name|narrative|' +
    'transaction details|details|particulars|transaction|beguenstigter zahlungspflichtiger|begunstigter auftraggeber|' +
    'auftraggeber empfanger|auftraggeber beguenstigter|zahlungsempfanger|empfanger|name zahlungsbeteiligter|' +
    'verwendungszweck|buchungstext|umsatztext|concepto|descripcion|detalle|libelle|libelle operation|' +
    'libelle simplifie|libelle de l operation|nature de l operation|descrizione|descrizione operazione|causale|' +
    'naam omschrijving|omschrijving|tekst|beskrivning|opis|opis operacji|zprava pro prijemce|memo|text|reference|notes|note',
  memo:
    'memo|notes|note|verwendungszweck|payment reference|buchungstext|observaciones|mas datos|' +
    'informations complementaires|libelle complementaire|reference',
  amount:
    'amount|transaction amount|amt|net amount|betrag|umsatz|importe|monto|montant|valor|value|net|importo|bedrag|belopp|kwota|objem|castka',
  debit:
    'debit|debits|debit amount|withdrawal|withdrawals|withdrawal amount|money out|paid out|payments|soll|lastschrift|' +
    'belastung|ausgaben|cargo|cargos|debe|retiro|retiros|adeudo|depense|depenses|charge|charges|amount debit|dare|addebiti|uscite|af',
  credit:
    'credit|credits|credit amount|deposit|deposits|deposit amount|money in|paid in|receipts|haben|gutschrift|eingang|' +
    'einnahmen|abono|abonos|haber|deposito|depositos|ingreso|ingresos|recette|recettes|amount credit|avere|accrediti|entrate|bij',
  balance:
    'running balance|running bal|runningbalance|account running balance|balance|ledger balance|balance after|' +
    'account balance|available balance|saldo|kontostand|saldo nach buchung|solde|saldo disponible|daily posted balance|posted balance|saldo na trn|saldo na mutatie',
  currency: 'currency|currency code|ccy|wahrung|waehrung|moneda|divisa|devise|munt|muntsoort|waluta|mena|valuta code',
  check: 'check number|check no|check|check or slip|checknumber|cheque number|serial number|numero de cheque',
  id: 'transaction id|fitid|unique id|transaction identifier|id de transaccion|identifiant',
  direction:
    'credit debit indicator|credit or debit|debit or credit|credit debit|debit credit|cr dr|dr cr|soll haben|' +
    'transaction type|type|details|tipo|sens|kind',
  status: 'status|state|estado|statut',
};

const RANKS = new Map(
  Object.entries(NAMES).map(([role, names]) => [role, new Map(names.split('|').map((name, at) => [name, at]))]),
);

/** Returns the name in lower case, without accents, words in parentheses, currencies and punctuation. */
export const plainName = (name: string): string =>
  unaccented(name)
    .replace(/ß/g, 'ss')
    .replace(/\(.*?\)/g, ' ')
    .replace(/\b(?:usd|eur|euros?|gbp|chf|us dollars?)\b|[€$£]/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Returns the index of the column with the best name for the role, among the columns that have no role yet. */
export function columnNamed(role: Role, names: readonly string[], taken: ReadonlySet<number>): number | undefined {
  let best: { at: number; rank: number } | undefined;
  for (const [at, name] of names.entries()) {
    const rank = taken.has(at) ? undefined : RANKS.get(role)?.get(name);
    if (rank !== undefined && (best === undefined || rank < best.rank)) best = { at, rank };
  }
  return best?.at;
}

/**
 * Whether the row is a header: it names a date column, and either an amount column or columns of debits and credits.
 */
export function isHeader(fields: readonly string[]): boolean {
  const names = fields.map(plainName);
  const none = new Set<number>();
  const has = (role: Role): boolean => columnNamed(role, names, none) !== undefined;
  return has('date') && (has('amount') || (has('debit') && has('credit')));
}

/** Names of date columns in languages that write the day before the month. */
const DAY_FIRST = /^(?:fecha|datum|data\b|buchung|valuta|wert|boekdatum|date (?:de|d|operation|comptable|valeur))/;
export const isDayFirstName = (name: string): boolean => DAY_FIRST.test(plainName(name));

export const CREDIT_WORD = /^(?:cr|c|credit|deposit|h|haben|abono|haber|in|money in|gutschrift|credito)$/;
export const DEBIT_WORD = /^(?:dr|d|db|debit|withdrawal|s|soll|cargo|debe|out|money out|lastschrift|debito)$/;
export const PENDING = /^(?:pending|vorgemerkt|pendiente|en attente|processing)$/;
/** Matches rows above and below the transactions: totals and balances. */
export const SUMMARY =
  /\b(?:totals?|sum|summe|suma|somme|(?:beginning|opening|ending|closing|starting|previous|available|current) balance|kontostand|anfangssaldo|endsaldo|saldo (?:inicial|final|anterior)|solde|saldo|balance)\b/;
export const OPENING =
  /\b(?:(?:beginning|opening|starting|previous) balance|anfangssaldo|saldo (?:inicial|anterior)|solde initial)\b/;
