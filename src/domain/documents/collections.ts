// A collection of uploaded files: its statuses, and how API responses show the collection and its finalisation.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, PAGING, shape, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';
import { isFinal, TASK_STATUSES, type TaskStatus } from '#domain/connections/tasks.ts';
import { CollectionDocumentAnswer } from './collection-documents.ts';
import { CollectionFileAnswer, type FileStatus, isFinalFile } from './collection-files.ts';

export const COLLECTION_STATUSES = ['created', 'processing', 'processed', 'finalizing', 'done', 'error'] as const;
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number];

/** The visit to the widget in which files are uploaded. All values are null for files that came through the API. */
export type CollectionVisit = {
  bridge_token_id: string | null;
  order_id: string | null;
  suborder_id: string | null;
  /** The template that determines which types of documents are accepted. */
  template_id: string | null;
  browser_hash: Buffer | null;
};
export const NO_VISIT: CollectionVisit = {
  bridge_token_id: null,
  order_id: null,
  suborder_id: null,
  template_id: null,
  browser_hash: null,
};

export type Collection = CollectionVisit & {
  id: string;
  /** The product that is to be verified with the files. Null until the client requests finalisation. */
  product_type: ProductType | null;
  created_at: Date;
  updated_at: Date;
  /** The time at which the finalisation of the collection created its tasks. */
  finalized_at: Date | null;
};

export type CollectionCounts = { files_count: number; documents_count: number; users_count: number };

/** One user of a finalised collection, with the task that reads the user's documents. */
export type CollectionResult = {
  user_id: string;
  task_id: string;
  link_id: string;
  status: TaskStatus;
  error_message: string | null;
  finished_at: Date | null;
};

/** Derives the status from the files and, once the collection is finalised, from the tasks. */
export function collectionStatus(
  { finalized_at }: Pick<Collection, 'finalized_at'>,
  files: readonly FileStatus[],
  tasks: readonly TaskStatus[],
): CollectionStatus {
  if (finalized_at !== null) return finalStatus(tasks);
  if (files.every(isFinalFile)) return 'processed';
  return files.every((status) => status === 'pending') ? 'created' : 'processing';
}

const finalStatus = (tasks: readonly TaskStatus[]): CollectionStatus => {
  if (!tasks.every(isFinal)) return 'finalizing';
  return tasks.includes('done') ? 'done' : 'error';
};

const SUMMARY = {
  collection_id: Id,
  id: Id,
  status: choice(COLLECTION_STATUSES),
  created_at: Timestamp,
  updated_at: Timestamp,
  files_count: Type.Integer(),
  documents_count: Type.Integer(),
  users_count: Type.Integer(),
};

export const CollectionSummary = shape('DocumentCollectionSummary', 'A collection of uploaded files.', SUMMARY);
export type CollectionSummary = Static<typeof CollectionSummary>;

export const CollectionUserAnswer = shape('DocumentCollectionUser', 'A person whom the files are about.', {
  id: Id,
  external_user_id: nullable(Type.String()),
  first_name: nullable(Type.String()),
  last_name: nullable(Type.String()),
  files_count: Type.Integer(),
});

export const CollectionAnswer = shape('DocumentCollection', 'A collection of uploaded files and what was read.', {
  ...SUMMARY,
  uploaded_files: Type.Array(CollectionFileAnswer),
  documents: Type.Array(CollectionDocumentAnswer),
  users: Type.Array(CollectionUserAnswer),
});
export type CollectionAnswer = Static<typeof CollectionAnswer>;

export const CollectionListQuery = Type.Object(PAGING);

export const presentSummary = (
  collection: Collection & CollectionCounts,
  status: CollectionStatus,
  results: readonly Pick<CollectionResult, 'finished_at'>[],
): CollectionSummary => ({
  collection_id: collection.id,
  id: collection.id,
  status,
  created_at: toTimestamp(collection.created_at),
  updated_at: toTimestamp(lastChange(collection, results)),
  files_count: collection.files_count,
  documents_count: collection.documents_count,
  users_count: collection.users_count,
});

/** The time of the last change. The end of a task is also a change, because it changes the collection's status. */
const lastChange = ({ updated_at }: Collection, results: readonly { finished_at: Date | null }[]): Date =>
  new Date(Math.max(updated_at.getTime(), ...results.map(({ finished_at }) => finished_at?.getTime() ?? 0)));

const ResultAnswer = shape('DocumentFinalizationResult', 'The documents of one user, and the task that read them.', {
  user_id: Id,
  link_id: Id,
  task_id: Id,
  status: choice(TASK_STATUSES),
  error_message: nullable(Type.String()),
});

export const FinalizationStarted = shape('DocumentFinalizationStarted', 'The response to a request to finalise.', {
  status: choice(COLLECTION_STATUSES),
  message: Type.String(),
});
export type FinalizationStarted = Static<typeof FinalizationStarted>;

export const FinalizationAnswer = shape('DocumentFinalization', 'How far the finalisation of a collection is.', {
  status: choice(COLLECTION_STATUSES),
  message: Type.String(),
  product_type: Type.Union([choice(PRODUCT_TYPES), Type.Null()]),
  link_id: nullable(Id),
  task_id: nullable(Id),
  results: Type.Array(ResultAnswer),
  completed_at: nullable(Timestamp),
});
export type FinalizationAnswer = Static<typeof FinalizationAnswer>;

const MESSAGES: Record<CollectionStatus, string> = {
  created: 'Collection finalization has not been requested',
  processing: 'Collection finalization has not been requested',
  processed: 'Collection finalization has not been requested',
  finalizing: 'Collection finalization started',
  done: 'Collection finalization completed',
  error: 'Collection finalization failed',
};

/** A collection whose finalisation was requested is `finalizing`, even while files are still being read. */
export function presentStarted(status: CollectionStatus, is_requested: boolean): FinalizationStarted {
  const shown = is_requested && status !== 'done' && status !== 'error' ? 'finalizing' : status;
  return { status: shown, message: MESSAGES[shown] };
}

/** The error message if a finalisation failed because it had no task. */
const NO_USER = 'Collection finalization failed: no file belongs to a user';

export function presentFinalization(
  { product_type, finalized_at }: Pick<Collection, 'product_type' | 'finalized_at'>,
  status: CollectionStatus,
  results: readonly CollectionResult[],
): FinalizationAnswer {
  const started = presentStarted(status, product_type !== null);
  const is_complete = started.status === 'done' || started.status === 'error';
  // If no file belongs to a user, there is no task, so the finalisation ends at the time at which it starts.
  const ends = [finalized_at, ...results.map(({ finished_at }) => finished_at)].map((end) => end?.getTime() ?? 0);
  return {
    status: started.status,
    message: is_complete && results.length === 0 ? NO_USER : started.message,
    product_type,
    link_id: results[0]?.link_id ?? null,
    task_id: results[0]?.task_id ?? null,
    results: results.map(({ user_id, link_id, task_id, status, error_message }) => ({
      user_id,
      link_id,
      task_id,
      status,
      error_message,
    })),
    completed_at: is_complete ? toTimestamp(new Date(Math.max(...ends))) : null,
  };
}
