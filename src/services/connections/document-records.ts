// Seals and unseals what is stored about uploaded files and the documents in them. The owner of a record is the user,
// or the client while the user is unknown.
import type { KeyObject } from 'node:crypto';
import { unwrapAmounts, type Wrapped, wrapAmounts } from '#base/amounts-json.ts';
import type { DocumentKind } from '#domain/access/template-documents.ts';
import type { KeptReading } from '#domain/documents/collection-documents.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { sealJson, sealList, unsealJson, unsealList } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import { findUser } from '#storage/people/users.ts';

/**
 * Facts about a file, in addition to its content. They are sealed, because a file name often contains a person's name.
 */
export type FileFacts = {
  filename: string;
  md5sum: string;
  /** The kind of document that the person chose in the widget; null for files that came through the API. */
  doc_type: DocumentKind | null;
};

const filePlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'document_files', 'sealed', id);
const documentPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'documents', 'sealed', id);
const notePlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'document_reviews', 'note_sealed', id);

export const sealFacts = (ctx: Ctx, key: KeyObject, id: string, facts: FileFacts): Buffer =>
  sealJson(key, facts, filePlace(ctx, id));
export const openFacts = (ctx: Ctx, key: KeyObject, id: string, sealed: Buffer): FileFacts =>
  unsealJson<FileFacts>(key, sealed, filePlace(ctx, id));

/**
 * Compresses and seals the data that was read from a document. It is compressed, because a bank statement has hundreds
 * of fields, each with its position on the page.
 */
export const sealReading = (ctx: Ctx, key: KeyObject, id: string, reading: KeptReading): Buffer =>
  sealList(key, wrapAmounts(reading), documentPlace(ctx, id));
export const openReading = (ctx: Ctx, key: KeyObject, id: string, sealed: Buffer): KeptReading =>
  unwrapAmounts<KeptReading>(unsealList<Wrapped<KeptReading>>(key, sealed, documentPlace(ctx, id)));

export const sealNote = (ctx: Ctx, key: KeyObject, id: string, note: string): Buffer =>
  sealJson(key, { note }, notePlace(ctx, id));

export const openNote = (ctx: Ctx, key: KeyObject, id: string, sealed: Buffer): string =>
  unsealJson<{ note: string }>(key, sealed, notePlace(ctx, id)).note;

/** Returns a function that finds the key of an owner. It reads each key only once. */
export function ownerKeys(ctx: Ctx): (user_id: string | null) => Promise<KeyObject> {
  const known = new Map<string | null, Promise<KeyObject>>();
  return (user_id) => {
    const key = known.get(user_id) ?? keyOf(ctx, user_id);
    known.set(user_id, key);
    return key;
  };
}

async function keyOf(ctx: Ctx, user_id: string | null): Promise<KeyObject> {
  if (user_id === null) return ctx.vault.clientKey(ctx.db, ctx.scope);
  const user = await findUser(ctx.db, ctx.scope, user_id);
  if (user === undefined) throw new Error('the owner of a document was erased');
  return ctx.vault.unwrap(ctx.scope, user_id, user);
}
