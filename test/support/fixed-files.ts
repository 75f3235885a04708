// Builds files of fixed-length records for tests, and parses files that arrive in pieces of any size.
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { type FileParser, type ImportedPart, UnreadableFile } from '#analysis/imports/imported-parts.ts';

/**
 * Builds a record of this length. Each key of `fields` is the position at which the text of that field starts.
 * Positions are counted from 1. All other positions are spaces.
 */
export function record(length: number, fields: Readonly<Record<number, string>>): string {
  let text = ' '.repeat(length);
  for (const [position, field] of Object.entries(fields)) {
    const start = Number(position) - 1;
    text = text.slice(0, start) + field + text.slice(start + field.length);
  }
  expect(text).toHaveLength(length);
  return text;
}

export const digits = (number: bigint | number, length: number): string => String(number).padStart(length, '0');

export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function partsOf(parse: FileParser, content: string | Uint8Array, size = 4096): Promise<ImportedPart[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const parts: ImportedPart[] = [];
  for await (const part of parse(inChunks(bytes, size))) parts.push(part);
  return parts;
}

/** Returns the message of the error that the parser throws. */
export async function faultOf(parse: FileParser, content: string | Uint8Array): Promise<string> {
  try {
    await partsOf(parse, content);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
  return 'no fault';
}

/**
 * Checks that the parser returns the same parts whether or not the file is split into pieces, for every piece size up
 * to `size_max`.
 */
export async function expectSameInAllChunks(parse: FileParser, content: string, size_max: number): Promise<void> {
  const whole = await partsOf(parse, content, content.length);
  for (let size = 1; size <= size_max; size += 1) {
    expect(await partsOf(parse, content, size), `pieces of ${size} bytes`).toEqual(whole);
  }
}

/**
 * Damages the file at random. Checks that the parser either returns parts, or throws an expected error that states the
 * line and column.
 */
export async function expectOnlyKnownFaults(
  parse: FileParser,
  content: string,
  isKnown: (error: unknown) => boolean = () => false,
): Promise<void> {
  const bytes = Buffer.from(content, 'latin1');
  const change = fc.record({
    at: fc.nat(bytes.length - 1),
    removed: fc.nat(3),
    added: fc.uint8Array({ maxLength: 3 }),
  });
  const damage = fc.array(change, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(damage, fc.integer({ min: 1, max: 2000 }), async (changes, size) => {
      let damaged = bytes;
      for (const { at, removed, added } of changes) {
        damaged = Buffer.concat([damaged.subarray(0, at), added, damaged.subarray(at + removed)]);
      }
      try {
        await partsOf(parse, damaged, size);
      } catch (error) {
        if (isKnown(error)) return;
        expect(error).toBeInstanceOf(UnreadableFile);
        const { line, column } = (error as UnreadableFile).place;
        expect(line).toBeGreaterThan(0);
        expect(column).toBeGreaterThan(0);
      }
    }),
    { numRuns: 300 },
  );
}
