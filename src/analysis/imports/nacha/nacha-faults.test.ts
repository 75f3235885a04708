import { describe, expect, test } from 'vitest';
import { digits, faultOf, record } from '#test/fixed-files.ts';
import {
  addenda,
  batchControl,
  batchHeader,
  type Control,
  entry,
  FILLER,
  file,
  fileControl,
  HASH,
  header,
} from '#test/nacha-files.ts';
import { parseNacha } from './parse-nacha.ts';

describe('parseNacha', () => {
  const good: Control = { count: 1, hash: HASH, credits: 500 };
  const rows = [header(), batchHeader(), entry('22', 500)];
  const closed = [...rows, batchControl(good)];
  test.each<[string, string[], string]>([
    ['no file header', [batchHeader()], 'Line 1, column 1: the file does not begin with a file header record.'],
    ['a second file header', [header(), header()], 'Line 2, column 1: a second file header record.'],
    ['a record size of 095', [header({ 35: '095' })], 'Line 1, column 35: the record size is not 094.'],
    ['a blocking factor of 9', [header({ 38: '09' })], 'Line 1, column 38: the blocking factor is not 10.'],
    [
      'a batch inside a batch',
      [header(), batchHeader(), batchHeader()],
      'Line 3, column 1: a batch begins before the batch before it has ended.',
    ],
    [
      'an unknown service class',
      [header(), batchHeader({ 2: '210' })],
      'Line 2, column 2: the service class code is none of 200, 220 and 225.',
    ],
    ['ADV', [header(), batchHeader({ 2: '280' })], 'Line 2, column 2: accounting advices (ADV) are not read.'],
    [
      'a wrong effective date',
      [header(), batchHeader({ 70: '260230' })],
      'Line 2, column 70: the effective date is not a date (YYMMDD).',
    ],
    ['an entry outside a batch', [header(), entry('22', 5)], 'Line 2, column 1: an entry outside a batch.'],
    ['an unknown transaction code', [...rows, entry('20', 5)], 'Line 4, column 2: the transaction code is unknown.'],
    [
      'an amount with a point',
      [...rows, entry('22', 5, { 37: '.' })],
      'Line 4, column 37: the amount is not a number.',
    ],
    [
      'a routing number with a letter',
      [...rows, entry('22', 5, { 5: 'O' })],
      'Line 4, column 5: the routing number is not a number.',
    ],
    [
      'addenda without an entry',
      [header(), batchHeader(), addenda('05')],
      'Line 3, column 1: addenda without an entry.',
    ],
    [
      'a control without a batch',
      [header(), batchControl(good)],
      'Line 2, column 1: a batch control record without a batch.',
    ],
    [
      'another service class',
      [...rows, batchControl({ ...good, fields: { 2: '200' } })],
      'Line 4, column 2: the service class code differs from the one in the batch header.',
    ],
    [
      'a wrong count',
      [...rows, batchControl({ ...good, count: 2 })],
      'Line 4, column 5: the number of entries and addenda is 2 instead of 1.',
    ],
    [
      'a wrong hash',
      [...rows, batchControl({ ...good, hash: HASH + 1 })],
      `Line 4, column 11: the entry hash is 9100002 instead of 9100001.`,
    ],
    [
      'a wrong debit total',
      [...rows, batchControl({ ...good, debits: 1 })],
      'Line 4, column 21: the total of debits is 0.01, but the records add up to 0.00.',
    ],
    [
      'a wrong credit total',
      [...rows, batchControl({ ...good, credits: 501 })],
      'Line 4, column 33: the total of credits is 5.01, but the records add up to 5.00.',
    ],
    [
      'another batch number',
      [...rows, batchControl({ ...good, fields: { 88: '0000002' } })],
      'Line 4, column 88: the batch number differs from the one in the batch header.',
    ],
    [
      'an open batch at the end',
      [...rows, fileControl(good)],
      'Line 4, column 1: the file ends before its last batch.',
    ],
    [
      'a filler before the end',
      [...closed, FILLER],
      'Line 5, column 1: a filler record before the file control record.',
    ],
    [
      'a wrong number of batches',
      [...closed, fileControl({ ...good, fields: { 2: digits(2, 6) } })],
      'Line 5, column 2: the number of batches is 2 instead of 1.',
    ],
    [
      'a wrong number of blocks',
      [...closed, fileControl({ ...good, fields: { 8: digits(2, 6) } })],
      'Line 5, column 8: the number of blocks is 2 instead of 1.',
    ],
    [
      'a wrong count of the file',
      [...closed, fileControl({ ...good, count: 3 })],
      'Line 5, column 14: the number of entries and addenda is 3 instead of 1.',
    ],
    [
      'a wrong hash of the file',
      [...closed, fileControl({ ...good, hash: 7 })],
      'Line 5, column 22: the entry hash is 7 instead of 9100001.',
    ],
    [
      'a wrong debit total of the file',
      [...closed, fileControl({ ...good, debits: 9 })],
      'Line 5, column 32: the total of debits is 0.09, but the records add up to 0.00.',
    ],
    [
      'a wrong credit total of the file',
      [...closed, fileControl({ ...good, credits: 9 })],
      'Line 5, column 44: the total of credits is 0.09, but the records add up to 5.00.',
    ],
    [
      'a record after the end',
      [...closed, fileControl(good), header()],
      'Line 6, column 1: a record follows the file control record.',
    ],
    ['no file control', closed, 'Line 5, column 1: the file ends without a file control record.'],
    [
      'an unknown record',
      [header(), record(94, { 1: '4' })],
      'Line 2, column 1: the record type is none of 1, 5, 6, 7, 8 and 9.',
    ],
    ['a short record', [header().slice(0, 93)], 'Line 1, column 94: the record has 93 characters instead of 94.'],
    ['a long record', [header(), `${batchHeader()}.`], 'Line 2, column 95: the record has more than 94 characters.'],
  ])('parseNacha refuses a file with %s', async (_name, records, message) => {
    expect(await faultOf(parseNacha, file(...records))).toBe(message);
  });
});
