// The signed-in user's own account: second factors, sessions, password.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { TextField } from '../../../shared/parts/fields.tsx';
import { Badge } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useApp } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { forgetLoaded, type Loaded, useLoad } from '../../load.ts';
import { Moment, PageHead } from '../../parts/page.tsx';
import { FormProblem, faultOf, problemText, Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords } from '../../words.ts';
import { AddPasskey, Enroll } from '../sign-in/enroll.tsx';
import { SIGN_IN } from '../sign-in/words.ts';
import { deviceOf } from './devices.ts';

type Factors = {
  totp: boolean;
  passkeys: readonly { id: string; name: string; created_at: string }[];
  recovery_codes_left: number;
};

type Session = {
  id: string;
  created_at: string;
  last_seen_at: string;
  ip: string;
  user_agent: string;
  is_current: boolean;
};

export default function Account() {
  const { session, href } = useApp();
  const words = useWords(SIGN_IN);
  return (
    <main class="page">
      <PageHead
        title={words.account_title}
        lead={[session?.user.name, session?.user.email].filter(Boolean).join(' · ')}
        crumbs={[{ label: words.back, href: href(null, []) }]}
      />
      <FactorsCard />
      <SessionsCard />
      <PasswordCard />
    </main>
  );
}

/** Sends a change, reads the list again, and shows a message about the result. */
function useChange(
  loaded: Pick<Loaded<unknown>, 'reload'>,
): (method: 'POST' | 'DELETE', path: string, done: string) => void {
  const { http, say } = useApp();
  const common = useWords(COMMON);
  const change = async (method: 'POST' | 'DELETE', path: string, done: string): Promise<void> => {
    const { problem } = await http.send(method, path);
    say(problem === undefined ? { text: done } : { text: problemText(common, problem), tone: 'bad' });
    loaded.reload();
  };
  return (method, path, done) => void change(method, path, done);
}

function FactorsCard() {
  const { say } = useApp();
  const words = useWords(SIGN_IN);
  const factors = useLoad<Factors>('factors/');
  const change = useChange(factors);
  const [is_adding, setAdding] = useState(false);
  const onSet = (): void => {
    setAdding(false);
    say({ text: words.enabled });
    factors.reload();
  };
  return (
    <section class="card">
      <h2>{words.factors}</h2>
      <Show of={factors}>
        {({ totp, passkeys, recovery_codes_left }) => (
          <>
            <div class="card-head">
              <span class="line">
                {words.totp}
                <Badge tone={totp ? 'good' : 'calm'}>{totp ? words.totp_on : words.totp_off}</Badge>
                {totp && <span class="soft small">{fill(words.codes_left, { count: recovery_codes_left })}</span>}
              </span>
              {totp && (
                <Button kind="second" onClick={() => change('DELETE', 'factors/totp/', words.removed)}>
                  {words.remove}
                </Button>
              )}
            </div>
            {!totp && !is_adding && (
              <div>
                <Button kind="second" onClick={() => setAdding(true)}>
                  {words.enroll_app}
                </Button>
              </div>
            )}
            {is_adding && <Enroll onDone={onSet} />}
            <h3>{words.passkeys}</h3>
            {passkeys.length === 0 && <p class="soft">{words.no_passkeys}</p>}
            {passkeys.map((passkey) => (
              <div class="card-head" key={passkey.id}>
                <span>
                  {passkey.name}{' '}
                  <span class="soft small">
                    <Moment at={passkey.created_at} is_relative />
                  </span>
                </span>
                <Button
                  kind="second"
                  onClick={() => change('DELETE', `factors/passkeys/${passkey.id}/`, words.removed)}
                >
                  {words.remove}
                </Button>
              </div>
            ))}
            {!is_adding && (
              <div>
                <AddPasskey onSet={onSet} />
              </div>
            )}
          </>
        )}
      </Show>
    </section>
  );
}

function SessionsCard() {
  const { http, setSession } = useApp();
  const words = useWords(SIGN_IN);
  const sessions = useLoad<{ results: readonly Session[] }>('sessions/');
  const change = useChange(sessions);
  const signOutEverywhere = async (): Promise<void> => {
    await http.send('POST', 'session/everywhere/');
    forgetLoaded();
    setSession(null);
  };
  return (
    <section class="card">
      <div class="card-head">
        <div>
          <h2>{words.sessions}</h2>
          <p class="soft small">{words.sessions_lead}</p>
        </div>
        <Button kind="second" onClick={() => void signOutEverywhere()}>
          {words.everywhere}
        </Button>
      </div>
      <Show of={sessions}>
        {({ results }) => (
          <Table
            caption={words.sessions}
            rows={results}
            keyOf={({ id }) => id}
            columns={[
              {
                label: words.device,
                show: ({ user_agent, is_current }) => (
                  <span class="line">
                    <span title={user_agent}>{deviceOf(user_agent)}</span>
                    {is_current && <Badge tone="good">{words.this_session}</Badge>}
                  </span>
                ),
              },
              { label: words.address, show: ({ ip }) => <code class="mono">{ip}</code> },
              { label: words.last_seen, show: ({ last_seen_at }) => <Moment at={last_seen_at} is_relative /> },
              { label: words.began, is_minor: true, show: ({ created_at }) => <Moment at={created_at} /> },
              {
                label: words.end,
                show: ({ id, is_current }) =>
                  !is_current && (
                    <Button kind="quiet" onClick={() => change('DELETE', `sessions/${id}/`, words.ended)}>
                      {words.end}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Show>
    </section>
  );
}

function PasswordCard() {
  const { http, say } = useApp();
  const words = useWords(SIGN_IN);
  const [old_password, setOld] = useState('');
  const [new_password, setNew] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const change = async (): Promise<void> => {
    setBusy(true);
    const answer = await http.send('POST', 'password/', { old_password, new_password });
    setBusy(false);
    setProblem(answer.problem);
    if (answer.problem !== undefined) return;
    setOld('');
    setNew('');
    say({ text: words.changed });
  };
  const show = { show: words.show, hide: words.hide };
  return (
    <section class="card">
      <h2>{words.change_password}</h2>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_busy) void change();
        }}
      >
        <div class="form-pair">
          <TextField
            name="old_password"
            type="password"
            autocomplete="current-password"
            label={words.old_password}
            value={old_password}
            onInput={setOld}
            show={show}
            fault={faultOf(problem, 'old_password')}
          />
          <TextField
            name="new_password"
            type="password"
            autocomplete="new-password"
            label={words.new_password}
            hint={words.password_hint}
            value={new_password}
            onInput={setNew}
            show={show}
            fault={faultOf(problem, 'new_password')}
          />
        </div>
        <FormProblem problem={problem} fields={['old_password', 'new_password']} />
        <div class="form-end">
          <Button type="submit" is_busy={is_busy}>
            {words.change_password}
          </Button>
        </div>
      </form>
    </section>
  );
}
