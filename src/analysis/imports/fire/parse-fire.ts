// Parses FIRE files (IRS Publication 1220): 1099 forms as payers send them to the Internal Revenue Service. Each record
// has 750 characters. The record types are T transmitter, A payer, B payee, C totals of a payer, K totals of a state
// and F end.
import {
  checkCount,
  checkSum,
  type FixedRecord,
  faultAt,
  numberAt,
  optionalAt,
  readFixedRecords,
  signedAt,
  textAt,
} from '#analysis/imports/fixed/fixed-records.ts';
import {
  type Chunks,
  type ImportedForm1099,
  type ImportedPart,
  type ImportedParty,
  UnreadableFile,
} from '#analysis/imports/imported-parts.ts';
import { AMOUNT, FORMS, type Layout, layoutOf, TOTAL } from './layout.ts';

const RECORD_LENGTH = 750;

/** The data that was read so far from the records of one payer. */
type Payer = {
  tax_year: number;
  layout: Layout;
  /** The name of the form; null if the payer's forms are not 1099 forms. */
  form: string | null;
  party: ImportedParty;
  payees: bigint;
  sums: bigint[];
  has_totals: boolean;
};

type Counts = { payers: bigint; payees: bigint };

export async function* parseFire(chunks: Chunks): AsyncGenerator<ImportedPart> {
  const counts: Counts = { payers: 0n, payees: 0n };
  let payer: Payer | undefined;
  let [line, is_over] = [0, false];
  for await (const record of readFixedRecords(chunks, RECORD_LENGTH, { has_end_inside: true })) {
    line = record.line;
    const kind = record.text.charAt(0).toUpperCase();
    if (is_over) throw faultAt(record, 1, 'a record follows the final record F');
    if (line === 1 && kind !== 'T') throw faultAt(record, 1, 'the file does not begin with a transmitter record T');
    switch (kind) {
      case 'T':
        if (line !== 1) throw faultAt(record, 1, 'a second transmitter record T');
        break;
      case 'A':
        requireTotals(record, payer);
        payer = toPayer(record);
        counts.payers += 1n;
        if (payer.form === null) yield notA1099(record);
        break;
      case 'B': {
        if (payer === undefined || payer.has_totals) throw faultAt(record, 1, 'a B record without its A record');
        const form = toForm(record, payer);
        counts.payees += 1n;
        if (form !== undefined) yield { part: 'form_1099', form };
        break;
      }
      case 'C':
        if (payer === undefined || payer.has_totals) throw faultAt(record, 1, 'a C record without its A record');
        checkPayer(record, payer);
        break;
      case 'K':
        if (payer === undefined || !payer.has_totals) throw faultAt(record, 1, 'a K record without its C record');
        break;
      case 'F':
        requireTotals(record, payer);
        checkEnd(record, counts);
        is_over = true;
        break;
      default:
        throw faultAt(record, 1, 'the record type is none of T, A, B, C, K and F');
    }
  }
  if (!is_over) throw new UnreadableFile({ line: line + 1, column: 1 }, 'the file ends without the final record F');
}

const notA1099 = ({ line }: FixedRecord): ImportedPart => ({
  part: 'warning',
  warning: { line, column: 26, message: 'The forms of this payer are not 1099 forms and are left out.' },
});

function requireTotals(record: FixedRecord, payer: Payer | undefined): void {
  if (payer !== undefined && !payer.has_totals) {
    throw faultAt(record, 1, 'the payer before this record has no C record');
  }
}

function toPayer(record: FixedRecord): Payer {
  const tax_year = yearAt(record);
  const form = FORMS[textAt(record, 26, 27).toUpperCase()];
  if (form === undefined) throw faultAt(record, 26, 'the type of return is unknown');
  const layout = layoutOf(tax_year);
  const name = [textAt(record, 53, 92)];
  // The second line of the name may be the name of a transfer agent. In that case it is not part of the payer’s name,
  // and the address is the agent’s address.
  if (record.text[132] !== '1') name.push(textAt(record, 93, 132));
  return {
    tax_year,
    layout,
    form,
    party: {
      tax_id: taxIdAt(record),
      name: joined(name, ' '),
      address: addressAt(record, 134, 174, 214, 216),
    },
    payees: 0n,
    sums: layout.codes.map(() => 0n),
    has_totals: false,
  };
}

