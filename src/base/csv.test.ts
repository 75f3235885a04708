import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvRecord, readCsv } from './csv.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 7): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readCsv(inChunks(Buffer.from(text), size))) records.push(record);
  return records;
}

const STRAY = { fault: 'has a quote that is not closed, or one inside a quoted value' };

describe('readCsv', () => {
  test.each<[string, string, string[][]]>([
    [
      'plain values',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a last record without a line break',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'Windows line ends and a byte order mark',
      '\ufeffa,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty values',
      ',\n"",x,\n',
      [
        ['', ''],
        ['', 'x', ''],
      ],
    ],
    ['commas and doubled quotes inside quotes', '"a, ""b""",c\n', [['a, "b"', 'c']]],
    ['a quote inside an unquoted value', '6" Pipe,x\n', [['6" Pipe', 'x']]],
    ['a line break inside quotes', '"a\nb",c\n', [['a\nb', 'c']]],
  ])('readCsv reads %s', async (_name, text, expected) => {
    const records = await read(text);
    expect(records.map((record) => ('fields' in record ? record.fields : record))).toEqual(expected);
  });

  test('reports the line on which each record begins; empty lines are counted but are not records', async () => {
    expect(await read('a\n\n"b\nc"\r\n\r\nd')).toEqual([
      { line: 1, fields: ['a'] },
      { line: 3, fields: ['b\nc'] },
      { line: 6, fields: ['d'] },
    ]);
  });

  test('an unclosed quote makes only its own line invalid, even if later lines contain quotes', async () => {
    expect(await read('a,1\n"b,2\nc,3\n"d","4"\n"e"f,5\ng,6\n')).toEqual([
      { line: 1, fields: ['a', '1'] },
      { line: 2, ...STRAY },
      { line: 3, fields: ['c', '3'] },
      { line: 4, fields: ['d', '4'] },
      { line: 5, ...STRAY },
      { line: 6, fields: ['g', '6'] },
    ]);
  });

  test('a record of 10 lines is read; if a record has more lines, its first line is an error and each of its other lines is read as a record of its own', async () => {
    const lines = (count: number) => `"${'x\n'.repeat(count - 1)}x"\n`;
    expect(await read(lines(10))).toMatchObject([{ line: 1, fields: [expect.stringContaining('x\nx')] }]);
    const [first, ...others] = await read(lines(11));
    expect(first).toEqual({ line: 1, ...STRAY });
    expect(others).toHaveLength(10);
  });

  test('a line of 32,768 characters is read; a longer line is an error, and the next line is still read', async () => {
    const long = 'x'.repeat(32_768);
    for (const size of [1_000, 200_000]) {
      expect(await read(`${long}\ny\n`, size)).toEqual([
        { line: 1, fields: [long] },
        { line: 2, fields: ['y'] },
      ]);
      const refused = { line: 1, fault: 'is longer than 32768 characters' };
      expect(await read(`${long}x\ny\n`, size)).toEqual([refused, { line: 2, fields: ['y'] }]);
      expect(await read(`"${long.repeat(3)}\ny`, size)).toEqual([refused, { line: 2, fields: ['y'] }]);
    }
  });

  test('records that were written as CSV are read back unchanged, whatever the chunk size of the reader is', async () => {
    const value = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', 'é', '🙂', ' '), maxLength: 8 });
    const records = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
    const write = (fields: string[]) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
    await fc.assert(
      fc.asyncProperty(records, fc.integer({ min: 1, max: 20 }), async (given, size) => {
        const short = given.filter((fields) => fields.join('').split('\n').length <= 10);
        const back = await read(short.map((fields) => `${write(fields)}\n`).join(''), size);
        expect(back.map((record) => ('fields' in record ? record.fields : record))).toEqual(short);
      }),
    );
  });

  test('for any input, the records have distinct line numbers in ascending order', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r'), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const lines = (await read(given)).map(({ line }) => line);
        expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
      }),
    );
  });
});
