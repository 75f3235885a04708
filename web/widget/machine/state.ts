// The widget's state: the current screen, the applicant's choices and the server's last response. For each input,
// machine.ts returns the next state and the side effects as data.
import type { DepositAction, Metadata, WidgetEvent } from '../../shared/events.ts';
import type { Problem } from '../../shared/problems.ts';
import type {
  DataSource,
  Decisions,
  DocumentKind,
  EmployerRef,
  ExistingLink,
  FileAnswer,
  FileColumns,
  FileQuestion,
  NewTask,
  Provider,
  Session,
  TaskView,
  UploadedFile,
  UploadView,
} from '../../shared/session.ts';

export type Screen =
  | { name: 'loading' }
  /** The token is not valid, so the applicant can do nothing on this screen. */
  | { name: 'refused'; kind: 'expired' | 'unknown' | 'forbidden' }
  /** The order is finished; the order's status gives the outcome. */
  | { name: 'closed' }
  | { name: 'consent' }
  | { name: 'overview' }
  | { name: 'skip'; suborder_id: string }
  /** Shows the suborders that are skipped if the applicant finishes now. */
  | { name: 'left_out' }
  | { name: 'links' }
  | { name: 'methods' }
  | { name: 'employer' }
  | { name: 'jobless' }
  /** `found`: the chosen employer's providers; `null` if the applicant searches for a provider. */
  | { name: 'providers'; found: readonly Provider[] | null }
  | { name: 'no_provider' }
  /** The kinds of documents that can be sent. */
  | { name: 'doc_types' }
  | { name: 'upload' }
  /** The applicant sends a bank file instead of signing in. */
  | { name: 'file' }
  /** Shows how the server reads a CSV file. The applicant confirms or corrects the columns. */
  | { name: 'file_columns' }
  | { name: 'deposit' }
  | { name: 'organization' }
  | { name: 'login' }
  | { name: 'working' }
  | { name: 'code' }
  | { name: 'redirect' }
  | { name: 'error' }
  /** The screen after too many sign-ins. The server determines how long the person has to wait. */
  | { name: 'pause'; minutes: number }
  | { name: 'manual_deposit' }
  | { name: 'success' }
  | { name: 'certification' }
  | { name: 'completed' };
export type ScreenName = Screen['name'];

/**
 * Why a file was not uploaded. The first four are known before anything is sent. `refused`: the server did not accept
 * the file. `unsent`: the file did not reach the server and can be sent again.
 */
export type FileFault = 'not_a_document' | 'too_large' | 'too_small' | 'too_many' | 'refused' | 'unsent';

/** A file that the applicant has chosen. Its bytes are not in the state; documents/desk.ts keeps them under `key`. */
export type ChosenFile = { key: string; filename: string; kind: 'pdf' | 'photo' | 'unknown'; size_bytes: number };

/** A photo of a page. It is not sent until the applicant has added all pages of the document. */
export type DraftPage = {
  key: string;
  filename: string;
  size_bytes: number;
  /**
   * `null` until the browser has tried to show the photo. A photo that the browser cannot show is sent as a single
   * file.
   */
  can_be_shown: boolean | null;
};

/** A file on its way to the server. Several photos become one file. */
export type SendingFile = {
  key: string;
  filename: string;
  doc_type: DocumentKind;
  pages: readonly string[];
  /** Whether the pages are photos, which are written into one PDF file before they are sent. */
  is_of_photos: boolean;
  /** The share that has been sent, from 0 to 1; `null` while the file waits for its turn. */
  share: number | null;
  fault: FileFault | null;
};

/** The documents that the applicant sends instead of signing in. */
export type Documents = {
  doc_type: DocumentKind | null;
  /** The files that the server has; `null` until they are loaded. */
  files: readonly UploadedFile[] | null;
  /** The ids of files that the server is asked to remove. */
  removing: readonly string[];
  sending: readonly SendingFile[];
  draft: readonly DraftPage[];
};

/**
 * Why a bank file was not read. The first three faults are known before anything is sent. `unsent`: the file did not
 * reach the server. `refused`: the server cannot read the file, and `message` says why. `unfit`: the server cannot read
 * the file with the applicant's correction, and `message` is the name of the corrected column or format.
 */