/** Adds the payee to the payer’s totals. Returns the payee’s form, or undefined if it is not a 1099. */
function toForm(record: FixedRecord, payer: Payer): ImportedForm1099 | undefined {
  if (yearAt(record) !== payer.tax_year) throw faultAt(record, 2, 'the year differs from the one in the A record');
  payer.payees += 1n;
  const amounts: Record<string, bigint> = {};
  for (const [index, code] of payer.layout.codes.entries()) {
    const from = AMOUNT.from + index * AMOUNT.length;
    const amount = signedAt(record, from, from + AMOUNT.length - 1, `payment amount ${code}`);
    payer.sums[index] = (payer.sums[index] ?? 0n) + amount;
    if (amount !== 0n) amounts[code] = amount;
  }
  if (payer.form === null) return undefined;
  const correction = record.text.charAt(5).toUpperCase();
  if (!'GC '.includes(correction)) throw faultAt(record, 6, 'the correction indicator is none of G, C and a space');
  const { first_name_line, second_name_line } = payer.layout;
  const name = [
    textAt(record, first_name_line, first_name_line + 39),
    textAt(record, second_name_line, second_name_line + 39),
  ];
  return {
    form: payer.form,
    tax_year: payer.tax_year,
    is_correction: correction !== ' ',
    payer: payer.party,
    recipient: { tax_id: taxIdAt(record), name: joined(name, ' '), address: addressAt(record, 368, 448, 488, 490) },
    recipient_tax_id_type: TAX_ID_TYPES[record.text.charAt(10)] ?? null,
    account_number: optionalAt(record, 21, 40),
    amounts,
  };
}

const TAX_ID_TYPES: Readonly<Record<string, 'EIN' | 'SSN'>> = { '1': 'EIN', '2': 'SSN' };

function checkPayer(record: FixedRecord, payer: Payer): void {
  payer.has_totals = true;
  checkCount(record, 2, 9, 'the number of B records', payer.payees);
  for (const [index, code] of payer.layout.codes.entries()) {
    const from = TOTAL.from + index * TOTAL.length;
    checkSum(record, from, from + TOTAL.length - 1, `control total ${code}`, payer.sums[index] ?? 0n);
  }
}

/**
 * Checks the counts of payers and payees. The count of payees may be missing in the F record, because the T record may
 * have it instead.
 */
function checkEnd(record: FixedRecord, counts: Counts): void {
  checkCount(record, 2, 9, 'the number of A records', counts.payers);
  const stated = numberAt(record, 50, 57, 'the number of payees');
  if (stated !== 0n) checkCount(record, 50, 57, 'the number of payees', counts.payees);
}

function yearAt(record: FixedRecord): number {
  const year = Number(numberAt(record, 2, 5, 'the tax year'));
  if (year < 1978 || year > 2099) throw faultAt(record, 2, 'the tax year is not between 1978 and 2099');
  return year;
}

/** The taxpayer identification number is at positions 12 to 20 in both A and B records. */
function taxIdAt(record: FixedRecord): string | null {
  const text = record.text.slice(11, 20);
  if (/^(?:0{9}| {9})$/.test(text)) return null;
  const bad = text.search(/\D/);
  if (bad !== -1) throw faultAt(record, 12 + bad, 'the taxpayer identification number does not have nine digits');
  return text;
}

function addressAt(record: FixedRecord, street: number, city: number, state: number, zip: number): string[] {
  const digits = textAt(record, zip, zip + 8);
  const zip_code =
    /^\d{9}$/.test(digits) && !digits.endsWith('0000')
      ? `${digits.slice(0, 5)}-${digits.slice(5)}`
      : digits.slice(0, 5);
  const region = joined([textAt(record, state, state + 1), zip_code], ' ');
  return [textAt(record, street, street + 39), joined([textAt(record, city, city + 39), region], ', ')].filter(
    (row) => row !== '',
  );
}

const joined = (parts: readonly string[], between: string): string => parts.filter((part) => part !== '').join(between);
