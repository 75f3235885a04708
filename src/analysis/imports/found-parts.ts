// Collects the parts that a parser found, and yields them in the order of the file.
import { type ImportedAccount, type ImportedPart, type Place, UnreadableFile } from './imported-parts.ts';

/** The maximum number of warnings that a parser yields, because an import returns no more. */
export const WARNINGS_MAX = 100;
/**
 * The maximum number of accounts in a file. It is limited because the keys of the accounts are kept in memory. A bank's
 * file has only a few accounts.
 */
export const ACCOUNTS_MAX = 10_000;
/** The maximum number of characters in one value. The formats allow fewer. */
export const VALUE_LENGTH_MAX = 10_000;

export type FoundParts = {
  /** Adds an account if it is the first one with its key. */
  account(account: ImportedAccount, place: Place): void;
  add(part: Exclude<ImportedPart, { part: 'account' | 'warning' }>): void;
  /** Adds a warning, whose message is a sentence. Warnings beyond `WARNINGS_MAX` are dropped. */
  warn(place: Place, message: string): void;
  /** Removes and returns the parts that were added since the last call. */
  take(): ImportedPart[];
};

export function foundParts(): FoundParts {
  let parts: ImportedPart[] = [];
  let warnings = 0;
  const keys = new Set<string>();
  return {
    account(account, place) {
      if (keys.has(account.key)) return;
      if (keys.size === ACCOUNTS_MAX) throw new UnreadableFile(place, 'more than 10,000 accounts');
      keys.add(account.key);
      parts.push({ part: 'account', account });
    },
    add(part) {
      parts.push(part);
    },
    warn(place, message) {
      if (warnings === WARNINGS_MAX) return;
      warnings += 1;
      parts.push({ part: 'warning', warning: { line: place.line, column: place.column, message } });
    },
    take() {
      const taken = parts;
      parts = [];
      return taken;
    },
  };
}

/**
 * Handles all items, then the end of the file, and yields the parts that were found. If there is a fault, first the
 * parts that were found before the fault are yielded, and then the fault is thrown. The result therefore does not
 * depend on the size of the batches.
 */
export async function* partsOf<Item>(
  found: FoundParts,
  batches: AsyncIterable<readonly Item[]>,
  handle: (item: Item) => void,
  end: () => void,
): AsyncGenerator<ImportedPart> {
  const run = function* (work: () => void): Generator<ImportedPart> {
    try {
      work();
    } catch (error) {
      yield* found.take();
      throw error;
    }
    yield* found.take();
  };
  for await (const batch of batches) yield* run(() => batch.forEach(handle));
  yield* run(end);
}

/** Tidies a text for people: control characters and line ends become spaces, and several spaces become one. */
export const tidy = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Returns the tidied text, or null if nothing remains. */
export const tidyOrNull = (text: string | undefined): string | null => tidy(text ?? '') || null;
