// The landing page of an order: it shows the widget as a standalone page, in the client's colours.
import { type JSX, render } from 'preact';
import { useState } from 'preact/hooks';
import { applyBranding } from '../shared/branding.ts';
import { Button } from '../shared/parts/basics.tsx';
import { Icon } from '../shared/parts/icons.tsx';
import { openServer, SERVER_URL } from '../shared/server.ts';
import type { LandingVisit } from '../shared/session.ts';
import { fill, guessLocale, loadWords, type Words } from '../shared/words.ts';
import { App, Shell } from '../widget/app.tsx';
import { NOBODY } from '../widget/channel.ts';
import { browserMemory } from '../widget/memory.ts';
import { createRuntime } from '../widget/runtime.ts';
import { closedKind, GoodEmblem } from '../widget/screens/endings.tsx';
import { clientOf } from '../widget/view.tsx';
import { CodePage } from './code.tsx';
import { followHistory } from './history.ts';
import { keyOf, type Landing, openLanding, seen, type Visited } from './visit.ts';

async function start(root: HTMLElement): Promise<void> {
  const words = await loadWords(guessLocale(navigator.languages));
  document.documentElement.lang = words.locale;
  document.title = words.landing_title;
  const landing = openLanding(SERVER_URL, keyOf(location.pathname));
  await seen(document);
  show(root, landing, await landing.visit(), words);
}

/** Shows the state the server returns: a code to confirm, an order to continue, or a finished order. */
function show(root: HTMLElement, landing: Landing, visited: Visited, words: Words): void {
  if (visited.kind !== 'visit') {
    return render(<Failed kind={visited.kind} words={words} onRetry={() => start(root)} />, root);
  }
  const { visit } = visited;
  applyBranding(document.documentElement, visit.branding);
  if (visit.bridge_token !== null) return open(root, landing, visit.bridge_token, words);
  if (visit.code === null) return render(<Over visit={visit} words={words} />, root);
  const onConfirmed = (confirmed: Visited): void => show(root, landing, confirmed, words);
  render(<CodePage visit={visit} words={words} landing={landing} onConfirmed={onConfirmed} />, root);
}

function open(root: HTMLElement, landing: Landing, first_token: string, words: Words): void {
  let bridge_token = first_token;
  const { api, trouble } = openServer({
    token: () => bridge_token,
    // A page that was left open overnight continues with a new token.
    async renew() {
      const again = await landing.visit();
      if (again.kind !== 'visit') return false;
      if (again.visit.bridge_token === null) {
        show(root, landing, again, words);
        return false;
      }
      bridge_token = again.visit.bridge_token;
      return true;
    },
  });
  const setting = { bridge_token: first_token, company_mapping_id: null, is_page: true };
  const runtime = createRuntime({ setting, settled: [], api, channel: NOBODY, memory: browserMemory() });
  followHistory(runtime);
  render(<App runtime={runtime} api={api} trouble={trouble} locale={words.locale} />, root);
  void runtime.open();
}

/** The page for a finished order. The status from the server says how the order ended. */
function Over({ visit, words }: { visit: LandingVisit; words: Words }) {
  const status = closedKind(visit.status);
  return (
    <Shell words={words} looks={visit}>
      <Said
        title={words[`closed_${status}_title`]}
        text={fill(words[`closed_${status}_text`], { client: clientOf(visit) })}
        is_good={status === 'completed'}
      />
    </Shell>
  );
}

type FailedProps = { kind: 'unknown' | 'failed'; words: Words; onRetry(): Promise<void> };

function Failed({ kind, words, onRetry }: FailedProps) {
  const [is_busy, setBusy] = useState(false);
  return (
    <Shell words={words} looks={null}>
      <Said title={words[`landing_${kind}_title`]} text={words[`landing_${kind}_text`]} is_good={false}>
        <div class="actions">
          <Button
            is_busy={is_busy}
            onClick={() => {
              setBusy(true);
              void onRetry().finally(() => setBusy(false));
            }}
          >
            {words.try_again}
          </Button>
        </div>
      </Said>
    </Shell>
  );
}

type SaidProps = { title: string; text: string; is_good: boolean; children?: JSX.Element };

const Said = ({ title, text, is_good, children }: SaidProps) => (
  <section class="screen screen-middle" aria-labelledby="title">
    {is_good ? (
      <GoodEmblem />
    ) : (
      <span class="emblem">
        <Icon name="clock" size={40} />
      </span>
    )}
    <div class="head">
      <h1 id="title">{title}</h1>
      <div class="lead" role="status">
        {text}
      </div>
    </div>
    {children}
  </section>
);

const root = document.getElementById('root');
if (root !== null) void start(root);
