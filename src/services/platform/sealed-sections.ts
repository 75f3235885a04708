// Unseals a link's stored lists in the thread that processes these lists, which may be a worker thread. So this file
// does not use the database.
import type { KeyObject } from 'node:crypto';
import type { KeptItem, KeptSections, Section } from '#domain/reports/link-data.ts';
import { unsealBlocks, unsealBlocksInTurns } from './sealed-json.ts';

/** Sealed bytes, the key that unseals them, and the place (column and row of a table) for which they were sealed. */
export type Sealed = { readonly key: KeyObject; readonly sealed: Uint8Array; readonly where: string };
export type SealedSections = { readonly [S in Section]?: Sealed };

/** Converts bytes from another thread to a `Buffer`. A `Buffer` that was sent arrives as a plain `Uint8Array`. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Unseals the sections. Transactions before `transactions_from` may be left out. */
export const openSections = (sections: SealedSections, transactions_from = ''): KeptSections =>
  Object.fromEntries(
    Object.entries(sections).map(([section, { key, sealed, where }]) => [
      section,
      unsealBlocks(key, asBuffer(sealed), where, isBefore(transactions_from)),
    ]),
  );

/** Like `openSections`, but yields to the event loop between blocks. For use in the main thread. */
export const openSectionsInTurns = (sections: SealedSections, transactions_from = ''): Promise<KeptSections> =>
  openInTurns(sections, isBefore(transactions_from));

/** The maximum total size, in bytes, of sections that `openFewInTurns` unseals to count their transactions. */
const LOOKED_INTO_BYTES_MAX = 256 * 1024;

/** Like `openSectionsInTurns`, but returns `undefined` if there may be more than `transactions_max` transactions. */
export async function openFewInTurns(
  sections: SealedSections,
  transactions_from: string,
  transactions_max: number,
): Promise<KeptSections | undefined> {
  if (bytesOf(sections) > LOOKED_INTO_BYTES_MAX) return undefined;
  const isPast = isBefore(transactions_from);
  const isTooMany = ({ transacted_at }: Partial<KeptItem<'transactions'>>, read: number) =>
    transacted_at !== undefined && read > transactions_max;
  const opened = await openInTurns(sections, (last, read) => isPast(last) || isTooMany(last, read));
  return (opened.transactions?.length ?? 0) > transactions_max ? undefined : opened;
}

async function openInTurns(
  sections: SealedSections,
  isEnough: (last: Partial<KeptItem<'transactions'>>, read: number) => boolean,
): Promise<KeptSections> {
  const opened: Record<string, unknown> = {};
  for (const [section, { key, sealed, where }] of Object.entries(sections)) {
    opened[section] = await unsealBlocksInTurns(key, asBuffer(sealed), where, isEnough);
  }
  return opened;
}

const isBefore =
  (from: string) =>
  ({ transacted_at }: Partial<KeptItem<'transactions'>>): boolean =>
    transacted_at !== undefined && transacted_at < from;

export const bytesOf = (...held: readonly SealedSections[]): number =>
  held.reduce((sum, sections) => Object.values(sections).reduce((size, { sealed }) => size + sealed.length, sum), 0);
