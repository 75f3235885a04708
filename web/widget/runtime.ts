// Runs the state machine: keeps the state, executes the effects, and dispatches the server's responses as inputs.
import { type Api, type CoveredPress, type Reported, toReported } from '../shared/api.ts';
import type { Answer } from '../shared/http.ts';
import type { Session, TaskView } from '../shared/session.ts';
import { webAddress } from '../shared/web-address.ts';
import type { Channel } from './channel.ts';
import { openDesk } from './documents/desk.ts';
import { advance } from './machine/machine.ts';
import { newestTask } from './machine/moves.ts';
import { type Effect, type Input, initialState, type Setting, type State } from './machine/state.ts';
import { fingerprint, type Memory } from './memory.ts';

export type Runtime = {
  state(): State;
  subscribe(listener: () => void): () => void;
  dispatch(input: Input): void;
  /** Loads the session from the server and shows it. */
  open(): Promise<void>;
  /** Called if the page closes the widget. */
  leave(): void;
  /**
   * Reports that the user pressed a control that other content may have covered. The report is sent only to the server.
   */
  reportCovered(press: CoveredPress): void;
  /**
   * Opens a window for the provider's page. Must be called in the click handler; otherwise the browser blocks the
   * window.
   */
  openWindow(url?: string): void;
  /** Adds files to the documents that the applicant sends. */
  addFiles(files: readonly File[]): void;
  /** Sends the applicant's bank file. */
  addBankFile(file: File): void;
  /** Returns the thumbnail of a photo that the applicant added. */
  pictureOf(key: string): HTMLCanvasElement | undefined;
  /** Whether the applicant has closed the provider's window, as far as the browser reports it. */
  isWindowClosed(): boolean;
};

export type RuntimeParts = {
  setting: Setting;
  settled: readonly string[];
  api: Api;
  channel: Channel;
  memory: Memory;
};

/** How long the last screen is shown before the widget closes by itself. */
const CLOSES_AFTER_MS = 2_400;
const REPORT_AFTER_MS = 500;
const REPORTED_AT_ONCE_MAX = 50;

