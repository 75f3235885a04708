// The widget's state machine computes the next state and the effects from a state and an input. It is pure, so that
// every sequence of inputs can be tested without a browser.
import type { Problem } from '../../shared/problems.ts';
import type { Session, TaskView } from '../../shared/session.ts';
import { isGiven } from '../../shared/shapes.ts';
import { advanceFile, alongFile, fileAnswered, fileFailed, notSending } from './bank-files.ts';
import { advanceDocuments, alongDocuments } from './documents.ts';
import {
  begin,
  chooseEmployer,
  chooseLink,
  chooseMethod,
  chooseProvider,
  confirmDeposit,
  nameOrganization,
  otherProvider,
  providersFound,
  restore,
  search,
  submit,
  toMethods,
  toStart,
} from './journey.ts';
import {
  aimOf,
  andThen,
  back,
  common,
  hasOpenItems,
  isOpenSuborder,
  isOver,
  markEmitted,
  newestTask,
  restart,
  show,
  stay,
  tell,
  wasEmitted,
} from './moves.ts';
import { afterCertification, complete, finish, proceed, setAside, skip } from './orders.ts';
import { type Input, NO_PURSUIT, type Place, type Screen, type State, type Step } from './state.ts';
import { documentsFinished, follow, foundAgain, openedWindow, resume, retry, sendCode, started } from './tasks.ts';
import { followed, isOnDocuments, notRemoving, uploadFailed } from './uploads.ts';

export const advance = (state: State, input: Input): Step =>
  alongFile(state, alongDocuments(state, move(state, input)));

function move(state: State, input: Input): Step {
  switch (input.type) {
    case 'opened':
      return open(heardBefore(state, input.settled), input.session, input.place);
    case 'refreshed':
      return refresh(state, input.session);
    case 'failed':
      return fail(state, input.problem);
    case 'agree':
      return state.is_busy ? stay(state) : stay({ ...state, is_busy: true, problem: null }, { do: 'agree' });
    case 'agreed':
      return toStart({ ...state, is_busy: false });
    case 'choose_suborder':
      return begin(state, input.suborder_id);
    case 'ask_skip':
      return show(state, { name: 'skip', suborder_id: input.suborder_id });
    case 'skip':
      return skip(state, input.reason);
    case 'choose_link':
      return state.is_busy ? stay(state) : chooseLink(state, input.link);
    case 'other_login':
      return search(state);
    case 'other_method':
      return toMethods(state);
    case 'choose_method':
      return chooseMethod(state, input.method);
    case 'choose_employer':
      return state.is_busy ? stay(state) : chooseEmployer(state, input.company);
    case 'employer_missing':
      return show({ ...state, pursuit: { ...state.pursuit, company: null } }, { name: 'providers', found: null });
    case 'jobless':
      return show(state, { name: 'jobless' });
    case 'providers_found':
      return providersFound({ ...state, is_busy: false }, input.providers);
    case 'provider_found':
      return foundAgain({ ...state, is_busy: false }, input.provider);
    case 'choose_provider':
      return chooseProvider(state, input.provider);
    case 'choose_doc_type':
    case 'other_doc_type':
    case 'files_chosen':
    case 'page_looked_at':
    case 'remove_page':
    case 'send_pages':
    case 'upload_progress':
    case 'uploaded':
    case 'upload_unusable':
    case 'retry_upload':
    case 'drop_upload':
    case 'remove_file':
    case 'file_removed':
    case 'uploads':
    case 'finish_documents':
      return advanceDocuments(state, input);
    case 'upload_failed':
      return notUploaded(state, input.key, input.problem);
    case 'removal_failed':
      return notRemoved(state, input.file_id, input.problem);
    case 'choose_file':
    case 'bank_file_chosen':
    case 'other_file':
    case 'retry_file':
    case 'correct_columns':
    case 'confirm_columns':
    case 'file_progress':
      return advanceFile(state, input);
    case 'file_answered':
      return fileAnswered(state, input.key, input.answer, started);
    case 'file_failed':
      return fileFailed(state, input.key, input.problem) ?? fail(notSending(state), input.problem);
    case 'documents_finished':
      return documentsFinished(state, input.task);
    case 'confirm_deposit':
      return confirmDeposit(state);
    case 'organization':
      return nameOrganization(state, input.organization_id);
    case 'submit':
      return submit(state, input.credentials);
    case 'started':
      return started(state, input.task);
    case 'task':
      return isFollowed(state, input.task) ? follow(state, input.task) : stay(state);
    case 'send_code':
      return sendCode(state, input.code);
    case 'oauth_opened':
      return openedWindow(state);
    case 'retry':
      return retry(state);
    case 'other_provider':
      return otherProvider(state);
    case 'manual_deposit':
      return show(state, { name: 'manual_deposit' });
    case 'manual_deposit_done':
      return tellManualDeposit(state, input.action);
    case 'back':
      return andThen(andThen(stay(state, { do: 'unwatch' }), back), freshOverview);
    case 'later':
      return leave(state);
    case 'done':
      return leave(state);
    case 'finish':
      return finish(state);
    case 'finished':
      return complete({ ...state, is_busy: false });
    case 'certify':
      return stay({ ...state, is_busy: true, problem: null }, { do: 'certify', decisions: input.decisions });
    case 'certified':
      return afterCertification({ ...state, is_busy: false });
  }
}

