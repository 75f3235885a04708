// The second factor of a sign-in: a code of the authenticator app, a passkey, or a recovery code.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { TextField } from '../../../shared/parts/fields.tsx';
import { type SessionView, useApp } from '../../desk.tsx';
import type { Answer, Problem } from '../../http.ts';
import { useWords } from '../../words.ts';
import { Gate } from './gate.tsx';
import { hasPasskeys, type RequestOptions, usePasskey } from './passkeys.ts';
import { Refusal, StartOver } from './refusal.tsx';
import { SIGN_IN } from './words.ts';

type Method = SessionView['methods'][number];

export function Factor({ session }: { session: SessionView }) {
  const words = useWords(SIGN_IN);
  const methods = session.methods.filter((method) => method !== 'passkey' || hasPasskeys());
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recovery');
  return (
    <Gate title={words.factor_title} lead={words[`${method}_lead`]}>
      {method === 'passkey' ? <PasskeyForm /> : <CodeForm key={method} method={method} />}
      <div class="stack">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} kind="quiet" onClick={() => setMethod(other)}>
              {words[`other_${other}`]}
            </Button>
          ))}
        <StartOver />
      </div>
    </Gate>
  );
}

function useSubmit(): {
  problem: Problem | undefined;
  is_busy: boolean;
  submit(ask: () => Promise<Answer<SessionView>>): void;
} {
  const { setSession } = useApp();
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const run = async (ask: () => Promise<Answer<SessionView>>): Promise<void> => {
    setBusy(true);
    const answer = await ask();
    setBusy(false);
    if (answer.problem === undefined) setSession(answer.value);
    else setProblem(answer.problem);
  };
  return { problem, is_busy, submit: (ask) => void run(ask) };
}

function CodeForm({ method }: { method: 'totp' | 'recovery' }) {
  const { http } = useApp();
  const words = useWords(SIGN_IN);
  const [code, setCode] = useState('');
  const { problem, is_busy, submit } = useSubmit();
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!is_busy) submit(() => http.send('POST', `session/${method}/`, { code: code.replaceAll(/\s/g, '') }));
      }}
    >
      <TextField
        name="code"
        label={words[`${method}_label`]}
        value={code}
        onInput={setCode}
        autocomplete={method === 'totp' ? 'one-time-code' : 'off'}
        inputmode={method === 'totp' ? 'numeric' : 'text'}
        is_code={method === 'totp'}
        length_max={64}
      />
      <Refusal problem={problem} wrong={words.totp_wrong} />
      <Button type="submit" is_busy={is_busy}>
        {words.confirm}
      </Button>
    </form>
  );
}

const CANCELED: Problem = { status: 400, message: '', faults: [], retry_after_s: 0 };

function PasskeyForm() {
  const { http } = useApp();
  const words = useWords(SIGN_IN);
  const { problem, is_busy, submit } = useSubmit();
  const ask = async (): Promise<Answer<SessionView>> => {
    const options = await http.send<RequestOptions>('POST', 'session/passkey/options/', {});
    if (options.problem !== undefined) return options;
    const response = await usePasskey(options.value);
    if (response === undefined) return { problem: CANCELED };
    return http.send('POST', 'session/passkey/', { response });
  };
  return (
    <div class="form">
      <Refusal problem={problem} wrong={words.passkey_failed} />
      <Button is_busy={is_busy} onClick={() => submit(ask)}>
        {words.passkey_use}
      </Button>
    </div>
  );
}
