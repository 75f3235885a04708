// The whole console. It determines who is signed in, and shows the page that the URL names.
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { SERVER_URL } from '../shared/server.ts';
import type { Locale } from '../shared/session.ts';
import { type App, AppContext, isSame, type SessionView, useApp, useDesk } from './desk.tsx';
import { openHttp } from './http.ts';
import { useOpenStream } from './live.ts';
import { forgetLoaded } from './load.ts';
import { pathTo, routeOf } from './router.ts';
import { hideMenu } from './shell/account-menu.tsx';
import { Frame } from './shell/frame.tsx';
import { Help } from './shell/help.tsx';
import { useShortcuts } from './shell/keyboard.ts';
import { Lazy } from './shell/lazy.tsx';
import { Lost } from './shell/lost.tsx';
import { mayOpen, PAGES } from './shell/pages.ts';
import { Palette } from './shell/palette.tsx';
import { Toasts, useToasts } from './shell/toasts.tsx';
import { SHELL } from './shell/words.ts';
import { applyTheme, remember, savedTheme, type Theme } from './theme.ts';
import { LocaleContext, useWords } from './words.ts';

const BASE_URL = new URL('console/', SERVER_URL);
const BASE = BASE_URL.pathname;

const loadSignIn = () => import('./pages/sign-in/page.tsx');
const loadInvitation = () => import('./pages/sign-in/invitation.tsx');
const loadAccount = () => import('./pages/account/page.tsx');
const loadDesign = () => import('./pages/design/page.tsx');

export function Console({ first_locale }: { first_locale: Locale }) {
  const [url, setUrl] = useState(() => ({ pathname: location.pathname, search: location.search }));
  /** Undefined until the server's response shows whether there is a session. */
  const [session, setSession] = useState<SessionView | null | undefined>(undefined);
  const [locale, setLocale] = useState(first_locale);
  const [theme, setTheme] = useState<Theme>(savedTheme);
  const { toasts, say, close } = useToasts();
  const current = useRef(session);
  current.current = session;
  const language = useRef(locale);
  language.current = locale;

  const http = useMemo(
    () =>
      openHttp({
        base_url: `${BASE}api/`,
        csrf_token: () => current.current?.csrf_token,
        locale: () => language.current,
        // The server also responds with 401 to a wrong code. So only the response of `session/` shows whether the
        // session has ended.
        onUnauthorized(path) {
          if (path !== 'session/') {
            void readSession();
            return;
          }
          forgetLoaded();
          setSession(null);
        },
      }),
    [],
  );
  const readSession = async (): Promise<void> => {
    const { value, problem } = await http.get<SessionView>('session/');
    if (problem === undefined) setSession(value);
    else if (current.current === undefined) setSession(null);
  };
  const go = useCallback((href: string, { replace = false } = {}) => {
    const next = new URL(href, location.href);
    history[replace ? 'replaceState' : 'pushState'](null, '', next);
    setUrl({ pathname: next.pathname, search: next.search });
  }, []);

  useEffect(() => {
    void readSession();
    const onPop = (): void => setUrl({ pathname: location.pathname, search: location.search });
    addEventListener('popstate', onPop);
    document.addEventListener('click', (event) => followLink(event, go));
    return () => removeEventListener('popstate', onPop);
  }, []);
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => {
    document.documentElement.lang = locale;
    remember('vouch-console-locale', locale);
  }, [locale]);

  if (session === undefined) return <div class="gate" role="status" aria-busy="true" />;
  const app: App = {
    http,
    session,
    setSession,
    route: routeOf(BASE, url),
    href: (place, segments, query) => `${BASE}${pathTo(place, segments, query)}`,
    go,
    say,
    locale,
    setLocale,
    theme,
    setTheme,
  };
  return (
    <AppContext.Provider value={app}>
      <LocaleContext.Provider value={locale}>
        <Routed />
        <Toasts toasts={toasts} close={close} />
      </LocaleContext.Provider>
    </AppContext.Provider>
  );
}

/** Follows a link to a page of the console without loading the whole document again. */
function followLink(event: MouseEvent, go: (href: string) => void): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download') || event.defaultPrevented) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || !url.pathname.startsWith(BASE) || url.pathname.startsWith(`${BASE}api/`))
    return;
  if (url.hash !== '') return;
  event.preventDefault();
  hideMenu();
  go(url.href);
}

function Routed() {
  const { session, route, href, go } = useApp();
  const words = useWords(SHELL);
  const [first] = route.segments;
  const is_plain = route.place === null;
  if (is_plain && first === 'design') return <Lazy load={loadDesign} props={{}} />;
  if (is_plain && first === 'invitation') return <Lazy load={loadInvitation} props={{}} />;
  // The sign-in is shown instead of the page, at the URL of the page. So the page appears after the sign-in.
  if (session === null || session.stage !== 'complete') return <Lazy load={loadSignIn} props={{}} />;
  if (is_plain && first === 'account') return <Lazy load={loadAccount} props={{}} />;
  const { place } = route;
  const [home] = session.memberships;
  if (place === null) {
    if (home === undefined) return <Lost title={words.no_membership} text={words.no_membership_text} />;
    if (first === undefined) return <Forward to={href(home, [])} go={go} />;
    return <Lost title={words.no_page} text={words.no_page_text} />;
  }
  if (!session.memberships.some((one) => isSame(one, place))) {
    return <Lost title={words.no_place} text={words.no_place_text} />;
  }
  return <Inside key={`${place.client_id} ${place.environment}`} />;
}

function Forward({ to, go }: { to: string; go: App['go'] }) {
  useEffect(() => go(to, { replace: true }), [to]);
  return null;
}

function Inside() {
  const desk = useDesk();
  const words = useWords(SHELL);
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const { route } = desk;
  const pages = PAGES.filter((page) => mayOpen(desk, page));
  const page = route.segments.length === 0 ? pages[0] : pages.find(({ name }) => name === route.segments[0]);
  const onHelp = (): void => setOpen('help');
  useOpenStream();
  useShortcuts({
    onPalette: () => setOpen('palette'),
    onHelp,
    onGo(letter) {
      const wanted = pages.find((one) => one.letter === letter);
      if (wanted !== undefined) desk.go(desk.to([wanted.name]));
    },
  });
  useFocusOnTitle(route.segments.join('/'));
  return (
    <Frame onPalette={() => setOpen('palette')} onHelp={onHelp}>
      {page === undefined ? (
        <Lost title={words.no_page} text={words.no_page_text} is_inside />
      ) : (
        <Lazy key={page.name} load={page.load} props={{ rest: route.segments.slice(1) }} />
      )}
      {open === 'palette' && <Palette onClose={() => setOpen(null)} onHelp={onHelp} />}
      {open === 'help' && <Help onClose={() => setOpen(null)} />}
    </Frame>
  );
}

const TITLE_WITHIN_MS = 5_000;

/**
 * When a new page is shown, scrolls to its top and focuses its title as soon as the title exists. For the first page,
 * the browser sets the scroll position and the focus.
 */
function useFocusOnTitle(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    scrollTo(0, 0);
    const main = document.getElementById('page');
    const focus = (): boolean => {
      const title = main?.querySelector('h1');
      title?.focus({ preventScroll: true });
      return title !== null && title !== undefined;
    };
    if (main === null || focus()) return;
    const watcher = new MutationObserver(() => focus() && watcher.disconnect());
    watcher.observe(main, { childList: true, subtree: true });
    const timer = setTimeout(() => watcher.disconnect(), TITLE_WITHIN_MS);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [path]);
}