/**
 * Marks SUCCESS and ERROR as already emitted for the tasks in `settled`. This page already received the final events of
 * these tasks, before the widget was opened again.
 */
const heardBefore = (state: State, settled: readonly string[]): State => ({
  ...state,
  emitted: new Set([...state.emitted, ...settled.flatMap((id) => [`${id} SUCCESS`, `${id} ERROR`])]),
});

function open(before: State, session: Session, place: Place | null): Step {
  const state = markEarlierSuccesses({ ...before, session, is_opened: true });
  const emitted = tell(state, { type: 'OPEN', payload: common(state), source: 'bridge' });
  return andThen(emitted, (next) => enter(next, session, place));
}

/**
 * Marks the SUCCESS events of an order's earlier tasks as already emitted, because they were emitted before the page
 * was loaded. The order already contains the status of these tasks.
 */
function markEarlierSuccesses(state: State): State {
  const tasks = state.session?.order?.suborders.flatMap(({ task }) => (task?.public_token ? [task] : [])) ?? [];
  return tasks.reduce((next, task) => markEmitted(next, task, 'SUCCESS'), state);
}

/** Chooses the first screen based on the server's data, and then on the choices stored in the browser. */
function enter(state: State, { order, consent_at, task }: Session, place: Place | null): Step {
  if (order !== null && isOver(order)) return restart(state, { name: 'closed' });
  if (consent_at === null) return restart(state, { name: 'consent' });
  const unfinished = order === null ? [task] : order.suborders.map((suborder) => suborder.task);
  const resumed = unfinished.find((one) => one !== null && isPending(state, one, place));
  if (isGiven(resumed)) return resume(state, resumed, place);
  if (place !== null && isStillOpen(state, place)) return restore(state, place);
  if (order?.is_final === true && hasOpenItems(order)) return proceed(state);
  return order !== null && order.suborders.every(({ status }) => status === 'completed' || status === 'skipped')
    ? proceed(state)
    : toStart(state);
}

/**
 * Whether the widget opens at this task. False if this page has already emitted the task's SUCCESS or ERROR. Also false
 * if the applicant has moved on from the task; the exception is a successful task without an order.
 */
function isPending(state: State, task: TaskView, place: Place | null): boolean {
  if (wasEmitted(state, task, 'SUCCESS') || wasEmitted(state, task, 'ERROR')) return false;
  const has_moved_on = place?.after_task === task.task_id && place.suborder_id === task.suborder_id;
  // A task of an order is shown again only until it ends; after that, the order's overview shows it. A task without an
  // order is shown again even after it succeeded, so that the widget emits SUCCESS again.
  if (task.suborder_id !== null) return !task.is_final && task.public_token === null && !has_moved_on;
  return task.public_token !== null || !has_moved_on;
}

const isStillOpen = (state: State, place: Place): boolean => {
  const there = { ...state, pursuit: { ...NO_PURSUIT, suborder_id: place.suborder_id } };
  const { suborder } = aimOf(there) ?? {};
  const is_known = place.suborder_id === null ? state.session?.order === null : suborder?.id === place.suborder_id;
  const is_open = !isGiven(suborder) || isOpenSuborder(suborder);
  return is_known && is_open && (newestTask(there)?.task_id ?? null) === place.after_task;
};

function refresh(before: State, session: Session): Step {
  const state = { ...before, session, is_busy: false };
  const { order } = session;
  if (order === null) return stay(state);
  const is_between = ['working', 'overview', 'skip', 'loading'].includes(state.screen.name);
  if (is_between) return proceed(state);
  return isOver(order) && state.screen.name !== 'completed' ? restart(state, { name: 'closed' }) : stay(state);
}

