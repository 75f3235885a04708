// Parses NACHA (ACH) files, with which employers pay wages. Each record has 94 characters. The first character is the
// type of the record: `1` file header, `5` batch header, `6` entry, `7` addenda, `8` batch control, `9` file control.
// Lines of nines fill the last block of ten records.
import {
  checkCount,
  checkSum,
  type FixedRecord,
  faultAt,
  numberAt,
  readFixedRecords,
  textAt,
} from '#analysis/imports/fixed/fixed-records.ts';
import {
  type Chunks,
  type ImportedPart,
  type ImportedPayment,
  UnreadableFile,
} from '#analysis/imports/imported-parts.ts';
import { addEntry, type Batch, dateOfSix, newTotals, openBatch, type Totals } from './batches.ts';
import { hasValidCheckDigit, isCredit, isPayment, paymentIn, reasonToLeaveOut } from './entries.ts';

const RECORD_LENGTH = 94;
const RECORDS_PER_BLOCK = 10n;
const FILLER = '9'.repeat(RECORD_LENGTH);

type State = {
  /** The date on which the file was made. */
  created_on: string | null;
  batch: Batch | undefined;
  /**
   * The payment that was read last. It is yielded only after the next record has been read, because that record may be
   * an addenda record that marks the payment as a return.
   */
  waiting: { line: number; payment: ImportedPayment } | undefined;
  file: Totals;
  batches: bigint;
  records: bigint;
  is_over: boolean;
};

export async function* parseNacha(chunks: Chunks): AsyncGenerator<ImportedPart> {
  const state: State = {
    created_on: null,
    batch: undefined,
    waiting: undefined,
    file: newTotals(),
    batches: 0n,
    records: 0n,
    is_over: false,
  };
  let line = 0;
  for await (const record of readFixedRecords(chunks, RECORD_LENGTH)) {
    line = record.line;
    const kind = record.text[0];
    if (state.is_over) {
      if (record.text !== FILLER) throw faultAt(record, 1, 'a record follows the file control record');
      continue;
    }
    state.records += 1n;
    if (line === 1 && kind !== '1') throw faultAt(record, 1, 'the file does not begin with a file header record');
    if (state.waiting !== undefined && kind !== '7') {
      yield { part: 'payment', payment: state.waiting.payment };
      state.waiting = undefined;
    }
    const warning = takeRecord(state, kind, record);
    if (warning !== undefined) yield { part: 'warning', warning };
  }
  if (!state.is_over) {
    throw new UnreadableFile({ line: line + 1, column: 1 }, 'the file ends without a file control record');
  }
}

type Warning = { line: number; column: number; message: string };

function takeRecord(state: State, kind: string | undefined, record: FixedRecord): Warning | undefined {
  switch (kind) {
    case '1':
      if (record.line !== 1) throw faultAt(record, 1, 'a second file header record');
      state.created_on = readFileHeader(record);
      return undefined;
    case '5': {
      if (state.batch !== undefined) throw faultAt(record, 1, 'a batch begins before the batch before it has ended');
      const { batch, warning } = openBatch(record, state.created_on);
      state.batch = batch;
      return warning;
    }
    case '6':
      return takeEntry(state, record);
    case '7':
      return takeAddenda(state, record);
    case '8':
      closeBatch(state, record);
      return undefined;
    case '9':
      closeFile(state, record);
      return undefined;
    default:
      throw faultAt(record, 1, 'the record type is none of 1, 5, 6, 7, 8 and 9');
  }
}

/** Returns the date on which the file was made; null if it is not stated. */
function readFileHeader(record: FixedRecord): string | null {
  if (record.text.slice(34, 37) !== '094') throw faultAt(record, 35, 'the record size is not 094');
  if (record.text.slice(37, 39) !== '10') throw faultAt(record, 38, 'the blocking factor is not 10');
  return dateOfSix(textAt(record, 24, 29)) ?? null;
}

