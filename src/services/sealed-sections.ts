// Lists of links as they are stored: sealed. They are opened where they are worked on, which may be another thread, so
// nothing here knows the database.
import type { KeyObject } from 'node:crypto';
import type { KeptItem, KeptSections, Section } from '#domain/link-data.ts';
import { unsealBlocks } from './sealed-json.ts';

/** Sealed bytes with what opens them. */
export type Sealed = { readonly key: KeyObject; readonly sealed: Uint8Array; readonly where: string };
export type SealedSections = { readonly [S in Section]?: Sealed };

/** A Buffer that was sent to another thread arrives as plain bytes. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Of transactions, those before a day that is named may be left out. */
export function openSections(sections: SealedSections, transactions_from = ''): KeptSections {
  const isBefore = ({ transacted_at }: Partial<KeptItem<'transactions'>>): boolean =>
    transacted_at !== undefined && transacted_at < transactions_from;
  return Object.fromEntries(
    Object.entries(sections).map(([section, { key, sealed, where }]) => [
      section,
      unsealBlocks(key, asBuffer(sealed), where, isBefore),
    ]),
  );
}

export const bytesOf = (...held: readonly SealedSections[]): number =>
  held.reduce((sum, sections) => Object.values(sections).reduce((size, { sealed }) => size + sealed.length, sum), 0);
