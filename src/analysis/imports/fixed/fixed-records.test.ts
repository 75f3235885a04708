import { describe, expect, test } from 'vitest';
import { inChunks } from '#test/fixed-files.ts';
import {
  checkCount,
  checkSum,
  type FixedRecord,
  numberAt,
  readFixedRecords,
  signedAt,
  textAt,
} from './fixed-records.ts';

async function read(content: string | Uint8Array, size = 7): Promise<FixedRecord[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const records: FixedRecord[] = [];
  for await (const record of readFixedRecords(inChunks(bytes, size), 5)) records.push(record);
  return records;
}

const TWO = [
  { line: 1, text: 'ABCDE' },
  { line: 2, text: 'FGHIJ' },
];

describe('readFixedRecords', () => {
  test.each<[string, string]>([
    ['lines', 'ABCDE\nFGHIJ\n'],
    ['a last line without a line end', 'ABCDE\nFGHIJ'],
    ['Windows line ends', 'ABCDE\r\nFGHIJ\r\n'],
    ['old Macintosh line ends', 'ABCDE\rFGHIJ\r'],
    ['a byte order mark', '\u00ef\u00bb\u00bfABCDE\nFGHIJ\n'],
    ['empty lines at the end', 'ABCDE\nFGHIJ\n\r\n\n  \n'],
    ['the end-of-file character of DOS on its own line', 'ABCDE\r\nFGHIJ\r\n\u001a'],
    ['the end-of-file character of DOS after the last record', 'ABCDE\r\nFGHIJ\u001a'],
    ['records without line ends', 'ABCDEFGHIJ'],
    ['records without line ends, and one after the last record', 'ABCDEFGHIJ\r\n'],
    ['records without line ends, and the end-of-file character of DOS', 'ABCDEFGHIJ\u001a'],
  ])('readFixedRecords reads %s, whatever the size of the chunks', async (_name, content) => {
    for (let size = 1; size <= content.length + 1; size += 1) expect(await read(content, size)).toEqual(TWO);
  });

  test('reads many records without line ends, and a line end after the last one', async () => {
    const records = await read(`${'ABCDE'.repeat(100)}\n`, 3);
    expect(records).toHaveLength(100);
    expect(records.at(-1)).toEqual({ line: 100, text: 'ABCDE' });
  });

  test('accepts a record whose length is correct either in characters or in bytes', async () => {
    const [by_characters] = await read(Buffer.from('ABÑDE\nFGHIJ\n', 'utf8'));
    expect(by_characters).toEqual({ line: 1, text: 'ABÑDE' });
    const [by_bytes] = await read(Buffer.from('AÑDE\nFGHIJ\n', 'utf8'));
    expect(by_bytes && textAt(by_bytes, 1, 5)).toBe('AÑDE');
    const [latin] = await read(Buffer.from('ABÑDE\nFGHIJ\n', 'latin1'));
    expect(latin && textAt(latin, 1, 5)).toBe('ABÑDE');
  });

  test.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'Line 1, column 1: the file is empty.'],
    ['a file of line ends', '\n\n', 'Line 1, column 1: the file is empty.'],
    ['a short line', 'ABCDE\nFGHI\n', 'Line 2, column 5: the record has 4 characters instead of 5.'],
    ['a long line', 'ABCDE\nFGHIJK\n', 'Line 2, column 6: the record has more than 5 characters.'],
    ['a long first line', 'ABCDEF\nFGHIJ\n', 'Line 1, column 6: the record has more than 5 characters.'],
    ['a line that never ends', `ABCDE\n${'X'.repeat(90)}`, 'Line 2, column 6: the record has more than 5 characters.'],
    ['spaces that never end', `ABCDE\n${' '.repeat(90)}`, 'Line 2, column 6: the record has more than 5 characters.'],
    ['an incomplete last block', 'ABCDEFGHIJKL', 'Line 3, column 3: the record has 2 characters instead of 5.'],
    ['an empty line', 'ABCDE\n\nFGHIJ\n', 'Line 2, column 1: the line is empty.'],
    ['a control character', 'ABCDE\nFG\u0000IJ\n', 'Line 2, column 3: the record has a control character.'],
    ['UTF-16', Buffer.from('\ufeffABCDE\n', 'utf16le'), 'Line 1, column 1: the file is in UTF-16 and not in ASCII.'],
    [
      'UTF-16 without a mark',
      Buffer.from('ABCDE\n', 'utf16le'),
      'Line 1, column 1: the file is in UTF-16 and not in ASCII.',
    ],
    ['EBCDIC', Buffer.from('d9c14040f1f2f3f4f5c1', 'hex'), 'Line 1, column 1: the file is in EBCDIC and not in ASCII.'],
  ])('readFixedRecords refuses %s', async (_name, content, message) => {
    for (const size of [1, 4, 1000]) await expect(read(content, size)).rejects.toThrow(message);
  });
});

describe('the fields of a fixed record', () => {
  const record: FixedRecord = { line: 3, text: '  12-7x 0099' };

  test('field positions begin at 1 and include both ends', () => {
    expect(textAt(record, 3, 4)).toBe('12');
    expect(textAt(record, 1, 6)).toBe('12-7');
  });

  test('a number may have leading spaces; spaces alone are read as 0', () => {
    expect(numberAt(record, 1, 4, 'x')).toBe(12n);
    expect(numberAt(record, 9, 12, 'x')).toBe(99n);
    expect(numberAt(record, 1, 2, 'x')).toBe(0n);
  });

  test('a minus sign is accepted only by signedAt()', () => {
    expect(signedAt(record, 5, 6, 'x')).toBe(-7n);
    expect(() => numberAt(record, 5, 6, 'the count')).toThrow('Line 3, column 5: the count is not a number.');
  });

  test('in a number, the first character that is not a digit causes a fault that names its position', () => {
    expect(() => numberAt(record, 6, 7, 'the count')).toThrow('Line 3, column 7: the count is not a number.');
    expect(() => numberAt({ line: 1, text: '1 2' }, 1, 3, 'x')).toThrow('Line 1, column 1: x is not a number.');
  });

  test('if a count or total is wrong, the fault names the wrong and the right number', () => {
    expect(() => checkCount(record, 9, 12, 'the count', 98n)).toThrow(
      'Line 3, column 9: the count is 99 instead of 98.',
    );
    expect(() => checkSum(record, 9, 12, 'the total', -5n)).toThrow(
      'Line 3, column 9: the total is 0.99, but the records add up to -0.05.',
    );
    expect(() => checkCount(record, 9, 12, 'the count', 99n)).not.toThrow();
    expect(() => checkSum(record, 5, 6, 'the total', -7n)).not.toThrow();
  });
});
