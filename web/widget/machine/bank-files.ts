// A bank file as an alternative to a login: the applicant chooses the file and confirms how a CSV file is read, and the
// server imports the file.
import type { FileAnswer, FileColumns, TaskView } from '../../shared/session.ts';
import { aimOf, andThen, show, stay } from './moves.ts';
import {
  type BankFile,
  type BankFileFault,
  type ChosenFile,
  type Input,
  NO_FILE,
  type State,
  type Step,
} from './state.ts';

const SIZE_BYTES_MAX = 32 * 1_048_576;

/** The provider id of a task that reads imported files. Such a task has no login. */
export const FILES_PROVIDER = 'vouch_files';
export const isOfFiles = (task: TaskView | null): boolean => task?.provider.id === FILES_PROVIDER;

export const takesFiles = (state: State): boolean => (aimOf(state)?.file_sources.length ?? 0) > 0;

const isOnFile = ({ screen }: State): boolean => screen.name === 'file' || screen.name === 'file_columns';

type FileInput = Extract<
  Input,
  {
    type:
      | 'choose_file'
      | 'bank_file_chosen'
      | 'other_file'
      | 'retry_file'
      | 'correct_columns'
      | 'confirm_columns'
      | 'file_progress';
  }
>;

/** Handles the inputs that occur only on the screens for bank files. */
export function advanceFile(state: State, input: FileInput): Step {
  switch (input.type) {
    case 'choose_file':
    case 'other_file':
      return openFile(state);
    case 'bank_file_chosen':
      return fileChosen(state, input.file);
    case 'retry_file':
      return retryFile(state);
    case 'correct_columns':
      return correctColumns(state, input.columns);
    case 'confirm_columns':
      return confirmColumns(state);
    case 'file_progress':
      return stay(isSending(state, input.key) ? withFile(state, { share: input.share }) : state);
  }
}

/** Shows the screen on which the applicant chooses a file. */
export const openFile = (state: State): Step => {
  const trail = state.trail.filter(({ name }) => name !== 'file' && name !== 'file_columns');
  return andThen(stay(withFile({ ...state, trail }, NO_FILE), { do: 'drop_file' }), (next) =>
    show(next, { name: 'file' }),
  );
};

const withFile = (state: State, changes: Partial<BankFile>): State => ({
  ...state,
  pursuit: { ...state.pursuit, file: { ...state.pursuit.file, ...changes } },
});

function fileChosen(state: State, chosen: ChosenFile): Step {
  if (state.screen.name !== 'file' || state.pursuit.file.share !== null) return stay(state);
  const kind = faultOf(chosen);
  const next = withFile(state, { ...NO_FILE, chosen });
  return kind === null ? send(next, null, false) : stay(withFile(next, { fault: { kind, message: '' } }));
}

/** PDF files and photos are read as documents, so they are not sent as bank files. */
function faultOf({ size_bytes, kind }: ChosenFile): BankFileFault['kind'] | null {
  if (kind !== 'unknown') return 'document';
  if (size_bytes > SIZE_BYTES_MAX) return 'too_large';
  return size_bytes === 0 ? 'empty' : null;
}

function send(state: State, columns: FileColumns | null, is_confirmed: boolean): Step {
  const { suborder_id, file } = state.pursuit;
  if (file.chosen === null || file.share !== null) return stay(state);
  const next = { ...withFile(state, { share: 0, fault: null }), problem: null };
  return stay(next, { do: 'send_file', file: file.chosen, suborder_id, columns, is_confirmed });
}

/** Sends the file again after the connection was lost. The server recognises a file that it already has. */
function retryFile(state: State): Step {
  const { question } = state.pursuit.file;
  return send(state, question === null ? null : columnsOf(state), false);
}

/**
 * Asks the server to read the file with other columns. The formats that depend on a changed column are left out, so
 * that the server guesses them again.
 */
function correctColumns(state: State, changes: FileColumns): Step {
  if (state.pursuit.file.share !== null) return stay(state);
  const kept = Object.entries(columnsOf(state)).filter(([name]) => !dependsOn(name, changes));
  return send(withFile(state, { correction: changes }), { ...Object.fromEntries(kept), ...changes }, false);
}

function dependsOn(name: string, changes: FileColumns): boolean {
  if (name === 'date_format') return changes.date !== undefined;
  const is_amount_changed = ['amount', 'debit', 'credit'].some((one) => Object.hasOwn(changes, one));
  return (name === 'decimal' || name === 'sign') && is_amount_changed;
}

/**
 * The columns as the server last read them. If the date format is ambiguous, it is left out, so that the server asks
 * for it again.
 */
function columnsOf({ pursuit: { file } }: State): FileColumns {
  const { columns, is_ambiguous } = file.question ?? { columns: {}, is_ambiguous: false };
  if (!is_ambiguous) return columns;
  return Object.fromEntries(Object.entries(columns).filter(([name]) => name !== 'date_format'));
}

const confirmColumns = (state: State): Step =>
  state.pursuit.file.question === null || state.pursuit.file.question.is_ambiguous
    ? stay(state)
    : send(state, columnsOf(state), true);

const isSending = ({ pursuit: { file } }: State, key: string): boolean =>
  file.share !== null && file.chosen?.key === key;

/**
 * Shows the server's question about the file, or calls `onTask` with the task that reads the file. A response about a
 * file that the applicant has left is ignored.
 */
export function fileAnswered(
  state: State,
  key: string,
  { question, task }: FileAnswer,
  onTask: (state: State, task: TaskView) => Step,
): Step {
  if (!isOnFile(state) || !isSending(state, key)) return stay(state);
  const next = withFile(state, { share: null, question, correction: null });
  if (task !== null) return onTask(next, task);
  return next.screen.name === 'file_columns' ? stay(next) : show(next, { name: 'file_columns' });
}

/**
 * Shows why the file was not read. Returns `undefined` if the problem is not about the file. Does nothing if the
 * applicant has left the file.
 */
export function fileFailed(
  state: State,
  key: string,
  { kind, faults = [] }: Extract<Input, { type: 'file_failed' }>['problem'],
): Step | undefined {
  if (!isSending(state, key)) return stay(state);
  const failed = (fault: BankFileFault): Step => stay(withFile(notSending(state), { fault }));
  if (kind === 'offline' || kind === 'server') return failed({ kind: 'unsent', message: '' });
  const fault = faults.find(({ field }) => field === 'content' || field.startsWith('columns'));
  if (kind !== 'invalid' || fault === undefined) return undefined;
  const [corrected] = Object.keys(state.pursuit.file.correction ?? {});
  return failed(
    corrected === undefined ? { kind: 'refused', message: fault.message } : { kind: 'unfit', message: corrected },
  );
}

/** The state when the file is no longer being sent: the progress and the applicant's correction are removed. */
export const notSending = (state: State): State => withFile(state, { share: null, correction: null });

/** Drops the file when the applicant leaves the screens for bank files. */
export const alongFile = (before: State, step: Step): Step =>
  isOnFile(before) && !isOnFile(step.state)
    ? andThen(step, (next) => stay(withFile(next, NO_FILE), { do: 'drop_file' }))
    : step;
