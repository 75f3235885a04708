// Lists of links as they are stored: sealed. They are opened where they are worked on, which may be another thread, so
// nothing here knows the database.
import type { KeyObject } from 'node:crypto';
import type { KeptItem, KeptSections, Section } from '#domain/link-data.ts';
import { unsealBlocks, unsealBlocksInTurns } from './sealed-json.ts';

/** Sealed bytes with what opens them. */
export type Sealed = { readonly key: KeyObject; readonly sealed: Uint8Array; readonly where: string };
export type SealedSections = { readonly [S in Section]?: Sealed };

/** A Buffer that was sent to another thread arrives as plain bytes. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Of transactions, those before a day that is named may be left out. */
export const openSections = (sections: SealedSections, transactions_from = ''): KeptSections =>
  Object.fromEntries(
    Object.entries(sections).map(([section, { key, sealed, where }]) => [
      section,
      unsealBlocks(key, asBuffer(sealed), where, isBefore(transactions_from)),
    ]),
  );

/** The same in turns, on the thread that serves. */
export async function openSectionsInTurns(sections: SealedSections, transactions_from = ''): Promise<KeptSections> {
  const opened: Record<string, unknown> = {};
  for (const [section, { key, sealed, where }] of Object.entries(sections)) {
    opened[section] = await unsealBlocksInTurns(key, asBuffer(sealed), where, isBefore(transactions_from));
  }
  return opened;
}

const isBefore =
  (from: string) =>
  ({ transacted_at }: Partial<KeptItem<'transactions'>>): boolean =>
    transacted_at !== undefined && transacted_at < from;

export const bytesOf = (...held: readonly SealedSections[]): number =>
  held.reduce((sum, sections) => Object.values(sections).reduce((size, { sealed }) => size + sealed.length, sum), 0);
