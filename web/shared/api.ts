// The HTTP client for the widget's own API, one function per endpoint.
import { TERMS_VERSION } from '#domain/widget/terms.ts';
import type { CoveredPress } from '#domain/widget/widget-events.ts';
import type { WidgetEvent } from './events.ts';
import type { Answer, Http } from './http.ts';
import type {
  DataSource,
  Decisions,
  DocumentKind,
  EmployerRef,
  FileAnswer,
  FileColumns,
  NewTask,
  Provider,
  Session,
  TaskView,
  UploadView,
} from './session.ts';

type Found<T> = { results: readonly T[] };

export type Api = {
  session(): Promise<Answer<Session>>;
  companies(query: string, signal: AbortSignal): Promise<Answer<Found<EmployerRef>>>;
  providers(asked: ProvidersAsked, signal?: AbortSignal): Promise<Answer<Found<Provider>>>;
  providersOf(company_mapping_id: string): Promise<Answer<Found<Provider>>>;
  agree(): Promise<Answer<void>>;
  start(task: NewTask): Promise<Answer<TaskView>>;
  /**
   * Long poll: resolves when the task on the server differs from the given state of the task, or when the server ends
   * the poll.
   */
  next(task: TaskView, signal: AbortSignal): Promise<Answer<TaskView>>;
  sendCode(task_id: string, code: string): Promise<Answer<TaskView>>;
  /** Returns the files that were uploaded so far. */
  documents(suborder_id: string | null, signal: AbortSignal): Promise<Answer<UploadView>>;
  upload(file: NewUpload, options: UploadOptions): Promise<Answer<UploadView>>;
  /** Removes an uploaded file, and returns the remaining files. */
  removeDocument(file_id: string, suborder_id: string | null): Promise<Answer<UploadView>>;
  /** Starts the task that reads the uploaded files. */
  finishDocuments(suborder_id: string | null): Promise<Answer<TaskView>>;
  /** Sends a bank file. The response contains either a question about the file or the task that reads the file. */
  sendFile(file: NewFile, options: UploadOptions): Promise<Answer<FileAnswer>>;
  skip(suborder_id: string, reason: string): Promise<Answer<void>>;
  certify(decisions: Decisions): Promise<Answer<void>>;
  finish(): Promise<Answer<{ order_id: string; is_final: boolean }>>;
  report(events: readonly Reported[], keepalive: boolean): Promise<Answer<void>>;
};

export type NewUpload = { content: Blob; filename: string; doc_type: DocumentKind; suborder_id: string | null };
export type NewFile = {
  content: Blob;
  filename: string;
  suborder_id: string | null;
  columns: FileColumns | null;
  /** Whether the applicant has confirmed that a CSV file is read correctly. */
  is_confirmed: boolean;
};
export type UploadOptions = { signal: AbortSignal; onProgress(share: number): void };
export type ProvidersAsked = { query: string; data_source: DataSource | null; suborder_id: string | null };
export type { CoveredPress } from '#domain/widget/widget-events.ts';
export type Reported =
  | { type: WidgetEvent['type']; payload: Readonly<Record<string, unknown>> }
  /** This event is sent only to the server, not to the page. */
  | { type: 'COVERED'; payload: CoveredPress };

const query = (values: Readonly<Record<string, string | null>>): string => {
  const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null);
  return `?${new URLSearchParams(given)}`;
};

export const openApi = (http: Http): Api => ({
  session: () => http.get('session/'),
  companies: (text, signal) => http.get(`companies/${query({ query: text })}`, signal),
  providers: (asked, signal) => http.get(`providers/${query(asked)}`, signal),
  providersOf: (id) => http.get(`companies/${encodeURIComponent(id)}/providers/`),
  agree: () => http.post('consent/', { terms_version: TERMS_VERSION }),
  start: (task) => http.post('tasks/', task),
  next: ({ task_id, status, step, public_token }, signal) =>
    http.get(
      `tasks/${task_id}/${query({ since: `${status}:${step}${public_token === null ? '' : ':token'}` })}`,
      signal,
    ),
  sendCode: (task_id, code) => http.post(`tasks/${task_id}/mfa/`, { code }),
  documents: (suborder_id, signal) => http.get(`documents/${query({ suborder_id })}`, signal),
  upload: (file, options) => http.upload('documents/', { form: formOf(file), ...options }),
  removeDocument: (file_id, suborder_id) => http.post(`documents/${file_id}/remove/`, { suborder_id }),
  finishDocuments: (suborder_id) => http.post('documents/finish/', suborder_id === null ? {} : { suborder_id }),
  sendFile: (file, options) => http.upload('files/', { form: formOfFile(file), ...options }),
  skip: (suborder_id, reason) => http.post(`suborders/${suborder_id}/skip/`, reason === '' ? {} : { reason }),
  certify: (decisions) => http.post('certifications/', { decisions }),
  finish: () => http.post('finish/', {}),
  report: (events, keepalive) => http.post('events/', { events }, { keepalive }),
});

/** The file is the last part of the form, so that the server has its `doc_type` before the file arrives. */
function formOf({ content, filename, doc_type, suborder_id }: NewUpload): FormData {
  const form = new FormData();
  form.set('doc_type', doc_type);
  if (suborder_id !== null) form.set('suborder_id', suborder_id);
  form.set('file', content, filename);
  return form;
}

function formOfFile({ content, filename, suborder_id, columns, is_confirmed }: NewFile): FormData {
  const form = new FormData();
  if (suborder_id !== null) form.set('suborder_id', suborder_id);
  if (columns !== null) form.set('columns', JSON.stringify(columns));
  if (is_confirmed) form.set('is_confirmed', 'true');
  form.set('content', content, filename);
  return form;
}

/**
 * Removes from the event the values that the server already has: the bridge token, and the public token that the server
 * created.
 */
export function toReported({ type, payload }: WidgetEvent): Reported {
  const {
    bridge_token: _,
    public_token: __,
    ...rest
  } = Object.assign({ bridge_token: undefined, public_token: undefined }, payload);
  return { type, payload: rest };
}
