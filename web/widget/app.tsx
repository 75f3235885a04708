// The layout of the widget around each screen: the bar, the current screen, the footer, and the notice about connection
// problems.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Api } from '../shared/api.ts';
import { applyBranding } from '../shared/branding.ts';
import { IconButton, Skeleton } from '../shared/parts/basics.tsx';
import { Icon } from '../shared/parts/icons.tsx';
import type { Trouble } from '../shared/server.ts';
import type { Locale, Looks } from '../shared/session.ts';
import { webAddress } from '../shared/web-address.ts';
import { ENGLISH, guessLocale, loadWords, type Words } from '../shared/words.ts';
import { DocumentScreen, FileScreen } from './loaded-later.tsx';
import { canGoBack } from './machine/moves.ts';
import type { Screen as ScreenState, State } from './machine/state.ts';
import { hasUnsent } from './machine/uploads.ts';
import type { Runtime } from './runtime.ts';
import { Certification } from './screens/certification.tsx';
import { Employer, Jobless, Methods, NoProvider, Providers } from './screens/choosing.tsx';
import { Consent, Outside } from './screens/consent.tsx';
import { Closed, Completed, ErrorScreen, Pause, Refused, Success } from './screens/endings.tsx';
import { DepositScreen, Links } from './screens/links.tsx';
import { Login, Organization } from './screens/login.tsx';
import { ManualDeposit } from './screens/manual-deposit.tsx';
import { Overview } from './screens/overview.tsx';
import { LeftOut, Skip } from './screens/skip.tsx';
import { Code, Redirect, Working } from './screens/waiting.tsx';
import { clientOf, ViewProvider } from './view.tsx';

/**
 * `locale`: the applicant's language, if our own page has already determined it. It takes precedence over the token's
 * language.
 */
type AppProps = { runtime: Runtime; api: Api; trouble: Trouble; locale?: Locale };

export function App({ runtime, api, trouble, locale }: AppProps) {
  const state = useStore(runtime.state, runtime.subscribe);
  const { session } = state;
  const words = useWords(locale ?? session?.locale ?? guessLocale(navigator.languages));
  useEffect(() => {
    if (session !== null) applyBranding(document.documentElement, session.branding);
  }, [session?.branding]);
  useWarning(hasUnsent(state));
  const onClose = state.setting.is_page ? undefined : () => runtime.dispatch({ type: 'later' });
  // Until the texts are loaded, which takes seconds on a slow connection, only elements without text are shown.
  if (words === undefined) {
    return (
      <Shell words={ENGLISH} looks={null} onClose={onClose}>
        <Loading />
      </Shell>
    );
  }
  return (
    <ViewProvider value={{ state, words, runtime, api, dispatch: runtime.dispatch }}>
      <Shell
        words={words}
        looks={session}
        onBack={canGoBack(state) ? () => runtime.dispatch({ type: 'back' }) : undefined}
        onClose={onClose}
      >
        <CurrentScreen key={keyOf(state)} screen={state.screen} />
      </Shell>
      <Connection words={words} trouble={trouble} />
    </ViewProvider>
  );
}

