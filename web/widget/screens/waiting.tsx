// Screens while a task runs: the form for a code that the task asks for, the screen about the provider's window, and
// the progress screen.
import { useEffect, useState } from 'preact/hooks';
import { Avatar, Button } from '../../shared/parts/basics.tsx';
import { CodeForm } from '../../shared/parts/code-form.tsx';
import { Icon } from '../../shared/parts/icons.tsx';
import type { TaskView } from '../../shared/session.ts';
import { fill } from '../../shared/words.ts';
import { isOfFiles } from '../machine/bank-files.ts';
import { isOfDocuments } from '../machine/document-rules.ts';
import { aimOf } from '../machine/moves.ts';
import { Screen, useView } from '../view.tsx';
import { ProviderMark } from './login.tsx';

const CODE_LENGTH_MAX = 64;

export function Code() {
  const { state, words, dispatch } = useView();
  const provider = state.task?.provider.name ?? '';
  return (
    <Screen title={words.code_title} lead={fill(words.code_text, { provider })} emblem={<ProviderMark />} focuses_input>
      <CodeForm
        words={words}
        length_max={CODE_LENGTH_MAX}
        hint={words.code_wait}
        is_busy={state.is_busy}
        onSubmit={(code) => dispatch({ type: 'send_code', code })}
        other={{ label: words.code_missing, onClick: () => dispatch({ type: 'retry' }) }}
      />
    </Screen>
  );
}

const LOOK_AGAIN_MS = 1_000;

/**
 * Whether the person closed the window. After consent, the window also closes by itself, and the task continues a
 * moment later. So the result is true only if two checks in a row find the window closed.
 */
function useClosedWindow(): boolean {
  const { runtime } = useView();
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setLooks((before) => (runtime.isWindowClosed() ? before + 1 : 0)), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return looks > 1;
}

export function Redirect() {
  const { state, words, runtime, dispatch } = useView();
  const is_closed = useClosedWindow();
  const provider = state.task?.provider.name ?? '';
  const url = state.task?.redirect_url ?? undefined;
  return (
    <Screen
      title={fill(words.redirect_title, { provider })}
      lead={<span role="status">{fill(is_closed ? words.redirect_closed : words.redirect_text, { provider })}</span>}
      emblem={<ProviderMark />}
      is_middle
      actions={
        <>
          <Button onClick={() => runtime.openWindow(url)}>
            {is_closed ? words.redirect_again : fill(words.redirect_open, { provider })}
            <span class="only-heard"> ({words.opens_window})</span>
          </Button>
          <Button kind="quiet" onClick={() => dispatch({ type: 'back' })}>
            {words.redirect_other}
          </Button>
        </>
      }
    >
      {!is_closed && <Waiting />}
    </Screen>
  );
}

const Waiting = () => (
  <p class="safe">
    <span class="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  </p>
);

type Stage = 'login' | 'mfa' | 'parse' | 'full_parse' | 'switch_deposit';

/** If a task runs for longer than this time, the screen says that it takes longer than usual. */
const SLOW_MS = 12_000;

export function Working() {
  const { state, words } = useView();
  const { task } = state;
  const [is_slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  const is_file = isOfFiles(task);
  const is_sent = is_file || isOfDocuments(task);
  const stages = is_sent ? READING : stagesOf(task, aimOf(state)?.deposit !== null);
  const now = Math.max(
    0,
    stages.findIndex((stage) => stage === stageOf(task)),
  );
  const textOf = (stage: Stage): string =>
    is_sent && stage === 'full_parse' ? words.working_full_parse_docs : words[`working_${stage}`];
  return (
    <Screen
      title={
        is_file
          ? words.working_title_file
          : is_sent
            ? words.working_title_docs
            : fill(words.working_title, { provider: task?.provider.name ?? '' })
      }
      lead={is_slow ? words.working_slow : words.working_text}
      emblem={is_sent ? <Avatar name="" icon="paper" is_large /> : <ProviderMark />}
      is_middle
    >
      <ol class="steps">
        {stages.map((stage, at) => (
          <li key={stage} data-state={at < now ? 'done' : at === now ? 'now' : 'later'}>
            <span class="mark">{at < now && <Icon name="check" size={14} />}</span>
            {textOf(stage)}
          </li>
        ))}
      </ol>
      <p class="only-heard" role="status">
        {textOf(stages[now] ?? 'parse')}
      </p>
    </Screen>
  );
}

/** The stages of a task that reads documents or a file. Such a task has no login. */
const READING: readonly Stage[] = ['parse', 'full_parse'];

const stagesOf = (task: TaskView | null, has_deposit: boolean): Stage[] => [
  'login',
  ...(task?.status === 'mfa' ? (['mfa'] as const) : []),
  'parse',
  has_deposit ? 'switch_deposit' : 'full_parse',
];

function stageOf(task: TaskView | null): Stage {
  switch (task?.status) {
    case 'mfa':
    case 'parse':
    case 'switch_deposit':
      return task.status;
    case 'full_parse':
    case 'done':
      return 'full_parse';
    default:
      return 'login';
  }
}
