// Parses SSA EFW2 files: the W-2 forms that employers send to the Social Security Administration. Records have 512
// characters: RA submitter, RE employer, RW employee, RO further amounts, RS state, RT and RU totals, RV state totals, RF end.
import {
  checkCount,
  checkSum,
  type FixedRecord,
  faultAt,
  numberAt,
  optionalAt,
  readFixedRecords,
  textAt,
} from '#analysis/imports/fixed/fixed-records.ts';
import {
  type Chunks,
  type ImportedPart,
  type ImportedParty,
  type ImportedPerson,
  type ImportedState,
  type ImportedW2,
  UnreadableFile,
} from '#analysis/imports/imported-parts.ts';
import { AMOUNT_LENGTH, type AmountField, RO_AMOUNTS, RW_AMOUNTS, STATES, TOTAL_LENGTH } from './layout.ts';

const RECORD_LENGTH = 512;
/**
 * The maximum number of state records per employee. There are 50 states and their localities; further records are not
 * stored.
 */
const STATES_MAX = 200;

/** What was read from the records of one employer so far. */
type Employer = {
  tax_year: number;
  party: ImportedParty;
  counts: { RW: bigint; RO: bigint };
  sums: { RW: bigint[]; RO: bigint[] };
  has_totals: { RW: boolean; RO: boolean };
};
type Employee = ImportedW2 & { boxes: Record<string, bigint>; states: ImportedState[] };

export async function* parseEfw2(chunks: Chunks): AsyncGenerator<ImportedPart> {
  let employer: Employer | undefined;
  let employee: Employee | undefined;
  let [total, line, is_over] = [0n, 0, false];
  for await (const record of readEfw2Records(chunks)) {
    line = record.line;
    const kind = record.text.slice(0, 2).toUpperCase();
    if (is_over) throw faultAt(record, 1, 'a record follows the final record RF');
    if (line === 1 && kind !== 'RA') throw faultAt(record, 1, 'the file does not begin with a submitter record RA');
    // RO and RS records belong to the employee before them. Any other record means that this employee is complete.
    if (kind !== 'RO' && kind !== 'RS' && employee !== undefined) {
      yield { part: 'w2', w2: employee };
      employee = undefined;
    }
    switch (kind) {
      case 'RA':
        if (line !== 1) throw faultAt(record, 1, 'a second submitter record RA');
        break;
      case 'RE':
        requireTotals(record, employer);
        employer = toEmployer(record);
        break;
      case 'RW':
        if (employer === undefined || employer.has_totals.RW)
          throw faultAt(record, 1, 'an RW record without its RE record');
        employee = toEmployee(record, employer);
        total += 1n;
        break;
      case 'RO':
        if (employer === undefined || employee === undefined)
          throw faultAt(record, 1, 'an RO record without its RW record');
        addAmounts(record, employee.boxes, employer, 'RO');
        break;
      case 'RS': {
        const message = addState(record, employee);
        if (message !== undefined) yield { part: 'warning', warning: { line, column: 1, message } };
        break;
      }
      case 'RT':
        if (employer === undefined || employer.has_totals.RW)
          throw faultAt(record, 1, 'an RT record without its RE record');
        checkTotals(record, employer, 'RW');
        break;
      case 'RU':
        if (employer === undefined || employer.has_totals.RO)
          throw faultAt(record, 1, 'an RU record without its RE record');
        checkTotals(record, employer, 'RO');
        break;
      case 'RV':
        break;
      case 'RF':
        requireTotals(record, employer);
        checkCount(record, 8, 16, 'the number of RW records', total);
        is_over = true;
        break;
      default:
        throw faultAt(record, 1, 'the record type is none of RA, RE, RW, RO, RS, RT, RU, RV and RF');
    }
  }
  if (!is_over) throw new UnreadableFile({ line: line + 1, column: 1 }, 'the file ends without the final record RF');
}

/**
 * Reads the records. EFW2C, which corrects filed forms, has records of 1,024 characters. It is refused before the
 * length of the records is checked, so that the message can name EFW2C.
 */
async function* readEfw2Records(chunks: Chunks): AsyncGenerator<FixedRecord> {
  yield* readFixedRecords(refuseCorrections(chunks), RECORD_LENGTH);
}

async function* refuseCorrections(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let head = '';
  for await (const chunk of chunks) {
    if (head.length < 6) {
      head += Buffer.from(chunk.subarray(0, 6)).toString('latin1');
      if (/^(?:\u00ef\u00bb\u00bf)?RC[A-Z]/i.test(head)) {
        throw new UnreadableFile(
          { line: 1, column: 1 },
          'the file is EFW2C (corrections of W-2 forms), which is not read',
        );
      }
    }
    yield chunk;
  }
}

function toEmployer(record: FixedRecord): Employer {
  const tax_year = Number(numberAt(record, 3, 6, 'the tax year'));
  if (tax_year < 1978 || tax_year > 2099) throw faultAt(record, 3, 'the tax year is not between 1978 and 2099');
  return {
    tax_year,
    party: {
      tax_id: taxIdAt(record, 8, 'the employer identification number'),
      name: textAt(record, 40, 96),
      address: addressAt(record, 97, 119, 141, 163, 165),
    },
    counts: { RW: 0n, RO: 0n },
    sums: { RW: RW_AMOUNTS.map(() => 0n), RO: RO_AMOUNTS.map(() => 0n) },
    has_totals: { RW: false, RO: false },
  };
}

