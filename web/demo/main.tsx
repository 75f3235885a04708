// The demo page runs a whole verification in the sandbox, from the first API call to the report. For every API call
// except repeated polls, the page shows a curl command.
import { render } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { applyBranding } from '../shared/branding.ts';
import { Button, Notice } from '../shared/parts/basics.tsx';
import { TextField } from '../shared/parts/fields.tsx';
import { SERVER_URL } from '../shared/server.ts';
import { showMoney } from '../shared/words.ts';
import { type Call, toCurl } from './calls.ts';
import { BEGINNING, isOver, openTeller, type Story, type Teller } from './story.ts';

function Demo() {
  const [story, setStory] = useState<Story>(BEGINNING);
  const teller = useMemo(() => openTeller(SERVER_URL, setStory), []);
  return (
    <main class="demo">
      <header class="demo-head">
        <h1>Vouch demo</h1>
        <p class="lead">
          A verification in the sandbox, from the first call to the report. Everyone in it is invented.
        </p>
      </header>
      <div class="demo-columns">
        <ol class="demo-steps">
          <SignIn story={story} teller={teller} />
          <CreateOrder story={story} teller={teller} />
          <RunWidget story={story} teller={teller} />
          <ReportStep story={story} />
        </ol>
        <div class="demo-log">
          <Calls calls={story.calls} />
          <Events story={story} />
          <Heard heard={story.heard} />
        </div>
      </div>
    </main>
  );
}

type StepProps = { story: Story; teller: Teller };

function SignIn({ story, teller }: StepProps) {
  const [client_id, setClientId] = useState('');
  const [secret, setSecret] = useState('');
  const [is_busy, setBusy] = useState(false);
  const is_sandbox = secret === '' || secret.startsWith('sandbox-');
  return (
    <li class="part">
      <h2>1. Your sandbox key</h2>
      {story.is_known ? (
        <p class="lead">The server accepts this key. It is kept only in this page’s memory.</p>
      ) : (
        <form
          class="form"
          autocomplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            if (client_id === '' || secret === '' || !is_sandbox) return;
            setBusy(true);
            void teller.signIn({ client_id: client_id.trim(), secret: secret.trim() }).finally(() => setBusy(false));
          }}
        >
          <p class="lead">Printed when Vouch first starts, and saved in credentials.json in the data folder.</p>
          <TextField name="client_id" label="Client id" value={client_id} onInput={setClientId} />
          <TextField
            name="secret"
            label="Sandbox secret"
            type="password"
            value={secret}
            onInput={setSecret}
            show={{ show: 'Show secret', hide: 'Hide secret' }}
            fault={is_sandbox ? undefined : 'Enter a sandbox secret: it begins with sandbox-.'}
          />
          {story.fault !== null && <Notice>{story.fault}</Notice>}
          <Button type="submit" is_busy={is_busy}>
            Use it
          </Button>
        </form>
      )}
    </li>
  );
}

const PRODUCTS = [
  ['income', 'Income and employment'],
  ['assets', 'Accounts and balances'],
] as const;

