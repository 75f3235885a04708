// The basic steps of the state machine: going to a screen, emitting an event, and joining two steps.
import type { ViewName, WidgetEvent } from '../../shared/events.ts';
import type { ExistingLink, OrderView, Session, Suborder, TaskView } from '../../shared/session.ts';
import type { Documents, Effect, Place, Screen, ScreenName, State, Step } from './state.ts';

export const stay = (state: State, ...effects: Effect[]): Step => ({ state, effects });

/** Runs a second step on the state that results from the first step, and joins the effects of both steps. */
export function andThen(step: Step, move: (state: State) => Step): Step {
  const next = move(step.state);
  return { state: next.state, effects: [...step.effects, ...next.effects] };
}

/**
 * What the widget has to connect, as defined by the token itself or, if the token has an order, by one suborder of the
 * order.
 */
export type Aim = Pick<
  Suborder,
  'product_type' | 'methods' | 'file_sources' | 'links' | 'deposit' | 'company' | 'provider' | 'task'
> & {
  suborder: Suborder | null;
};

export function aimOf({ session, pursuit }: State): Aim | null {
  if (session === null) return null;
  const suborder = session.order?.suborders.find(({ id }) => id === pursuit.suborder_id);
  if (suborder === undefined) return aimOfToken(session);
  return { ...suborder, links: suborder.links.filter((link) => !wasEmpty(link, suborder.task)), suborder };
}

/** Whether the link has just returned no data; such a link is not offered. */
const wasEmpty = ({ provider, company }: ExistingLink, task: TaskView | null): boolean =>
  task?.status === 'no_data' && task.provider.id === provider.id && task.employer.name === (company?.name ?? '');

const aimOfToken = ({ update, preselected, ...session }: Session): Aim => ({
  product_type: session.product_type,
  methods: session.methods,
  file_sources: session.file_sources,
  links: update === null ? session.links : [],
  deposit: session.deposit,
  company: preselected.company,
  provider: update?.provider ?? preselected.provider,
  task: session.task,
  suborder: null,
});

const VIEWS: Partial<Record<ScreenName, ViewName>> = {
  employer: 'SELECT_EMPLOYER',
  providers: 'PROVIDER_LIST',
  doc_types: 'DOC_UPLOAD_TYPES',
  upload: 'DOC_UPLOAD',
  login: 'PROVIDER_LOGIN',
  organization: 'PROVIDER_ORG_ID',
  error: 'ERROR',
  refused: 'ERROR',
  success: 'SUCCESS',
};

/** Transient screens, which the Back button skips. */
const PASSING: ReadonlySet<ScreenName> = new Set([
  'loading',
  'working',
  'code',
  'redirect',
  'error',
  'pause',
  'success',
]);
/** Screens on which the applicant makes a choice. After a reload, the widget returns to these screens. */
const CHOOSING: ReadonlySet<ScreenName> = new Set([
  'employer',
  'providers',
  'no_provider',
  'doc_types',
  'upload',
  'file',
  'file_columns',
  'deposit',
  'organization',
  'login',
]);

export const isPassing = ({ name }: Screen): boolean => PASSING.has(name);

/** Goes to a screen, and emits SCREEN_VIEW if the screen has a public name. */
export function show(state: State, screen: Screen): Step {
  const before = state.trail.at(-1)?.name === screen.name ? state.trail.slice(0, -1) : state.trail;
  const trail = isPassing(screen) ? state.trail : [...before, screen];
  return arrive({ ...state, screen, trail, is_busy: false, problem: null });
}

/** Goes to a screen and clears the Back history. */
export const restart = (state: State, screen: Screen): Step => show({ ...state, trail: [] }, screen);

/** Goes back to the previous screen, if there is one. */
export function back(state: State): Step {
  const trail = isPassing(state.screen) ? state.trail : state.trail.slice(0, -1);
  const screen = trail.at(-1);
  if (screen === undefined) return stay(state);
  return arrive({ ...state, screen, trail, is_busy: false, problem: null });
}

export const canGoBack = ({ screen, trail }: State): boolean =>
  screen.name !== 'working' && screen.name !== 'success' && trail.length > (isPassing(screen) ? 0 : 1);

function arrive(state: State): Step {
  const view_name = VIEWS[state.screen.name];
  const viewed =
    view_name === undefined
      ? stay(state)
      : tell(state, {
          type: 'SCREEN_VIEW',
          payload: { ...common(state), ...viewOf(state, view_name) },
          source: 'bridge',
        });
  if (CHOOSING.has(state.screen.name)) return andThen(viewed, (next) => stay(next, remembered(next)));
  return state.screen.name === 'overview' ? andThen(viewed, (next) => stay(next, { do: 'forget' })) : viewed;
}

function viewOf({ screen, pursuit }: State, view_name: ViewName) {
  const { doc_type } = pursuit.documents;
  return screen.name === 'upload' && doc_type !== null ? { view_name, doc_type } : { view_name };
}

const remembered = (state: State): Effect => ({ do: 'remember', place: placeOf(state) });

function placeOf(state: State): Place {
  const { suborder_id, method, company, provider, documents } = state.pursuit;
  const is_upload = state.screen.name === 'upload';
  return {
    suborder_id,
    method: is_upload || state.screen.name === 'doc_types' ? 'docs' : method,
    company,
    provider: provider && { id: provider.id, name: provider.name },
    doc_type: is_upload ? documents.doc_type : null,
    is_file: state.screen.name === 'file' || state.screen.name === 'file_columns',
    after_task: newestTask(state)?.task_id ?? null,
  };
}

export const withDocuments = (state: State, changes: Partial<Documents>): State => ({
  ...state,
  pursuit: { ...state.pursuit, documents: { ...state.pursuit.documents, ...changes } },
});

/** The last known task of the suborder that is being connected or, without a suborder, of the token. */
export const newestTask = (state: State): TaskView | null =>
  state.task?.suborder_id === state.pursuit.suborder_id ? state.task : (aimOf(state)?.task ?? null);

export const tell = (state: State, event: WidgetEvent, settles: string | null = null): Step =>
  stay(state, { do: 'emit', event, settles });

/** The fields that every event has. */
export const common = (state: State) => ({
  bridge_token: state.setting.bridge_token,
  product_type: aimOf(state)?.product_type ?? null,
});

/** The fields that every event about a task has. */
export const ofTask = (state: State, task: TaskView) => ({
  ...common(state),
  task_id: task.task_id,
  provider_id: task.provider.id,
  employer: { name: task.employer.name },
});

export const wasEmitted = (state: State, task: TaskView, type: WidgetEvent['type']): boolean =>
  state.emitted.has(`${task.task_id} ${type}`);

export const markEmitted = (state: State, task: TaskView, ...types: WidgetEvent['type'][]): State => ({
  ...state,
  emitted: new Set([...state.emitted, ...types.map((type) => `${task.task_id} ${type}`)]),
});

export const hasOpenItems = ({ certification }: OrderView): boolean => (certification?.items.length ?? 0) > 0;

/** Whether nothing is left to do in the order. */
export const isOver = (order: OrderView): boolean => order.is_final && !hasOpenItems(order);

export const isOpenSuborder = ({ status }: Suborder): boolean => status === 'pending' || status === 'sent';