const LONG_WAIT_S = 60;
type Refusal = Extract<Screen, { name: 'refused' }>['kind'];

/**
 * Shows a problem on the current screen, so that nothing the applicant has typed is lost. Only two things are shown on
 * separate screens: a problem that ends the session, and a long wait.
 */
function fail(before: State, problem: Problem): Step {
  const state = { ...before, is_busy: false, problem };
  if (problem.kind === 'expired' || problem.kind === 'unknown') return refuse(state, problem.kind, problem);
  if (problem.kind === 'forbidden' && state.session === null) return refuse(state, 'forbidden', problem);
  // If the wait until a retry is short, the current screen shows it. If the wait is long, a separate screen shows it.
  if (problem.kind === 'throttled' && problem.retry_after_s > LONG_WAIT_S) {
    return show({ ...state, problem: null }, { name: 'pause', minutes: Math.ceil(problem.retry_after_s / 60) });
  }
  // `forbidden` means that a task was started before the terms were accepted. The refreshed session shows that the
  // terms are not accepted yet.
  const is_out_of_date = problem.kind === 'invalid' || problem.kind === 'forbidden' || problem.kind === 'gone';
  if (!is_out_of_date) return stay(state);
  // If the documents could not be submitted, both the list of files and the session are out of date, so both are loaded
  // again. If the list itself could not be loaded, it is not loaded again, because that could repeat forever.
  const is_list_old = before.is_busy && isOnDocuments(state);
  return stay(state, { do: 'refresh' }, ...(is_list_old ? [followed(state)] : []));
}

/**
 * A problem with only one file is shown beside that file. All other problems are shown in the same way as the problems
 * of other requests.
 */
function notUploaded(state: State, key: string, problem: Problem): Step {
  const is_of_file = ['invalid', 'offline', 'server', 'throttled'].includes(problem.kind);
  const failed = uploadFailed(state, key, problem.kind === 'invalid' ? 'refused' : 'unsent');
  return is_of_file ? failed : andThen(failed, (next) => fail(next, problem));
}

/**
 * Called if a file could not be removed. The list of files is loaded again, because the server may no longer have the
 * file, or its list may have changed.
 */
const notRemoved = (state: State, file_id: string, problem: Problem): Step =>
  andThen(fail(notRemoving(state, file_id), problem), (next) =>
    isOnDocuments(next) ? stay(next, followed(next)) : stay(next),
  );

function refuse(before: State, kind: Refusal, { message }: Problem): Step {
  const state = { ...before, is_opened: true };
  const opened = before.is_opened
    ? stay(state)
    : tell(state, { type: 'OPEN', payload: common(state), source: 'bridge' });
  const error = { error_type: 'LINK_ERROR', error_code: 'ERROR', error_message: message } as const;
  const emitted = andThen(opened, (next) =>
    tell(next, { type: 'ERROR', payload: { ...common(next), error }, source: 'bridge' }),
  );
  return andThen(
    andThen(emitted, (next) => stay(next, { do: 'unwatch' })),
    (next) => restart(next, { name: 'refused', kind }),
  );
}

/**
 * Whether the widget handles updates of this task. On the overview, it handles the updates of every task. On all other
 * screens, it handles only updates of the current task. It ignores updates of a task that the applicant has left.
 */
const isFollowed = (state: State, task: TaskView): boolean =>
  state.task?.task_id === task.task_id || state.screen.name === 'overview';

function tellManualDeposit(state: State, action: Extract<Input, { type: 'manual_deposit_done' }>['action']): Step {
  const deposit_type = aimOf(state)?.deposit?.deposit_type ?? 'entire';
  return tell(state, {
    type: 'MANUAL_DDS',
    payload: { ...common(state), action, deposit_type },
    source: 'bridge',
  });
}

/** If the overview is shown, refreshes it, because the data that it shows does not contain the latest changes yet. */
const freshOverview = (state: State): Step =>
  state.screen.name === 'overview' ? stay(state, { do: 'refresh' }) : stay(state);

/**
 * Called when the applicant closes the widget. On the success screen, every way of closing the widget reports the
 * success.
 */
function leave(state: State): Step {
  const { task, screen } = state;
  if (screen.name !== 'success' || task === null) return setAside(state);
  const { task_id, employer, public_token } = task;
  const metadata = { task_id, employer: { name: employer.name } };
  return andThen(stay(state, { do: 'succeed', public_token, metadata }), (next) =>
    stay(next, { do: 'close', is_by_itself: false }),
  );
}
