// Parts that the sign-in pages share: the reason why the server rejected the input, and a button to sign in with
// another account.
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { fill } from '../../../shared/words.ts';
import { useApp } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { FormProblem } from '../../parts/states.tsx';
import { useWords, type Words } from '../../words.ts';
import { SIGN_IN } from './words.ts';

/** Shows why the server rejected a password or a code. The text never reveals whether the account exists. */
export function Refusal({ problem, wrong }: { problem: Problem | undefined; wrong: string }) {
  const words = useWords(SIGN_IN);
  if (problem === undefined) return null;
  if (problem.status === 401 || problem.status === 400) return <Notice>{wrong}</Notice>;
  if (problem.status === 429) return <Notice>{throttledText(words, problem)}</Notice>;
  return <FormProblem problem={problem} />;
}

const throttledText = (words: Words<keyof typeof SIGN_IN.en>, problem: Problem): string =>
  fill(words.throttled, { minutes: Math.max(1, Math.ceil(problem.retry_after_s / 60)) });

export function StartOver() {
  const { http, setSession } = useApp();
  const words = useWords(SIGN_IN);
  return (
    <Button kind="quiet" onClick={() => void http.send('DELETE', 'session/').then(() => setSession(null))}>
      {words.start_over}
    </Button>
  );
}