export type BankFileFault = {
  kind: 'too_large' | 'empty' | 'document' | 'unsent' | 'refused' | 'unfit';
  message: string;
};

/** A bank file. Its bytes are not in the state; documents/desk.ts keeps them under `key`. */
export type BankFile = {
  chosen: ChosenFile | null;
  /** The share that has been sent, from 0 to 1; `null` if nothing is being sent. */
  share: number | null;
  fault: BankFileFault | null;
  /** How the server would read a CSV file. */
  question: FileQuestion | null;
  /** The correction that the applicant has made, until the server responds to it. */
  correction: FileColumns | null;
};

/** The connection in progress: the choices that the applicant has made so far. */
export type Pursuit = {
  suborder_id: string | null;
  method: DataSource | null;
  company: EmployerRef | null;
  provider: Provider | null;
  link: ExistingLink | null;
  organization_id: string | null;
  /**
   * The values that the applicant typed, except passwords. They are kept so that a retry is less work. They are stored
   * only in this page's memory.
   */
  typed: Readonly<Record<string, string>>;
  is_deposit_confirmed: boolean;
  documents: Documents;
  file: BankFile;
};

/**
 * The applicant's choices, kept in the browser's storage so that they survive a reload. Values typed into a login form
 * are not included.
 */
export type Place = {
  suborder_id: string | null;
  method: DataSource | null;
  company: EmployerRef | null;
  /** Only the provider's id and name are stored. Its form is loaded again, because the form may have changed. */
  provider: { id: string; name: string } | null;
  /** The kind of document that the applicant was uploading. */
  doc_type: DocumentKind | null;
  /** Whether the applicant was about to send a bank file. */
  is_file: boolean;
  /**
   * The id of the task that was the newest when the choices were stored. If there is a newer task now, the choices are
   * out of date.
   */
  after_task: string | null;
};

export type Setting = {
  bridge_token: string;
  /** The employer that the embedding page preselects. It is used if the token has no employer. */
  company_mapping_id: string | null;
  /** Whether the widget is our own landing page, which shows the order first and never closes. */
  is_page: boolean;
};

export type State = {
  setting: Setting;
  session: Session | null;
  screen: Screen;
  /**
   * The visited screens for the Back button, oldest first. Transient screens are left out, so the last entry is the
   * current screen only if that screen is not transient.
   */
  trail: readonly Screen[];
  pursuit: Pursuit;
  task: TaskView | null;
  /** The events already emitted per task, as `<task id> <event type>`. */
  emitted: ReadonlySet<string>;
  is_opened: boolean;
  /** Whether a request made by the applicant is in progress. */
  is_busy: boolean;
  problem: Problem | null;
};

export type Input =
  | { type: 'opened'; session: Session; place: Place | null; settled: readonly string[] }
  | { type: 'refreshed'; session: Session }
  | { type: 'failed'; problem: Problem }
  | { type: 'agree' }
  | { type: 'agreed' }
  | { type: 'choose_suborder'; suborder_id: string }
  | { type: 'ask_skip'; suborder_id: string }
  | { type: 'skip'; reason: string }
  | { type: 'choose_link'; link: ExistingLink }
  | { type: 'other_login' }
  | { type: 'other_method' }
  | { type: 'choose_method'; method: DataSource }
  | { type: 'choose_employer'; company: EmployerRef }
  | { type: 'employer_missing' }
  | { type: 'jobless' }
  | { type: 'providers_found'; providers: readonly Provider[] }
  | { type: 'provider_found'; provider: Provider | undefined }
  | { type: 'choose_provider'; provider: Provider }
  | { type: 'choose_doc_type'; doc_type: DocumentKind }
  | { type: 'other_doc_type' }
  | { type: 'files_chosen'; files: readonly ChosenFile[] }
  | { type: 'page_looked_at'; key: string; can_be_shown: boolean }
  | { type: 'remove_page'; key: string }
  /** Sends the photographed pages, as one document if `is_one` is true, otherwise each page as its own document. */
  | { type: 'send_pages'; is_one: boolean }
  | { type: 'upload_progress'; key: string; share: number }
  | { type: 'uploaded'; key: string; view: UploadView }
  | { type: 'upload_failed'; key: string; problem: Problem }
  | { type: 'upload_unusable'; key: string; fault: FileFault }
  | { type: 'retry_upload'; key: string }
  | { type: 'drop_upload'; key: string }
  | { type: 'remove_file'; file_id: string }
  | { type: 'file_removed'; file_id: string; view: UploadView }
  | { type: 'removal_failed'; file_id: string; problem: Problem }
  | { type: 'uploads'; view: UploadView }
  | { type: 'choose_file' }
  | { type: 'bank_file_chosen'; file: ChosenFile }
  | { type: 'other_file' }
  | { type: 'retry_file' }
  | { type: 'correct_columns'; columns: FileColumns }
  | { type: 'confirm_columns' }
  | { type: 'file_progress'; key: string; share: number }
  | { type: 'file_answered'; key: string; answer: FileAnswer }
  | { type: 'file_failed'; key: string; problem: Problem }
  | { type: 'finish_documents' }
  | { type: 'documents_finished'; task: TaskView }
  | { type: 'confirm_deposit' }
  | { type: 'organization'; organization_id: string }
  | { type: 'submit'; credentials: Readonly<Record<string, string>> }
  | { type: 'started'; task: TaskView }
  | { type: 'task'; task: TaskView }
  | { type: 'send_code'; code: string }
  | { type: 'oauth_opened' }
  | { type: 'retry' }
  | { type: 'other_provider' }
  | { type: 'manual_deposit' }
  | { type: 'manual_deposit_done'; action: DepositAction }
  | { type: 'back' }
  | { type: 'later' }
  | { type: 'done' }
  | { type: 'finish' }
  | { type: 'finished' }
  | { type: 'certify'; decisions: Decisions }
  | { type: 'certified' };

