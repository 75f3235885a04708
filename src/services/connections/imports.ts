// Imports files of banks, payroll programs and tax programs. A file is read in a compute thread; then the import, the
// person's link and a task are stored in one transaction.
import type { KeyObject } from 'node:crypto';
import { incorrect, unavailable } from '#base/errors.ts';
import { isId } from '#base/ids.ts';
import {
  type ImportAnswer,
  type ImportNotes,
  presentImport,
  type SentImport,
  VERIFIED_BY,
} from '#domain/connections/imports.ts';
import { openUser } from '#services/people/users.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import type { ReadImport } from '#services/platform/import-work.ts';
import { sealJson, unsealJson } from '#services/platform/sealed-json.ts';
import { asBuffer } from '#services/platform/sealed-sections.ts';
import { place } from '#services/platform/vault.ts';
import {
  findImport,
  findImportByContent,
  insertImport,
  listContentsOf,
  listImportIdsOf,
  type StoredContent,
  type StoredImport,
} from '#storage/connections/imports.ts';
import { findUser, lockUser, type StoredUser } from '#storage/people/users.ts';
import { createFileTask, type NewFileTask } from './document-tasks.ts';
import { contentPlace, sealedContents } from './import-data.ts';

/** `is_new` is false if the same file was imported for the user before. */
export type Imported = { answer: ImportAnswer; is_new: boolean };

/**
 * The maximum number of times that a file is read. It is read again if another file of the user was imported in the
 * meantime.
 */
const TRIES_MAX = 5;
/**
 * The time limit for reading a file. A file of 32 MiB takes a few seconds, and several times as long on a busy machine.
 */
const READ_MS_MAX = 30_000;

/**
 * Decides what the task of an imported file is for. `verified` contains the product that a file of this format
 * verifies, and the data source of the file. In the transaction that stores the import, this function runs first, so
 * that it can lock the order before the user is locked. All other code takes these two locks in the same sequence.
 */
export type ImportPurpose = (ctx: Ctx, verified: Verified) => Promise<Omit<NewFileTask, 'user_id'>>;
export type Verified = Pick<NewFileTask, 'product_type' | 'data_source'>;

/** The purpose if a client imports the file: the task verifies the product that a file of this format verifies. */
const whatItVerifies: ImportPurpose = async (_ctx, verified) => verified;

export async function importFile(
  ctx: Ctx,
  sent: SentImport,
  purpose: ImportPurpose = whatItVerifies,
): Promise<Imported> {
  const user = isId(sent.user_id) ? await findUser(ctx.db, ctx.scope, sent.user_id) : undefined;
  if (user === undefined) throw unknownUser();
  const key = await ctx.vault.unwrap(ctx.scope, user.id, user);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const known = await findKnown(ctx, sent);
    if (known !== undefined) return { answer: await presentStored(ctx, known), is_new: false };
    const earlier = await listContentsOf(ctx.db, ctx.scope, user.id);
    const id = ctx.newId();
    const read = await readFile(ctx, { sent, user, key, earlier, id });
    const answer = await inTransaction(ctx, (ctx) => store(ctx, { sent, key, earlier, id, read, purpose }));
    if (answer !== undefined) return { answer, is_new: true };
  }
  throw unavailable(new Error('other files of the user are being imported'));
}

const unknownUser = () => incorrect({ field: 'user_id', message: 'Object not found.' });

type KnownBy = Pick<SentImport, 'user_id' | 'sha256'>;

/**
 * The hash includes the user's id. So equal files of two users have different hashes, and the hashes do not reveal that
 * the files are equal.
 */
const hashOf = (ctx: Ctx, { user_id, sha256 }: KnownBy): Buffer =>
  ctx.vault.hash('imported_file', ctx.scope.client_id, ctx.scope.environment, user_id, sha256);

/** The earlier import of the same bytes for the same user, if there is one. */
export const findKnown = (ctx: Ctx, sent: KnownBy): Promise<StoredImport | undefined> =>
  findImportByContent(ctx.db, ctx.scope, sent.user_id, hashOf(ctx, sent));

/** Starts a task that reads the imported files of the user again, for another purpose. Nothing is imported. */
export async function readImportAgain(ctx: Ctx, known: StoredImport, purpose: ImportPurpose): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const about = await purpose(ctx, VERIFIED_BY[known.format]);
    const key = await ctx.vault.unwrap(ctx.scope, known.user_id, known);
    return (await createFileTask(ctx, key, { ...about, user_id: known.user_id })).task_id;
  });
}

type Reading = { sent: SentImport; key: KeyObject; earlier: readonly StoredContent[]; id: string };

async function readFile(
  ctx: Ctx,
  { sent, user, key, earlier, id }: Reading & { user: StoredUser },
): Promise<ReadImport> {
  const { content, format, account, columns } = sent;
  const { ssn, first_name, last_name } = await openUser(ctx, user);
  return ctx.compute.run(
    'read_import_file',
    {
      content,
      format,
      account,
      columns,
      sought: { ssn, first_name, last_name },
      earlier: sealedContents(ctx, key, earlier),
      goes: { key, where: contentPlace(ctx, id) },
    },
    {
      client_id: ctx.scope.client_id,
      bytes: earlier.reduce((size, { content_sealed }) => size + content_sealed.length, content.length),
      run_ms_max: READ_MS_MAX,
    },
  );
}

/**
 * Stores the import. Returns undefined if another file of the user was imported in the meantime, because then the
 * comparison with earlier files is outdated.
 */
async function store(
  ctx: Ctx,
  { sent, key, earlier, id, read, purpose }: Reading & { read: ReadImport; purpose: ImportPurpose },
): Promise<ImportAnswer | undefined> {
  const about = await purpose(ctx, VERIFIED_BY[read.format]);
  const user = await lockUser(ctx.db, ctx.scope, sent.user_id);
  if (user === undefined) throw unknownUser();
  const ids = await listImportIdsOf(ctx.db, ctx.scope, user.id);
  if (ids.length !== earlier.length || ids.some((other, at) => other !== earlier[at]?.id)) return undefined;
  const { format, columns, warnings, content, ...counts } = read;
  const { task_id, link_id } = await createFileTask(ctx, key, { ...about, user_id: user.id });
  const record = { ...counts, id, user_id: user.id, link_id, task_id, format, created_at: ctx.now() };
  const notes: ImportNotes = { filename: sent.filename, columns, warnings };
  await insertImport(ctx.db, ctx.scope, {
    ...record,
    content_hash: hashOf(ctx, sent),
    sealed: sealJson(key, notes, notesPlace(ctx, id)),
    content_sealed: asBuffer(content),
  });
  return presentImport(record, notes);
}

export async function getImport(ctx: Ctx, id: string): Promise<StoredImport> {
  const found = await findImport(ctx.db, ctx.scope, id);
  if (found === undefined) throw await missing(ctx, (db, scope) => findImport(db, scope, id));
  return found;
}

export async function presentStored(ctx: Ctx, stored: StoredImport): Promise<ImportAnswer> {
  const key = await ctx.vault.unwrap(ctx.scope, stored.user_id, stored);
  return presentImport(stored, unsealJson<ImportNotes>(key, stored.sealed, notesPlace(ctx, stored.id)));
}

const notesPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'imports', 'sealed', id);
