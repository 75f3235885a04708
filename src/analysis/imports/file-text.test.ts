import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advance,
  type Charset,
  charsetOfMark,
  LINE_LENGTH_MAX,
  type Line,
  peek,
  placeIn,
  readLines,
  readText,
} from './file-text.ts';
import { UnreadableFile } from './imported-parts.ts';

async function* chunksOf(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Returns the text, followed by the fault if there is one. */
async function textOf(charset: Charset, ...chunks: Uint8Array[]): Promise<string> {
  let text = '';
  try {
    for await (const piece of readText(chunksOf(...chunks), charset)) text += piece;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return `${text}<${error.place.line}:${error.place.column} ${error.what}>`;
  }
  return text;
}

async function linesOf(...texts: string[]): Promise<(Line | string)[]> {
  const lines: (Line | string)[] = [];
  try {
    for await (const batch of readLines(chunksOfText(texts))) lines.push(...batch);
  } catch (error) {
    lines.push(String(error));
  }
  return lines;
}

async function* chunksOfText(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('readText', () => {
  test('decodes well-formed UTF-8 as UTF-8, and all other bytes as Windows-1252, if the character set is `tolerant`', async () => {
    expect(await textOf('tolerant', Buffer.from('Café 😀 €'))).toBe('Café 😀 €');
    expect(await textOf('tolerant', bytes(0x43, 0xe9, 0x20, 0x80, 0x92, 0x9f, 0xff))).toBe('Cé €’Ÿÿ');
    expect(await textOf('tolerant', Buffer.concat([Buffer.from('é'), bytes(0xe9)]))).toBe('éé');
  });

  test.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong form', [0xc0, 0xaf]],
    ['an overlong form of three bytes', [0xe0, 0x80, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a cut sequence at the end', [0xe2, 0x82]],
  ])('readText with the character set `utf-8` refuses %s and names the place', async (_, faulty) => {
    expect(await textOf('utf-8', Buffer.from('ä\n😀x'), bytes(...faulty))).toBe('ä\n😀x<2:3 a byte that is not UTF-8>');
  });

  test('reads UTF-16 in both byte orders, and refuses an unpaired surrogate', async () => {
    const little = Buffer.from('\uFEFFa\n😀b', 'utf16le');
    expect(await textOf('utf-16le', little)).toBe('a\n😀b');
    expect(await textOf('utf-16be', Buffer.from(little).swap16())).toBe('a\n😀b');
    expect(await textOf('utf-16le', little, bytes(0x00, 0xd8))).toBe('a\n😀b<2:3 bytes that are not UTF-16>');
  });

  test('refuses a NUL and names the place', async () => {
    expect(await textOf('tolerant', Buffer.from('ab\r\nc\0d'))).toBe('ab\nc<2:2 a NUL character>');
  });

  test('converts every line end to one line feed, and removes a byte order mark only at the beginning', async () => {
    expect(await textOf('tolerant', Buffer.from('\uFEFFa\r\nb\rc\nd\r\r\n\uFEFF'))).toBe('a\nb\nc\nd\n\n\uFEFF');
    expect(await textOf('tolerant', Buffer.from('a\r'), Buffer.from('\nb\r'))).toBe('a\nb\n');
  });

  test('returns the same text for any division of the bytes into chunks', async () => {
    const file = fc.array(
      fc.constantFrom(0x0a, 0x0d, 0x41, 0x80, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x00),
      { maxLength: 30 },
    );
    const charset = fc.constantFrom<Charset>('utf-8', 'tolerant', 'utf-16le');
    await fc.assert(
      fc.asyncProperty(file, charset, async (values, charset) => {
        const single = values.map((value) => bytes(value));
        expect(await textOf(charset, ...single)).toBe(await textOf(charset, bytes(...values)));
      }),
    );
  });
});

describe('readLines', () => {
  test('gives each line its number; a line end at the end of the file does not start another line', async () => {
    expect(await linesOf('a\n', '\nb', 'c')).toEqual([
      { text: 'a', number: 1 },
      { text: '', number: 2 },
      { text: 'bc', number: 3 },
    ]);
    expect(await linesOf('a\n')).toEqual([{ text: 'a', number: 1 }]);
    expect(await linesOf()).toEqual([]);
  });

  test.each([[['\n']], [[]]])(
    'readLines returns a line of 10,000 characters, and refuses a longer line',
    async (end) => {
      const longest = 'x'.repeat(LINE_LENGTH_MAX);
      expect(await linesOf('a\n', longest, ...end)).toEqual([
        { text: 'a', number: 1 },
        { text: longest, number: 2 },
      ]);
      expect(await linesOf('a\n', `${longest}x`, ...end)).toEqual([
        { text: 'a', number: 1 },
        'UnreadableFile: Line 2, column 10001: a line of more than 10,000 characters.',
      ]);
    },
  );
});

test('the column number of a position in a file counts characters, not code units', () => {
  expect(advance({ line: 2, column: 5 }, 'ä😀')).toEqual({ line: 2, column: 7 });
  expect(advance({ line: 2, column: 5 }, 'a\n\n😀b')).toEqual({ line: 4, column: 3 });
  expect(placeIn({ text: '😀b', number: 9 }, 2)).toEqual({ line: 9, column: 2 });
});

test.each([
  [[0xef, 0xbb, 0xbf, 0x41], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xef, 0xbb], undefined],
  [[], undefined],
])('charsetOfMark(%j) is %s', (head, charset) => {
  expect(charsetOfMark(bytes(...head))).toBe(charset);
});

test('peek() returns the first bytes and the whole file; if the reader stops early, peek() closes the source', async () => {
  let has_ended = false;
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      yield bytes(1, 2);
      yield bytes(3, 4);
      yield bytes(5);
    } finally {
      has_ended = true;
    }
  }
  const { head, bytes: all } = await peek(source(), 3);
  expect([...head]).toEqual([1, 2, 3]);
  const chunks: number[] = [];
  for await (const chunk of all) {
    chunks.push(...chunk);
    if (chunks.length === 4) break;
  }
  expect(chunks).toEqual([1, 2, 3, 4]);
  expect(has_ended).toBe(true);
});
