// What a task requires of the applicant: to type a code, to visit the provider's window, to wait, or nothing.
import type { TaskView } from '../../shared/session.ts';
import { isOfFiles, openFile } from './bank-files.ts';
import { isOfDocuments } from './document-rules.ts';
import { reopenDocuments, tellUploaded } from './documents.ts';
import { begin, chooseProvider, otherProvider, rootOf, search, startLink, toLogin } from './journey.ts';
import { andThen, common, markEmitted, ofTask, show, stay, tell, wasEmitted } from './moves.ts';
import { NO_PURSUIT, type Place, type State, type Step } from './state.ts';

/** Called when the server has created the task. */
export function started(state: State, task: TaskView): Step {
  const emitted = tell(markEmitted({ ...state, task }, task, 'LINK_CREATED'), {
    type: 'LINK_CREATED',
    payload: ofTask(state, task),
    source: 'bridge',
  });
  return andThen(
    andThen(emitted, (next) => stay(next, { do: 'watch', task })),
    (next) => follow(next, task),
  );
}

/** Called when the server has created the task that reads the uploaded documents. */
export const documentsFinished = (state: State, task: TaskView): Step =>
  andThen(tellUploaded(state), (next) => started(next, task));

/** Resumes a task that was started before a reload; its earlier events have already been emitted. */
export function resume(state: State, task: TaskView, place: Place | null): Step {
  const is_same = place?.suborder_id === task.suborder_id && place.provider?.id === task.provider.id;
  const { method, company } = is_same ? place : NO_PURSUIT;
  const pursuit = { ...NO_PURSUIT, suborder_id: task.suborder_id, method, company };
  const known = markEmitted({ ...state, pursuit, trail: rootOf(state) }, task, 'LINK_CREATED');
  const there = task.is_logged_in ? markEmitted(known, task, 'LOGIN_COMPLETE') : known;
  const watched = task.is_final ? stay(there) : stay(there, { do: 'watch', task });
  return andThen(watched, (next) => follow(next, task));
}

/** Emits LOGIN_COMPLETE if it is due, and changes the screen to match the task's newest state from the server. */
export function follow(state: State, task: TaskView): Step {
  const known: State = { ...state, task, is_busy: false, problem: null };
  // Once SUCCESS was emitted, only the end of the task matters, because the applicant is already on a later screen.
  if (wasEmitted(state, task, 'SUCCESS')) return task.is_final ? stay(known, { do: 'refresh' }) : stay(known);
  const has_login = task.is_logged_in && !isOfDocuments(task) && !isOfFiles(task);
  const has_news = has_login && task.error === null && !wasEmitted(state, task, 'LOGIN_COMPLETE');
  const step = has_news
    ? tell(markEmitted(known, task, 'LOGIN_COMPLETE'), {
        type: 'LOGIN_COMPLETE',
        payload: ofTask(state, task),
        source: 'bridge',
      })
    : stay(known);
  return andThen(step, (next) => arrive(next, task));
}

function arrive(state: State, task: TaskView): Step {
  if (task.error !== null) return fail(state, task, task.error);
  if (task.public_token !== null) return succeed(state, task, task.public_token);
  if (task.step === 'redirect' && task.redirect_url !== null) return toRedirect(state, task.redirect_url);
  const name = task.step === 'code' ? 'code' : 'working';
  return state.screen.name === name ? stay(state) : show(state, { name });
}

const toRedirect = (state: State, url: string): Step =>
  state.screen.name === 'redirect'
    ? stay(state)
    : andThen(show(state, { name: 'redirect' }), (next) => stay(next, { do: 'visit', url }));

function fail(state: State, task: TaskView, error: NonNullable<TaskView['error']>): Step {
  if (wasEmitted(state, task, 'ERROR')) return stay(state);
  const emitted = tell(
    markEmitted(state, task, 'ERROR'),
    { type: 'ERROR', payload: { ...common(state), error: { error_type: 'LINK_ERROR', ...error } }, source: 'bridge' },
    task.task_id,
  );
  return andThen(
    andThen(emitted, (next) => stay(next, { do: 'unwatch' })),
    (next) => show(next, { name: 'error' }),
  );
}

function succeed(state: State, task: TaskView, public_token: string): Step {
  const emitted = tell(
    markEmitted(state, task, 'SUCCESS'),
    { type: 'SUCCESS', payload: { ...ofTask(state, task), public_token }, source: 'bridge' },
    task.task_id,
  );
  const ended = andThen(emitted, (next) => stay(next, { do: 'unwatch' }, { do: 'forget' }));
  if (task.suborder_id === null) return andThen(ended, (next) => show(next, { name: 'success' }));
  return andThen(
    andThen(ended, (next) => show(next, { name: 'working' })),
    (next) => stay(next, { do: 'refresh' }),
  );
}

export function openedWindow(state: State): Step {
  const { task } = state;
  if (task === null) return stay(state);
  return tell(state, {
    type: 'OAUTH_OPENED',
    payload: { ...common(state), provider_id: task.provider.id },
    source: 'bridge',
  });
}

export const sendCode = (state: State, code: string): Step =>
  state.task === null || state.is_busy
    ? stay(state)
    : stay({ ...state, is_busy: true, problem: null }, { do: 'send_code', task_id: state.task.task_id, code });

/**
 * If the task read documents or a file, retries with other documents or another file. Otherwise retries with the same
 * provider, if the provider is known.
 */
export function retry(state: State): Step {
  const { link, provider, suborder_id, documents } = state.pursuit;
  if (isOfDocuments(state.task)) return reopenDocuments(withoutLast(state), documents.doc_type);
  if (isOfFiles(state.task)) return openFile(state);
  const code = state.task?.error?.error_code;
  // If the link's stored login no longer works, the applicant has to type it again.
  if (link !== null) return code === 'LOGIN_ERROR' || code === 'MFA_ERROR' ? search(state) : startLink(state, link);
  if (provider !== null) return toLogin(state);
  const ref = state.task?.provider;
  if (ref === undefined) return begin(state, suborder_id);
  return stay({ ...state, is_busy: true }, { do: 'find_provider', provider_id: ref.id, name: ref.name });
}

/** Removes the screens for documents from the trail, because `reopenDocuments` adds them again. */
const withoutLast = (state: State): State => ({
  ...state,
  trail: state.trail.filter(({ name }) => name !== 'doc_types' && name !== 'upload'),
});

/** Handles the result of looking up one provider by its id. */
export function foundAgain(state: State, provider: Parameters<typeof chooseProvider>[1] | undefined): Step {
  return provider === undefined ? otherProvider(state) : chooseProvider(state, provider);
}
