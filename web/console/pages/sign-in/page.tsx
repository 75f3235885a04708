// Signing in: email address and password, then the second factor. A new user first sets up a second factor.
import { useState } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { TextField } from '../../../shared/parts/fields.tsx';
import { fill } from '../../../shared/words.ts';
import { type SessionView, useApp } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { useLoad } from '../../load.ts';
import { useWords } from '../../words.ts';
import { Enroll } from './enroll.tsx';
import { Factor } from './factor.tsx';
import { Gate } from './gate.tsx';
import { Refusal, StartOver } from './refusal.tsx';
import { SIGN_IN } from './words.ts';

export default function SignIn() {
  const { session } = useApp();
  if (session?.stage === 'second_factor') return <Factor session={session} />;
  if (session?.stage === 'enroll') return <EnrollFirst />;
  return <PasswordForm />;
}

function PasswordForm() {
  const { http, setSession, route } = useApp();
  const words = useWords(SIGN_IN);
  const oidc = useLoad<{ oidc: { name: string; url: string } | null }>('session/methods/').value?.oidc ?? null;
  const has_refused_sso = route.query.get('sso') === 'refused';
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    const answer = await http.send<SessionView>('POST', 'session/', { email: email.trim(), password });
    setBusy(false);
    if (answer.problem === undefined) setSession(answer.value);
    else setProblem(answer.problem);
  };
  return (
    <Gate title={words.title} lead={words.lead}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_busy) void submit();
        }}
      >
        <TextField
          name="email"
          type="email"
          inputmode="email"
          autocomplete="username"
          label={words.email}
          value={email}
          onInput={setEmail}
        />
        <TextField
          name="password"
          type="password"
          autocomplete="current-password"
          label={words.password}
          value={password}
          onInput={setPassword}
          show={{ show: words.show, hide: words.hide }}
        />
        <Refusal problem={problem} wrong={words.wrong} />
        {has_refused_sso && problem === undefined && <Notice>{words.oidc_refused}</Notice>}
        <Button type="submit" is_busy={is_busy}>
          {words.sign_in}
        </Button>
        {oidc !== null && (
          <a class="button button-second" href={oidc.url}>
            {fill(words.oidc, { name: oidc.name })}
          </a>
        )}
      </form>
    </Gate>
  );
}

function EnrollFirst() {
  const { http, setSession } = useApp();
  const words = useWords(SIGN_IN);
  const refresh = async (): Promise<void> => {
    const { value } = await http.get<SessionView>('session/');
    if (value !== undefined) setSession(value);
  };
  return (
    <Gate title={words.enroll_title} lead={words.enroll_lead}>
      <Enroll onDone={() => void refresh()} />
      <StartOver />
    </Gate>
  );
}
