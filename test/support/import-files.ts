// Runs the parsers of imported files on texts that are split into chunks in many ways.
import fc from 'fast-check';
import { type FileParser, type ImportedPart, UnreadableFile } from '#analysis/imports/imported-parts.ts';

/** The outcome of parsing a file: the parts and, if the parser throws an error, the error as `line:column what`. */
export type Outcome = { parts: ImportedPart[]; fault: string | undefined };

export async function outcomeOf(parse: FileParser, file: string | Uint8Array, cuts: number[] = []): Promise<Outcome> {
  const parts: ImportedPart[] = [];
  try {
    for await (const part of parse(chunksOf(typeof file === 'string' ? Buffer.from(file) : file, cuts)))
      parts.push(part);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { parts, fault: `${error.place.line}:${error.place.column} ${error.what}` };
  }
  return { parts, fault: undefined };
}

/** Parses the file and returns its parts. Throws if the file has an error. */
export async function partsOf(parse: FileParser, file: string | Uint8Array): Promise<ImportedPart[]> {
  const { parts, fault } = await outcomeOf(parse, file);
  if (fault !== undefined) throw new Error(fault);
  return parts;
}

export const transactionsIn = (parts: readonly ImportedPart[]) =>
  parts.flatMap((part) => (part.part === 'transaction' ? [part.transaction] : []));
export const accountsIn = (parts: readonly ImportedPart[]) =>
  parts.flatMap((part) => (part.part === 'account' ? [part.account] : []));
export const balancesIn = (parts: readonly ImportedPart[]) =>
  parts.flatMap((part) => (part.part === 'balance' ? [part.balance] : []));
/** Returns each warning as `line:column message`. */
export const warningsIn = (parts: readonly ImportedPart[]) =>
  parts.flatMap((part) =>
    part.part === 'warning' ? [`${part.warning.line}:${part.warning.column} ${part.warning.message}`] : [],
  );

/**
 * Parses the file in two chunks, split at every possible position, and then byte by byte. Returns the splits that
 * change the outcome.
 */
export async function cutsThatMatter(parse: FileParser, file: string | Uint8Array): Promise<number[][]> {
  const size = typeof file === 'string' ? Buffer.byteLength(file) : file.length;
  const whole = comparable(await outcomeOf(parse, file));
  const every = Array.from({ length: size }, (_, at) => at);
  const wrong: number[][] = [];
  for (const cuts of [...every.map((at) => [at]), every]) {
    if (comparable(await outcomeOf(parse, file, cuts)) !== whole) wrong.push(cuts);
  }
  return wrong;
}

/** Generates files that differ from the given file in a few bytes. */
export const damaged = (file: string | Uint8Array): fc.Arbitrary<Uint8Array> => {
  const bytes = Buffer.from(file);
  const change = fc.record({
    at: fc.nat({ max: bytes.length }),
    removed: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: bytes.length })),
    added: fc.oneof(
      fc.uint8Array({ maxLength: 3 }),
      fc.constantFrom(...TELLING).map((text) => Buffer.from(text)),
    ),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    let result = bytes;
    for (const { at, removed, added } of changes) {
      result = Buffer.concat([result.subarray(0, at), added, result.subarray(at + removed)]);
    }
    return result;
  });
};

/** Strings that have a meaning in one of the formats. */
const TELLING = [
  '<',
  '>',
  '</',
  '&',
  '&#0;',
  '<![CDATA[',
  '<!--',
  '<!DOCTYPE x>',
  '<?x?>',
  ':61:',
  ':62F:',
  '-}',
  '\n',
  '\r',
  '/',
  ',',
  '-',
  '88,',
  '\uFEFF',
  '0',
];

async function* chunksOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const cut of cuts) {
    yield bytes.subarray(from, cut);
    from = cut;
  }
  yield bytes.subarray(from);
}

const comparable = (outcome: Outcome): string =>
  JSON.stringify(outcome, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
