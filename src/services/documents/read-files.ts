// Reads uploaded files in the background. The result of a file (its final status, its documents and their owner) is
// written in one transaction, so a crash of the worker at any moment does no harm.
import type { KeyObject } from 'node:crypto';
import { filesRead } from '#base/measures.ts';
import { DEFAULT_DOCUMENT_UPLOAD, type DocumentUpload } from '#domain/access/template-documents.ts';
import { isAcceptedType } from '#domain/documents/accepted-types.ts';
import { keepReading, nameOn } from '#domain/documents/collection-documents.ts';
import {
  configError,
  type FileError,
  type FileStatus,
  failedValidations,
  isFinalFile,
  noData,
  VALID,
  type Validations,
} from '#domain/documents/collection-files.ts';
import { hasContent } from '#domain/documents/figures.ts';
import type { FileDocument, FileReading, PageProgress, ReadOutcome } from '#domain/documents/file-readings.ts';
import { areSuspicious } from '#domain/documents/fraud-signals.ts';
import { type Match, matchPerson } from '#domain/documents/people-matching.ts';
import { type Forced, forcedOutcome, withForcedSignal } from '#domain/documents/sandbox-file-names.ts';
import { ssnSignals } from '#domain/documents/ssn-signals.ts';
import { UPLOAD_TYPES, type UploadType } from '#domain/documents/uploads.ts';
import type { User } from '#domain/people/users.ts';
import { templateOf } from '#services/access/templates.ts';
import {
  type FileFacts,
  openFacts,
  ownerKeys,
  sealFacts,
  sealReading,
} from '#services/connections/document-records.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import type { JobCtx } from '#services/platform/jobs.ts';
import { lockCollection, updateCollection } from '#storage/documents/collections.ts';
import {
  beginReading,
  countTry,
  endReading,
  listFiles,
  noteProgress,
  type StoredFile,
} from '#storage/documents/document-files.ts';
import { type DocumentRow, insertDocuments } from '#storage/documents/documents.ts';
import { holdUser } from '#storage/people/users.ts';
import { peopleOf } from './collections.ts';
import { signalsBesideEarlier } from './earlier-documents.ts';
import { openFile, rewrapFile } from './files.ts';
import { finalizeIfReady } from './finalizing.ts';
import { reuseSignals, traitsOf } from './reused-templates.ts';

/**
 * The maximum number of times that readers take a file without giving a result. After that, the file itself is
 * considered the cause. Failures before a reader takes the file do not count, because they are caused by a temporary
 * outage of the database or the file store.
 */
const TRIES_MAX = 3;

type ReadingJob = Pick<JobCtx, 'asOwner' | 'signal' | 'is_last_attempt'>;

export async function readDocumentFile(job: ReadingJob, file_id: string): Promise<void> {
  const ctx = await job.asOwner();
  const file = await beginReading(ctx.db, ctx.scope, file_id, ctx.now());
  // Nothing is done if the file was already read, or was erased with its user.
  if (file === undefined) return;
  const key = await ownerKeys(ctx)(file.user_id);
  const facts = openFacts(ctx, key, file.id, file.sealed);
  const is_given_up = file.tries >= TRIES_MAX || job.is_last_attempt;
  const outcome = is_given_up ? NOT_READABLE : await read(ctx, key, file, facts, job.signal);
  await inTransaction(ctx, (ctx) => write(ctx, { file, facts, key }, outcome));
}

const NOT_READABLE: ReadOutcome = { unreadable: 'it is not readable' };

type OpenedFile = { file: StoredFile; facts: FileFacts; key: KeyObject };
/** The result of reading a file, before it is written to the database. */
type Result = {
  status: FileStatus;
  mime_type: UploadType;
  validations: Validations;
  error: FileError | null;
  documents: Placed[];
};
type Placed = { document: FileDocument; match: Match };

async function read(
  ctx: Ctx,
  key: KeyObject,
  file: StoredFile,
  { filename }: FileFacts,
  signal: AbortSignal,
): Promise<Forced> {
  const forced = ctx.scope.environment === 'sandbox' ? forcedOutcome(filename) : undefined;
  if (forced !== undefined) return forced;
  const bytes = await openFile(ctx, key, file);
  const progress = progressOf(ctx, file);
  const onTurn = () => countTry(ctx.db, ctx.scope, file.id);
  const outcome = await ctx.reader.read(bytes, { signal, onTurn, onPage: progress.note });
  await progress.noted();
  return ctx.scope.environment === 'sandbox' && 'reading' in outcome ? withForcedSignal(filename, outcome) : outcome;
}

/**
 * Stores which page is being read. The writes run in the order in which the pages are read. If a write fails, the
 * reading continues, and the widget does not show this page.
 */
function progressOf(ctx: Ctx, { id }: StoredFile): { note(page: PageProgress): void; noted(): Promise<void> } {
  let last = Promise.resolve();
  return {
    note(page) {
      last = last.then(() =>
        noteProgress(ctx.db, ctx.scope, id, page).catch((err: unknown) => {
          ctx.log.warn({ err, file_id: id }, 'could not note the progress of a file');
        }),
      );
    },
    noted: () => last,
  };
}

/** Users are locked before the collection, and the collection before its files, as in all other code. */
async function write(ctx: Ctx, opened: OpenedFile, outcome: Forced): Promise<void> {
  const { file } = opened;
  const people = await heldPeople(ctx, file.collection_id);
  const collection = await lockCollection(ctx.db, ctx.scope, file.collection_id);
  if (collection === undefined) return;
  const result = resultOf(outcome, file, people, await acceptedBy(ctx, collection.template_id));
  if (!(await writeFile(ctx, opened, result, people))) return;
  ctx.db.afterCommit(() => filesRead.inc({ environment: ctx.scope.environment, status: result.status }));
  await insertDocuments(ctx.db, ctx.scope, await toRows(ctx, file, result.documents, people));
  const files = await listFiles(ctx.db, ctx.scope, collection.id);
  const changed = { ...collection, updated_at: ctx.now() };
  await updateCollection(ctx.db, ctx.scope, changed);
  if (files.every(({ status }) => isFinalFile(status))) await finalizeIfReady(ctx, changed);
}

