// The entries of a NACHA batch: which of them are payments, and the data of a payment.
import { type FixedRecord, faultAt, optionalAt, textAt } from '#analysis/imports/fixed/fixed-records.ts';
import type { ImportedPayment } from '#analysis/imports/imported-parts.ts';
import type { Batch } from './batches.ts';

// The first digit of a transaction code is the kind of account: 2 checking, 3 savings, 4 general ledger, 5 loan. The
// second digit is 1 to 4 for a credit (1 return, 2 payment, 3 prenote, 4 zero dollars), and 6 to 9 for a debit, in the
// same order. The exception is a debit of a loan, which has only the codes 55 and 56.
const TRANSACTION_CODE = /^(?:[23][1-46-9]|4[1-46-9]|5[1-6])$/;

export function isCredit(record: FixedRecord): boolean {
  const code = record.text.slice(1, 3);
  if (!TRANSACTION_CODE.test(code)) throw faultAt(record, 2, 'the transaction code is unknown');
  return code.charAt(1) < '5';
}

/**
 * Descriptions of batches that take money back: a reversal of a mistaken batch, or a reclamation of a benefit that was
 * paid after a death.
 */
const TAKEN_BACK = /^(?:REVERSAL|RECLAIM)$/i;

/**
 * Returns the warning about an entry that is left out. Returns undefined for a payment, and for entries that are left
 * out without a warning: debits, prenotes (tests of an account without money), entries whose code means zero dollars,
 * and entries to a general ledger or a loan.
 */
export function reasonToLeaveOut(record: FixedRecord, batch: Batch, amount: bigint): string | undefined {
  const code = record.text.slice(1, 3);
  if (/^[2-5][16]$/.test(code)) return 'The entry is a return or a notice of change and is left out.';
  if (!/^[23]2$/.test(code)) return undefined;
  if (TAKEN_BACK.test(batch.description)) return 'The entry is part of a reversal and is left out.';
  return amount === 0n ? 'The entry has no amount and is left out.' : undefined;
}

export const isPayment = (record: FixedRecord): boolean => /^[23]2$/.test(record.text.slice(1, 3));

export function paymentIn(record: FixedRecord, batch: Batch, amount: bigint): ImportedPayment {
  return {
    company_name: batch.company_name,
    company_id: batch.company_id,
    description: batch.description,
    effective_date: batch.effective_date,
    receiver_name: textAt(record, 55, 76),
    receiver_id: optionalAt(record, 40, 54),
    routing_number: textAt(record, 4, 12),
    account_number: textAt(record, 13, 29),
    account_type: record.text[1] === '2' ? 'CHECKING' : 'SAVINGS',
    amount,
    trace_number: textAt(record, 80, 94),
  };
}

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Whether the digits of the routing number, weighted by 3, 7 and 1 in turn, add up to a multiple of ten. */
export function hasValidCheckDigit(record: FixedRecord): boolean {
  const digits = record.text.slice(3, 12);
  if (!/^\d{9}$/.test(digits)) return false;
  return WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 10 === 0;
}