/**
 * Requires the record with the totals of the RW records, and the record with the totals of the RO records if the
 * employer has RO records.
 */
function requireTotals(record: FixedRecord, employer: Employer | undefined): void {
  if (employer === undefined) return;
  const { counts, has_totals } = employer;
  if (!has_totals.RW) throw faultAt(record, 1, 'the employer before this record has no RT record');
  if (counts.RO > 0n && !has_totals.RO) throw faultAt(record, 1, 'the employer before this record has no RU record');
}

function toEmployee(record: FixedRecord, employer: Employer): Employee {
  const [first_name, middle_name] = [textAt(record, 12, 26), textAt(record, 27, 41)];
  const last_name = [textAt(record, 42, 61), textAt(record, 62, 65)].filter((part) => part !== '').join(' ');
  const person: ImportedPerson = {
    tax_id: taxIdAt(record, 3, 'the social security number'),
    first_name,
    middle_name,
    last_name,
    name: [first_name, middle_name, last_name].filter((part) => part !== '').join(' '),
    address: addressAt(record, 66, 88, 110, 132, 134),
  };
  const boxes: Record<string, bigint> = {};
  addAmounts(record, boxes, employer, 'RW');
  return {
    tax_year: employer.tax_year,
    employer: employer.party,
    employee: person,
    boxes,
    is_statutory: flagAt(record, 486, 'the statutory employee indicator'),
    has_retirement_plan: flagAt(record, 488, 'the retirement plan indicator'),
    has_third_party_sick_pay: flagAt(record, 489, 'the third-party sick pay indicator'),
    states: [],
  };
}

/**
 * Adds the amounts of an employee’s record to the boxes and to the employer’s sums. An amount of zero means that the
 * box is empty.
 */
function addAmounts(record: FixedRecord, boxes: Record<string, bigint>, employer: Employer, kind: 'RW' | 'RO'): void {
  employer.counts[kind] += 1n;
  const sums = employer.sums[kind];
  for (const [index, field] of fieldsOf(kind).entries()) {
    const amount = numberAt(record, field.from, field.from + AMOUNT_LENGTH - 1, `the amount of ${field.name}`);
    sums[index] = (sums[index] ?? 0n) + amount;
    if (amount !== 0n) boxes[field.box] = (boxes[field.box] ?? 0n) + amount;
  }
}

function checkTotals(record: FixedRecord, employer: Employer, kind: 'RW' | 'RO'): void {
  employer.has_totals[kind] = true;
  checkCount(record, 3, 9, `the number of ${kind} records`, employer.counts[kind]);
  for (const [index, field] of fieldsOf(kind).entries()) {
    const sum = employer.sums[kind][index] ?? 0n;
    checkSum(record, field.total, field.total + TOTAL_LENGTH - 1, `the total of ${field.name}`, sum);
  }
}

const fieldsOf = (kind: 'RW' | 'RO'): readonly AmountField[] => (kind === 'RW' ? RW_AMOUNTS : RO_AMOUNTS);

/** Adds a state to the employee. If the state is left out, returns the reason; otherwise undefined. */
function addState(record: FixedRecord, employee: Employee | undefined): string | undefined {
  if (employee === undefined) return 'The state record has no RW record before it and is left out.';
  const ssn = textAt(record, 10, 18);
  if (/[1-9]/.test(ssn) && ssn !== employee.employee.tax_id) {
    return 'The state record is not of the employee before it and is left out.';
  }
  const code = textAt(record, 274, 275) || textAt(record, 3, 4);
  const state = STATES[code] ?? (Object.values(STATES).includes(code) ? code : undefined);
  if (state === undefined) return 'The state record has an unknown state code and is left out.';
  if (employee.states.length >= STATES_MAX) return `The employee has more than ${STATES_MAX} state records.`;
  employee.states.push({
    state,
    state_id: optionalAt(record, 248, 267),
    wages: numberAt(record, 276, 286, 'the amount of state wages'),
    income_tax: numberAt(record, 287, 297, 'the amount of state income tax'),
  });
  return undefined;
}

/** Reads a number of nine digits. Returns null if it is all zeros or spaces, which means that the number is unknown. */
function taxIdAt(record: FixedRecord, from: number, name: string): string | null {
  const text = record.text.slice(from - 1, from + 8);
  if (/^(?:0{9}| {9})$/.test(text)) return null;
  const bad = text.search(/\D/);
  if (bad !== -1) throw faultAt(record, from + bad, `${name} does not have nine digits`);
  return text;
}

function flagAt(record: FixedRecord, position: number, name: string): boolean {
  const flag = record.text[position - 1];
  if (flag !== '0' && flag !== '1' && flag !== ' ') throw faultAt(record, position, `${name} is neither 0 nor 1`);
  return flag === '1';
}

/**
 * The location and the delivery address have 22 characters each, the city 22, the state 2, and the ZIP code 5 and 4.
 */
function addressAt(record: FixedRecord, location: number, delivery: number, city: number, state: number, zip: number) {
  const extension = textAt(record, zip + 5, zip + 8);
  const zip_code =
    textAt(record, zip, zip + 4) + (/^\d{4}$/.test(extension) && extension !== '0000' ? `-${extension}` : '');
  const place = [textAt(record, city, city + 21), `${textAt(record, state, state + 1)} ${zip_code}`.trim()];
  return [
    textAt(record, location, location + 21),
    textAt(record, delivery, delivery + 21),
    place.filter((part) => part !== '').join(', '),
  ].filter((row) => row !== '');
}