export function createRuntime({ setting, settled, api, channel, memory }: RuntimeParts): Runtime {
  let state = initialState(setting);
  const listeners = new Set<() => void>();
  let watching: AbortController | undefined;
  let provider_window: Window | null = null;
  const reporter = openReporter(api);
  const desk = openDesk(api, (input) => dispatch(input));

  const dispatch = (input: Input): void => {
    const step = advance(state, input);
    state = step.state;
    for (const listener of listeners) listener();
    for (const effect of step.effects) void run(effect);
  };

  /**
   * Dispatches the input that belongs to a response. If the response is a problem, always dispatches the input
   * `failed`.
   */
  const deliver = <T>({ value, problem }: Answer<T>, toInput: (value: T) => Input): void =>
    dispatch(problem === undefined ? toInput(value) : { type: 'failed', problem });

  const memoryKey = (): string => state.session?.order?.id ?? fingerprint(setting.bridge_token);

  const watch = async (task: TaskView): Promise<void> => {
    watching?.abort();
    const own = new AbortController();
    watching = own;
    for (let seen = task; !seen.is_final; ) {
      const { value, problem } = await api.next(seen, own.signal);
      if (own.signal.aborted) return;
      if (problem !== undefined) return dispatch({ type: 'failed', problem });
      seen = value;
      dispatch({ type: 'task', task: value });
    }
  };

  const start = async (
    ask: () => Promise<Answer<TaskView>>,
    suborder_id: string | undefined,
    type: 'started' | 'documents_finished',
  ): Promise<void> => {
    const known = newestTask(state)?.task_id;
    const answer = await ask();
    const { problem } = answer;
    if (problem === undefined || (problem.kind !== 'offline' && problem.kind !== 'server')) {
      return deliver(answer, (task) => ({ type, task }));
    }
    // The request may have reached the server. Once the server can be reached again, the session shows whether the
    // request arrived.
    const { value: session } = await api.session();
    const newest = session === undefined ? null : taskOf(session, suborder_id);
    if (newest !== null && newest.task_id !== known) dispatch({ type, task: newest });
    else dispatch({ type: 'failed', problem });
  };

  const refresh = async (): Promise<void> =>
    deliver(await api.session(), (session) => ({ type: 'refreshed', session }));

  const findProvider = async (provider_id: string, name: string): Promise<void> => {
    const { suborder_id } = state.pursuit;
    deliver(await api.providers({ query: name, data_source: null, suborder_id }), ({ results }) => ({
      type: 'provider_found',
      provider: results.find(({ id }) => id === provider_id),
    }));
  };

  const findProviders = async (company_mapping_id: string): Promise<void> => {
    const answer = await api.providersOf(company_mapping_id);
    // If the employer is unknown, the list of providers is empty. This is not an error.
    if (answer.problem?.kind === 'gone') return dispatch({ type: 'providers_found', providers: [] });
    deliver(answer, ({ results }) => ({ type: 'providers_found', providers: results }));
  };

  const visit = (url: string): void => {
    if (channel.visit !== undefined) return channel.visit(url);
    const address = webAddress(url);
    if (address === null || provider_window === null || provider_window.closed) return;
    provider_window.location.replace(address);
    dispatch({ type: 'oauth_opened' });
  };

  const leave = (): void => {
    reporter.add({ type: 'CLOSE', payload: {} });
    reporter.flush(true);
    watching?.abort();
    desk.stop();
  };
  const close = (): void => {
    leave();
    channel.close();
  };

  async function run(effect: Effect): Promise<void> {
    switch (effect.do) {
      case 'emit':
        channel.emit(effect.event, effect.settles);
        return reporter.add(toReported(effect.event));
      case 'agree':
        return deliver(await api.agree(), () => ({ type: 'agreed' }));
      case 'refresh':
        return refresh();
      case 'find_providers':
        return findProviders(effect.company_mapping_id);
      case 'find_provider':
        return findProvider(effect.provider_id, effect.name);
      case 'start':
        return start(() => api.start(effect.task), effect.task.suborder_id, 'started');
      case 'look_at':
        return desk.lookAt(effect.key);
      case 'upload':
        return desk.send(effect);
      case 'follow_uploads':
        return desk.follow(effect.suborder_id);
      case 'remove_file':
        return desk.remove(effect);
      case 'pause_uploads':
        return desk.pause();
      case 'stop_uploads':
        return desk.stop();
      case 'finish_documents': {
        const { suborder_id } = effect;
        return start(() => api.finishDocuments(suborder_id), suborder_id ?? undefined, 'documents_finished');
      }
      case 'send_file':
        return desk.sendBankFile(effect);
      case 'drop_file':
        return desk.dropBankFile();
      case 'watch':
        return watch(effect.task);
      case 'unwatch':
        return watching?.abort();
      case 'send_code':
        return deliver(await api.sendCode(effect.task_id, effect.code), (task) => ({ type: 'task', task }));
      case 'visit':
        return visit(effect.url);
      case 'skip': {
        const answer = await api.skip(effect.suborder_id, effect.reason);
        return answer.problem === undefined ? refresh() : dispatch({ type: 'failed', problem: answer.problem });
      }
      case 'certify':
        return deliver(await api.certify(effect.decisions), () => ({ type: 'certified' }));
      case 'finish':
        return deliver(await api.finish(), () => ({ type: 'finished' }));
      case 'remember':
        return memory.write(memoryKey(), effect.place);
      case 'forget':
        return memory.forget(memoryKey());
      case 'succeed': {
        const { public_token, metadata } = effect;
        return channel.succeed(public_token === null || metadata === null ? null : { public_token, metadata });
      }
      case 'close':
        if (effect.is_by_itself) setTimeout(close, CLOSES_AFTER_MS);
        else close();
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    async open() {
      deliver(await api.session(), (session) => {
        const place = memory.read(session.order?.id ?? fingerprint(setting.bridge_token));
        return { type: 'opened', session, place, settled };
      });
    },
    leave,
    reportCovered: (press) => reporter.add({ type: 'COVERED', payload: press }),
    openWindow(url) {
      if (channel.visit === undefined) provider_window = window.open('about:blank', '_blank');
      // The provider's page must not have access to our window.
      if (provider_window !== null) provider_window.opener = null;
      if (url !== undefined) visit(url);
    },
    addFiles: desk.add,
    addBankFile: desk.addBankFile,
    pictureOf: desk.pictureOf,
    isWindowClosed: () => provider_window?.closed === true,
  };
}

const taskOf = ({ order, task }: Session, suborder_id: string | undefined): TaskView | null =>
  suborder_id === undefined ? task : (order?.suborders.find(({ id }) => id === suborder_id)?.task ?? null);

type Reporter = { add(event: Reported): void; flush(is_last: boolean): void };

/** Reports events in small batches, because one request per event would use up the token's request limit. */
function openReporter(api: Api): Reporter {
  let waiting: Reported[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (is_last: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting.slice(-REPORTED_AT_ONCE_MAX);
    waiting = [];
    if (events.length > 0) void api.report(events, is_last);
  };
  return {
    add(event) {
      waiting.push(event);
      timer ??= setTimeout(() => flush(false), REPORT_AFTER_MS);
    },
    flush,
  };
}
