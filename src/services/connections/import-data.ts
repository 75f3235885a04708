// Opens the imported files of a person. Tasks use them when they fetch the data of a link that comes from files.
import type { KeyObject } from 'node:crypto';
import type { MergedRow } from '#analysis/imports/merging/merge-rows.ts';
import { mapInTurns } from '#base/turns.ts';
import type { ImportedFiles } from '#connectors/contract.ts';
import { FILES_PROVIDER_ID } from '#connectors/files/connector.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { openHead } from '#services/platform/import-work.ts';
import { asBuffer, type Sealed } from '#services/platform/sealed-sections.ts';
import { place } from '#services/platform/vault.ts';
import { hasNews, listContentsOf, type StoredContent } from '#storage/connections/imports.ts';

export const contentPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'imports', 'content_sealed', id);

export const sealedContents = (ctx: Ctx, key: KeyObject, contents: readonly StoredContent[]): Sealed[] =>
  contents.map(({ id, content_sealed }) => ({ key, sealed: content_sealed, where: contentPlace(ctx, id) }));

/**
 * Returns all imported files of the person. The part `first` contains no rows. The part `rest` also contains the rows
 * of all files, which a compute thread merges.
 */
export async function importsFor(
  ctx: Ctx,
  key: KeyObject,
  { user_id }: { user_id: string },
  part: 'first' | 'rest',
): Promise<ImportedFiles> {
  const imports = sealedContents(ctx, key, await listContentsOf(ctx.db, ctx.scope, user_id));
  const heads = await mapInTurns(imports, openHead);
  if (part === 'first') return { heads, rows: [] };
  const pieces = await ctx.compute.run(
    'merge_imports',
    { imports },
    { client_id: ctx.scope.client_id, bytes: imports.reduce((size, { sealed }) => size + sealed.length, 0) },
  );
  return { heads, rows: (await mapInTurns(pieces, rowsIn)).flat() };
}

function rowsIn(piece: Uint8Array): MergedRow[] {
  const rows: MergedRow[] = JSON.parse(asBuffer(piece).toString('utf8'));
  return rows;
}

/**
 * A task of an imported file is billable only if the file contains new data. The client has already paid for the data
 * of earlier files.
 */
export const isBillable = async (ctx: Ctx, task: { id: string; provider_id: string }): Promise<boolean> =>
  task.provider_id !== FILES_PROVIDER_ID || hasNews(ctx.db, ctx.scope, task.id);
