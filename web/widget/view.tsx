// What every screen may use: the state, the texts, and `dispatch` for the applicant's actions.
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { Api } from '../shared/api.ts';
import { Notice, Points } from '../shared/parts/basics.tsx';
import type { Problem } from '../shared/problems.ts';
import type { Session } from '../shared/session.ts';
import { fill, type Words } from '../shared/words.ts';
import type { Input, State } from './machine/state.ts';
import type { Runtime } from './runtime.ts';

export type View = {
  state: State;
  words: Words;
  runtime: Runtime;
  api: Api;
  dispatch(input: Input): void;
};

const ViewContext = createContext<View | null>(null);
export const ViewProvider = ViewContext.Provider;

export function useView(): View {
  const view = useContext(ViewContext);
  if (view === null) throw new Error('a screen was used outside the widget');
  return view;
}

/** Returns the session. It is for screens that are shown only after the session is loaded. */
export function useSession(): Session {
  const { session } = useView().state;
  if (session === null) throw new Error('a screen was shown before the session was loaded');
  return session;
}

/**
 * The company name shown to applicants: the template's company name if the template has one, otherwise the client name
 * of the bridge token.
 */
export const clientOf = ({ branding, client_name }: Pick<Session, 'branding' | 'client_name'>): string =>
  branding.company_name ?? client_name;

type ScreenProps = {
  title: string;
  lead?: ComponentChildren;
  /** An image or icon that is shown above the title. */
  emblem?: ComponentChildren;
  actions?: ComponentChildren;
  is_middle?: boolean;
  /** Focuses the first input, if the applicant starts by typing and no on-screen keyboard would cover the screen. */
  focuses_input?: boolean;
  children?: ComponentChildren;
};

/**
 * The screen's title becomes the document's title. When the screen appears, the focus moves to the screen's title or,
 * with `focuses_input`, to the first input.
 */
export function Screen({ title, lead, emblem, actions, is_middle, focuses_input, children }: ScreenProps) {
  const { state, words } = useView();
  const screen = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const wants_input = focuses_input === true && matchMedia('(pointer: fine)').matches;
    const target = screen.current?.querySelector<HTMLElement>(wants_input ? 'input' : 'h1');
    target?.focus({ preventScroll: true });
    document.scrollingElement?.scrollTo(0, 0);
  }, []);
  return (
    <section class={is_middle === true ? 'screen screen-middle' : 'screen'} ref={screen} aria-labelledby="title">
      {emblem}
      <div class="head">
        <h1 id="title" tabIndex={-1}>
          {title}
          <Points />
        </h1>
        {lead !== undefined && <div class="lead">{lead}</div>}
      </div>
      {state.problem !== null && <Notice>{problemText(words, state.problem)}</Notice>}
      {children}
      {actions !== undefined && <div class="actions">{actions}</div>}
    </section>
  );
}

export function problemText(words: Words, { kind, retry_after_s }: Problem): string {
  if (kind === 'offline') return words.problem_offline;
  if (kind === 'throttled') return fill(words.problem_throttled, { seconds: Math.max(retry_after_s, 1) });
  return kind === 'invalid' || kind === 'gone' ? words.problem_invalid : words.problem_server;
}