export type Effect =
  | { do: 'emit'; event: WidgetEvent; settles: string | null }
  | { do: 'agree' }
  | { do: 'refresh' }
  | { do: 'find_providers'; company_mapping_id: string }
  | { do: 'find_provider'; provider_id: string; name: string }
  | { do: 'start'; task: NewTask }
  /** Tries to make a thumbnail of a photo, to find out whether the browser can show the photo. */
  | { do: 'look_at'; key: string }
  | { do: 'upload'; file: SendingFile; suborder_id: string | null }
  /** Loads the list of uploaded files repeatedly, until the server has read all of them. */
  | { do: 'follow_uploads'; suborder_id: string | null }
  | { do: 'remove_file'; file_id: string; suborder_id: string | null }
  /** Aborts all requests. The files that were not sent are kept. */
  | { do: 'pause_uploads' }
  /** Aborts all requests and drops all files. */
  | { do: 'stop_uploads' }
  | { do: 'finish_documents'; suborder_id: string | null }
  | {
      do: 'send_file';
      file: ChosenFile;
      suborder_id: string | null;
      columns: FileColumns | null;
      is_confirmed: boolean;
    }
  /** Aborts the request that sends a bank file, and drops the file. */
  | { do: 'drop_file' }
  | { do: 'watch'; task: TaskView }
  | { do: 'unwatch' }
  | { do: 'send_code'; task_id: string; code: string }
  | { do: 'visit'; url: string }
  | { do: 'skip'; suborder_id: string; reason: string }
  | { do: 'certify'; decisions: Decisions }
  | { do: 'finish' }
  | { do: 'remember'; place: Place }
  | { do: 'forget' }
  | { do: 'succeed'; public_token: string | null; metadata: Metadata | null }
  | { do: 'close'; is_by_itself: boolean };

export type Step = { state: State; effects: readonly Effect[] };

export const NO_DOCUMENTS: Documents = { doc_type: null, files: null, removing: [], sending: [], draft: [] };

export const NO_FILE: BankFile = { chosen: null, share: null, fault: null, question: null, correction: null };

export const NO_PURSUIT: Pursuit = {
  suborder_id: null,
  method: null,
  company: null,
  provider: null,
  link: null,
  organization_id: null,
  typed: {},
  is_deposit_confirmed: false,
  documents: NO_DOCUMENTS,
  file: NO_FILE,
};

export const initialState = (setting: Setting): State => ({
  setting,
  session: null,
  screen: { name: 'loading' },
  trail: [],
  pursuit: NO_PURSUIT,
  task: null,
  emitted: new Set(),
  is_opened: false,
  is_busy: false,
  problem: null,
});
