// Opens uploaded files.
import { ownerKeys } from '#services/connections/document-records.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findFile } from '#storage/documents/document-files.ts';
import { openFile } from './files.ts';

/** Returns the bytes of the uploaded file; undefined if the file was erased. */
export async function openUpload(ctx: Ctx, file_id: string): Promise<Buffer | undefined> {
  const file = await findFile(ctx.db, ctx.scope, file_id);
  return file && openFile(ctx, await ownerKeys(ctx)(file.user_id), file);
}