/** Returns the users of the collection and locks them, so that they cannot be erased until the transaction ends. */
async function heldPeople(ctx: Ctx, collection_id: string): Promise<User[]> {
  const people = await peopleOf(ctx, collection_id);
  const held: User[] = [];
  for (const person of people.toSorted((a, b) => a.id.localeCompare(b.id))) {
    if (await holdUser(ctx.db, ctx.scope, person.id)) held.push(person);
  }
  return held;
}

async function acceptedBy(ctx: Ctx, template_id: string | null): Promise<DocumentUpload> {
  return template_id === null ? DEFAULT_DOCUMENT_UPLOAD : (await templateOf(ctx, template_id)).settings.document_upload;
}

function resultOf(outcome: Forced, file: StoredFile, people: readonly User[], accepted: DocumentUpload): Result {
  const { mime_type } = file;
  if ('unreadable' in outcome) {
    const { unreadable, is_known_type = true } = outcome;
    const validations = failedValidations(unreadable, is_known_type);
    return { status: 'invalid', mime_type, validations, error: configError(unreadable), documents: [] };
  }
  if ('failed' in outcome) {
    return { status: 'failed', mime_type, validations: VALID, error: outcome.failed, documents: [] };
  }
  const own = file.user_id === null ? people : people.filter(({ id }) => id === file.user_id);
  const documents = outcome.reading.documents.map((document) => ({
    document,
    match: matchPerson(nameOn(document), own),
  }));
  const error = errorOf(documents, accepted);
  const read = { mime_type: typeRead(outcome.reading) ?? mime_type, validations: VALID, error };
  return error === null ? { ...read, status: 'successful', documents } : { ...read, status: 'failed', documents: [] };
}

/** The type that an upload declares may differ from the type of its bytes. */
const typeRead = ({ mime_type }: FileReading): UploadType | undefined =>
  UPLOAD_TYPES.find((type) => type === mime_type);

/**
 * Returns an error only if no document in the file can be used. A file with several documents may also contain
 * documents that cannot be used. Examples are a document of someone else, such as the W-2 of a spouse, and a document
 * of a type that is not accepted.
 */
function errorOf(documents: readonly Placed[], accepted: DocumentUpload): FileError | null {
  if (!documents.some(({ document }) => isAcceptedType(document.document_type, accepted))) {
    return configError('its type is not accepted for this request');
  }
  const read = documents.filter(({ document }) => document.document_type !== 'OTHER');
  if (read.length > 0 && read.every(({ document }) => !hasContent(document))) return noData('income');
  const is_others = documents.some(({ match }) => 'is_other' in match && match.is_other);
  return is_others && !documents.some(({ match }) => 'user_id' in match)
    ? configError('the name on it does not match the user')
    : null;
}

async function writeFile(
  ctx: Ctx,
  { file, facts, key }: OpenedFile,
  { status, mime_type, validations, error, documents }: Result,
  people: readonly User[],
): Promise<boolean> {
  const user_id = file.user_id ?? ownerOf(documents, people);
  const changed = { ...file, status, mime_type, validations, error, updated_at: ctx.now() };
  if (user_id === file.user_id) return endReading(ctx.db, ctx.scope, changed);
  const owner_key = await ownerKeys(ctx)(user_id);
  return endReading(ctx.db, ctx.scope, {
    ...changed,
    user_id,
    wrapped_key: rewrapFile(ctx, key, owner_key, file),
    sealed: sealFacts(ctx, owner_key, file.id, facts),
  });
}

/** Returns the user to whom the documents of a file belong, or the collection's only user if nothing was read. */
function ownerOf(documents: readonly Placed[], people: readonly User[]): string | null {
  const [only] = people;
  if (documents.length === 0) return people.length === 1 && only !== undefined ? only.id : null;
  const owners = new Set(documents.flatMap(({ match }) => ('user_id' in match ? [match.user_id] : [])));
  return owners.size === 1 ? ([...owners][0] ?? null) : null;
}

async function toRows(
  ctx: Ctx,
  file: StoredFile,
  documents: readonly Placed[],
  people: readonly User[],
): Promise<DocumentRow[]> {
  const keyOf = ownerKeys(ctx);
  const rows: DocumentRow[] = [];
  const owned = documents.map(({ document, match }) => ({
    document,
    user_id: 'user_id' in match ? match.user_id : null,
  }));
  const chains = await signalsBesideEarlier(ctx, file.collection_id, owned);
  for (const [at, { document, user_id }] of owned.entries()) {
    const id = ctx.newId();
    const traits = traitsOf(ctx, document);
    const fraud_signals = [
      ...document.fraud_signals,
      ...(chains[at] ?? []),
      ...ssnSignals(
        document,
        people.find((person) => person.id === user_id),
      ),
      ...(await reuseSignals(ctx, file, user_id, document, traits)),
    ];
    rows.push({
      id,
      collection_id: file.collection_id,
      file_id: file.id,
      user_id,
      document_type: document.document_type,
      first_page: document.pages[0],
      last_page: document.pages[1],
      is_suspicious: areSuspicious(fraud_signals),
      ...traits,
      sealed: sealReading(ctx, await keyOf(user_id), id, keepReading({ ...document, fraud_signals })),
      created_at: ctx.now(),
    });
  }
  return rows;
}