function CreateOrder({ story, teller }: StepProps) {
  const [products, setProducts] = useState<readonly string[]>(['income']);
  const [employer, setEmployer] = useState('Home Depot');
  const [is_busy, setBusy] = useState(false);
  return (
    <li class="part">
      <h2>2. Create an order</h2>
      {story.is_known && (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (products.length === 0) return;
            setBusy(true);
            const employers = employer.trim() === '' ? {} : { employers: [{ company_name: employer.trim() }] };
            const order = { products, first_name: 'Jordan', last_name: 'Averill', ...employers };
            void teller.createOrder(order).finally(() => setBusy(false));
          }}
        >
          <fieldset class="choices">
            <legend class="only-heard">Products</legend>
            {PRODUCTS.map(([value, label]) => (
              <label class="choice" key={value}>
                <input
                  type="checkbox"
                  checked={products.includes(value)}
                  onChange={() =>
                    setProducts((before) =>
                      before.includes(value) ? before.filter((one) => one !== value) : [...before, value],
                    )
                  }
                />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
          <TextField name="employer" label="Employer" optional="optional" value={employer} onInput={setEmployer} />
          {story.fault !== null && <Notice>{story.fault}</Notice>}
          <Button type="submit" kind={story.order === null ? 'main' : 'second'} is_busy={is_busy}>
            {story.order === null ? 'Create the order' : 'Create another'}
          </Button>
        </form>
      )}
    </li>
  );
}

function RunWidget({ story, teller }: StepProps) {
  const { order } = story;
  return (
    <li class="part">
      <h2>3. Be the applicant</h2>
      {order !== null && (
        <>
          <p class="lead">
            Sign in as <code>goodlogin</code> with <code>goodpassword</code>; with <code>mfa</code> you are asked for a
            code (<code>12345</code>). Or open the{' '}
            <a href={order.share_url} target="_blank" rel="noopener noreferrer">
              landing page
            </a>{' '}
            that the invitation links to.
          </p>
          <Button kind={isOver(order) ? 'second' : 'main'} onClick={() => teller.openWidget()}>
            Open the widget
          </Button>
        </>
      )}
    </li>
  );
}

function ReportStep({ story }: { story: Story }) {
  const { report, order } = story;
  return (
    <li class="part" aria-live="polite">
      <h2>4. Read the report</h2>
      {report === null ? (
        <p class="lead">
          {order !== null && isOver(order)
            ? `The order is ${order.status}.`
            : 'It appears here when the order is final.'}
        </p>
      ) : (
        report.employments.map((employment, at) => (
          <dl class="facts" key={at}>
            <Fact name="Employer" value={employment.company.name} />
            <Fact name="Job" value={employment.job_title} />
            <Fact name="Since" value={employment.start_date} />
            <Fact
              name="Income"
              value={
                employment.income && `${showMoney(employment.income)} ${(employment.income_unit ?? '').toLowerCase()}`
              }
            />
          </dl>
        ))
      )}
    </li>
  );
}

const Fact = ({ name, value }: { name: string; value: string | null }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value ?? '–'}</dd>
  </div>
);

function Calls({ calls }: { calls: readonly Call[] }) {
  return (
    <section class="part">
      <h2>Calls</h2>
      {calls.length === 0 && <p class="lead">Each call appears here as a curl command.</p>}
      {calls.map((call) => (
        <article class="demo-call" key={call.id}>
          <p>
            <span class={`chip ${call.status < 400 ? 'chip-good' : 'chip-bad'}`}>{call.status}</span> {call.purpose}
          </p>
          <pre tabIndex={0}>{toCurl(SERVER_URL, call)}</pre>
          <CopyButton text={toCurl(SERVER_URL, call)} />
          <details>
            <summary>Answer</summary>
            <pre tabIndex={0}>{JSON.stringify(call.answer, undefined, 2)}</pre>
          </details>
        </article>
      ))}
    </section>
  );
}

function CopyButton({ text }: { text: string }) {
  const [is_copied, setCopied] = useState(false);
  return (
    <Button is_small kind="quiet" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
      {is_copied ? 'Copied' : 'Copy the command'}
    </Button>
  );
}

const Events = ({ story }: { story: Story }) => (
  <section class="part">
    <h2>Webhook events</h2>
    {story.events.length === 0 && <p class="lead">Events as your endpoints receive them, from the event log.</p>}
    <ol class="demo-events" aria-live="polite">
      {story.events.map(({ cursor, event_type, payload }) => (
        <li key={cursor}>
          <details class="demo-call">
            <summary>
              {event_type} {typeof payload['status'] === 'string' && <span class="chip">{payload['status']}</span>}
            </summary>
            <pre tabIndex={0}>{JSON.stringify(payload, undefined, 2)}</pre>
          </details>
        </li>
      ))}
    </ol>
  </section>
);

const Heard = ({ heard }: { heard: readonly string[] }) => (
  <section class="part">
    <h2>Widget callbacks</h2>
    {heard.length === 0 ? (
      <p class="lead">The script’s callbacks, in order.</p>
    ) : (
      <pre tabIndex={0}>{heard.join('\n')}</pre>
    )}
  </section>
);

const root = document.getElementById('root');
if (root !== null) {
  applyBranding(document.documentElement, {
    company_name: null,
    logo: null,
    accent_color: null,
    background_color: null,
    privacy_url: null,
    custom_end_user_agreement: null,
    hide_confetti: true,
  });
  render(<Demo />, root);
}