/** Makes the browser ask before it leaves the page, because files that are not sent yet would be lost. */
function useWarning(is_needed: boolean): void {
  useEffect(() => {
    if (!is_needed) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [is_needed]);
}

/** `undefined` until the texts are loaded, so that no screen is shown first in one language and then in another. */
function useWords(locale: Locale): Words | undefined {
  const [loaded, setLoaded] = useState<{ wanted: Locale; words: Words }>();
  useEffect(() => {
    let is_wanted = true;
    const load = async (): Promise<void> => {
      const words = await loadWords(locale);
      // Texts of the guessed language are ignored if they arrive after the session's language is known.
      if (!is_wanted) return;
      document.documentElement.lang = words.locale;
      setLoaded({ wanted: locale, words });
    };
    void load();
    return () => {
      is_wanted = false;
    };
  }, [locale]);
  return loaded?.wanted === locale ? loaded.words : undefined;
}

/**
 * The React key of a screen. Two login forms in a row get different keys, so that values typed into the first form do
 * not appear in the second form.
 */
const keyOf = ({ screen, pursuit }: State): string =>
  `${screen.name} ${pursuit.suborder_id ?? ''} ${pursuit.method ?? ''} ${pursuit.provider?.id ?? ''}`;

function CurrentScreen({ screen }: { screen: ScreenState }): JSX.Element {
  switch (screen.name) {
    case 'loading':
      return <Loading />;
    case 'refused':
      return <Refused kind={screen.kind} />;
    case 'closed':
      return <Closed />;
    case 'consent':
      return <Consent />;
    case 'overview':
      return <Overview />;
    case 'skip':
      return <Skip suborder_id={screen.suborder_id} />;
    case 'left_out':
      return <LeftOut />;
    case 'links':
      return <Links />;
    case 'methods':
      return <Methods />;
    case 'employer':
      return <Employer />;
    case 'jobless':
      return <Jobless />;
    case 'providers':
      return <Providers found={screen.found} />;
    case 'no_provider':
      return <NoProvider />;
    case 'doc_types':
      return <DocumentScreen name="DocTypes" meanwhile={<Loading />} />;
    case 'upload':
      return <DocumentScreen name="Upload" meanwhile={<Loading />} />;
    case 'file':
      return <FileScreen name="BankFile" meanwhile={<Loading />} />;
    case 'file_columns':
      return <FileScreen name="BankFileColumns" meanwhile={<Loading />} />;
    case 'deposit':
      return <DepositScreen />;
    case 'organization':
      return <Organization />;
    case 'login':
      return <Login />;
    case 'working':
      return <Working />;
    case 'code':
      return <Code />;
    case 'redirect':
      return <Redirect />;
    case 'error':
      return <ErrorScreen />;
    case 'pause':
      return <Pause minutes={screen.minutes} />;
    case 'manual_deposit':
      return <ManualDeposit />;
    case 'success':
      return <Success />;
    case 'certification':
      return <Certification />;
    case 'completed':
      return <Completed />;
  }
}

type ShellProps = {
  words: Words;
  looks: (Looks & { environment: 'sandbox' | 'prod' }) | null;
  onBack?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
  children: JSX.Element;
};

export function Shell({ words, looks, onBack, onClose, children }: ShellProps) {
  return (
    <div class="widget">
      <header class="bar">
        {onBack === undefined ? <span /> : <IconButton icon="back" label={words.back} onClick={onBack} />}
        <div class="bar-brand">{looks !== null && <Brand looks={looks} />}</div>
        {onClose === undefined ? <span /> : <IconButton icon="close" label={words.close} onClick={onClose} />}
      </header>
      {/* The embedding page has its own main landmark. The label distinguishes the widget's main landmark from the page's in a list of landmarks. */}
      <main class="stage" aria-label={looks === null ? undefined : clientOf(looks)}>
        {children}
      </main>
      <footer class="foot">{looks !== null && <Foot looks={looks} words={words} />}</footer>
    </div>
  );
}

function Brand({ looks }: { looks: Looks }) {
  const [is_broken, setBroken] = useState(false);
  const name = clientOf(looks);
  const logo = webAddress(looks.branding.logo);
  if (logo === null || is_broken) return <bdi title={name}>{name}</bdi>;
  return <img src={logo} alt={name} title={name} referrerpolicy="no-referrer" onError={() => setBroken(true)} />;
}

function Foot({ looks, words }: { looks: NonNullable<ShellProps['looks']>; words: Words }) {
  const { privacy_url } = looks.branding;
  return (
    <>
      {looks.environment === 'sandbox' && <span>{words.sandbox_mark}</span>}
      {!looks.hide_support_button && looks.support_email !== null && (
        <a href={`mailto:${encodeURIComponent(looks.support_email).replace('%40', '@')}`}>{words.help}</a>
      )}
      {privacy_url !== null && (
        <Outside url={privacy_url} words={words}>
          {words.privacy}
        </Outside>
      )}
      {!looks.hide_service_logo && (
        <span>
          <Icon name="lock" size={14} />
          {words.service_mark}
        </span>
      )}
    </>
  );
}

const Loading = () => (
  <div class="screen" aria-busy="true">
    <Skeleton width="4rem" height="4rem" />
    <Skeleton width="80%" height="1.75rem" />
    <Skeleton width="100%" height="1rem" />
    <Skeleton width="65%" height="1rem" />
    <Skeleton width="100%" height="8rem" />
  </div>
);

function Connection({ words, trouble }: { words: Words; trouble: Trouble }) {
  const has_trouble = useStore(trouble.has, trouble.subscribe);
  const [is_online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = (): void => setOnline(navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return (
    <div class="banner" role="status">
      {is_online ? (has_trouble ? words.trouble_banner : '') : words.offline_banner}
    </div>
  );
}

function useStore<T>(read: () => T, subscribe: (listener: () => void) => () => void): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const look = (): void => setValue(read);
    look();
    return subscribe(look);
  }, []);
  return value;
}
