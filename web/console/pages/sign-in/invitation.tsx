// Accepts an invitation: the person enters a name and a password, and then a second factor. The token is in the
// fragment of the URL, because browsers do not send the fragment to any server.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { TextField } from '../../../shared/parts/fields.tsx';
import { type SessionView, useApp } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { faultOf } from '../../parts/states.tsx';
import { useWords } from '../../words.ts';
import { Gate } from './gate.tsx';
import { Refusal } from './refusal.tsx';
import { SIGN_IN } from './words.ts';

export default function Invitation() {
  const { http, setSession, go, href, route } = useApp();
  const words = useWords(SIGN_IN);
  const [token] = useState(() => location.hash.slice(1) || (route.segments[1] ?? route.query.get('token') ?? ''));
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const accept = async (): Promise<void> => {
    setBusy(true);
    const answer = await http.send<SessionView>('POST', 'invitations/accept/', { token, name: name.trim(), password });
    setBusy(false);
    if (answer.problem !== undefined) return setProblem(answer.problem);
    setSession(answer.value);
    go(href(null, []), { replace: true });
  };
  const has_faults =
    problem !== undefined && ['name', 'password'].some((field) => faultOf(problem, field) !== undefined);
  return (
    <Gate title={words.invited_title} lead={words.invited_lead}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_busy) void accept();
        }}
      >
        <TextField
          name="name"
          autocomplete="name"
          label={words.name}
          value={name}
          onInput={setName}
          fault={faultOf(problem, 'name')}
        />
        <TextField
          name="password"
          type="password"
          autocomplete="new-password"
          label={words.new_password}
          hint={words.password_hint}
          value={password}
          onInput={setPassword}
          show={{ show: words.show, hide: words.hide }}
          fault={faultOf(problem, 'password')}
        />
        {!has_faults && <Refusal problem={problem} wrong={words.invited_gone} />}
        <Button type="submit" is_busy={is_busy}>
          {words.accept}
        </Button>
      </form>
    </Gate>
  );
}
