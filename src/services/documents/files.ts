// Seals the contents of uploaded files. Each file has its own key. This key is stored in the file's row, wrapped with
// the key of the owner: the user, or the client while the user is unknown. Once the owner's key is deleted, the content
// cannot be read any more, even before its bytes are removed.
import type { KeyObject } from 'node:crypto';
import { newKeyBytes, seal, toKey, unseal } from '#base/sealing.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { place } from '#services/platform/vault.ts';

export type SealedFile = { content: Buffer; wrapped_key: Buffer };
/** The part of a file's row that is needed to open the file. */
export type FileKey = { id: string; wrapped_key: Buffer };
type InScope = Pick<Ctx, 'scope'>;

/** Seals a file for the owner whose key is `owner_key`. */
export function sealFile(ctx: InScope, owner_key: KeyObject, id: string, bytes: Buffer): SealedFile {
  const key = newKeyBytes();
  return {
    content: seal(toKey(key), bytes, contentPlace(ctx, id)),
    wrapped_key: seal(owner_key, key, keyPlace(ctx, id)),
  };
}

/** Returns the file's key, wrapped for another owner. The content does not change. */
export const rewrapFile = (ctx: InScope, from: KeyObject, to: KeyObject, { id, wrapped_key }: FileKey): Buffer =>
  seal(to, unseal(from, wrapped_key, keyPlace(ctx, id)), keyPlace(ctx, id));

/**
 * Reads a file from the store. Throws if the file was sealed for another owner, or if even one bit of the file was
 * changed.
 */
export async function openFile(ctx: Ctx, owner_key: KeyObject, { id, wrapped_key }: FileKey): Promise<Buffer> {
  const key = toKey(unseal(owner_key, wrapped_key, keyPlace(ctx, id)));
  const content = await ctx.file_store(ctx.db).get(ctx.scope, id);
  if (content === undefined) throw new Error('the file store does not have the content of this file');
  return unseal(key, content, contentPlace(ctx, id));
}

const contentPlace = ({ scope }: InScope, id: string): string => place(scope, 'file_contents', 'content', id);
const keyPlace = ({ scope }: InScope, id: string): string => place(scope, 'document_files', 'wrapped_key', id);