function takeEntry(state: State, record: FixedRecord): Warning | undefined {
  const { batch } = state;
  if (batch === undefined) throw faultAt(record, 1, 'an entry outside a batch');
  const is_credit = isCredit(record);
  const amount = numberAt(record, 30, 39, 'the amount');
  const routing = numberAt(record, 4, 11, 'the routing number');
  addEntry(batch.totals, is_credit, amount, routing);
  if (!batch.is_pay) return undefined;
  const warn = (column: number, message: string): Warning => ({ line: record.line, column, message });
  const reason = reasonToLeaveOut(record, batch, amount);
  if (reason === undefined && isPayment(record))
    state.waiting = { line: record.line, payment: paymentIn(record, batch, amount) };
  if (reason !== undefined) return warn(2, reason);
  if (!hasValidCheckDigit(record)) return warn(12, 'The check digit of the routing number is wrong.');
  if (is_credit && batch.service_class === '225') return warn(2, 'A batch of debits has a credit.');
  if (!is_credit && batch.service_class === '220') return warn(2, 'A batch of credits has a debit.');
  return undefined;
}

/**
 * Addenda of type 99 mean that the entry before them is a return. Addenda of type 98 mean that it is a notice of
 * change. Neither is a payment.
 */
function takeAddenda(state: State, record: FixedRecord): Warning | undefined {
  const { batch, waiting } = state;
  if (batch === undefined || batch.totals.entries === 0n) throw faultAt(record, 1, 'addenda without an entry');
  batch.totals.entries_and_addenda += 1n;
  const type = textAt(record, 2, 3);
  if (type !== '99' && type !== '98') return undefined;
  if (waiting === undefined) return undefined;
  state.waiting = undefined;
  const code = /^[RC]\d\d$/.exec(textAt(record, 4, 6))?.[0];
  const what = type === '99' ? 'was returned' : 'is a notice of change';
  const message = `The entry before ${what}${code === undefined ? '' : ` with code ${code}`} and is left out.`;
  return { line: waiting.line, column: 1, message };
}

function closeBatch(state: State, record: FixedRecord): void {
  const { batch, file } = state;
  if (batch === undefined) throw faultAt(record, 1, 'a batch control record without a batch');
  if (record.text.slice(1, 4) !== batch.service_class) {
    throw faultAt(record, 2, 'the service class code differs from the one in the batch header');
  }
  const { totals } = batch;
  checkCount(record, 5, 10, 'the number of entries and addenda', totals.entries_and_addenda);
  checkCount(record, 11, 20, 'the entry hash', totals.hash % HASH_LIMIT);
  checkSum(record, 21, 32, 'the total of debits', totals.debits);
  checkSum(record, 33, 44, 'the total of credits', totals.credits);
  if (textAt(record, 88, 94) !== batch.number) {
    throw faultAt(record, 88, 'the batch number differs from the one in the batch header');
  }
  file.entries_and_addenda += totals.entries_and_addenda;
  // The hash in the file control record is the sum of the batches' entry hashes as they are written in the file, that
  // is, with ten digits.
  file.hash += totals.hash % HASH_LIMIT;
  file.debits += totals.debits;
  file.credits += totals.credits;
  state.batches += 1n;
  state.batch = undefined;
}

/** An entry hash is written with its last ten digits only. */
const HASH_LIMIT = 10_000_000_000n;

function closeFile(state: State, record: FixedRecord): void {
  if (state.batch !== undefined) throw faultAt(record, 1, 'the file ends before its last batch');
  if (record.text === FILLER) throw faultAt(record, 1, 'a filler record before the file control record');
  const { file } = state;
  checkCount(record, 2, 7, 'the number of batches', state.batches);
  checkCount(record, 8, 13, 'the number of blocks', (state.records + RECORDS_PER_BLOCK - 1n) / RECORDS_PER_BLOCK);
  checkCount(record, 14, 21, 'the number of entries and addenda', file.entries_and_addenda);
  checkCount(record, 22, 31, 'the entry hash', file.hash % HASH_LIMIT);
  checkSum(record, 32, 43, 'the total of debits', file.debits);
  checkSum(record, 44, 55, 'the total of credits', file.credits);
  state.is_over = true;
}
