// A code before anything of the order is shown: in a browser that is not the one in which something was connected.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Notice } from '../shared/parts/basics.tsx';
import { TextField } from '../shared/parts/fields.tsx';
import { Icon } from '../shared/parts/icons.tsx';
import type { LandingVisit } from '../shared/session.ts';
import { fill, type Words, waitText } from '../shared/words.ts';
import { Shell } from '../widget/app.tsx';
import { clientOf } from '../widget/view.tsx';
import type { Channel, Confirmed, Landing } from './visit.ts';

const CODE_LENGTH_MAX = 16;

type CodeProps = {
  visit: LandingVisit;
  words: Words;
  landing: Landing;
  onConfirmed(confirmed: Exclude<Confirmed, { kind: 'wrong' | 'paused' }>): void;
};

export function CodePage({ visit, words, landing, onConfirmed }: CodeProps) {
  const [sent_by, setSentBy] = useState<Channel>();
  const [problem, setProblem] = useState<string>();
  const [is_busy, setBusy] = useState(false);
  const client = clientOf(visit);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [sent_by]);

  /** One thing at a time; what went wrong before is wiped away. */
  const during = async (work: () => Promise<string | undefined>): Promise<void> => {
    if (is_busy) return;
    setBusy(true);
    setProblem(undefined);
    setProblem(await work());
    setBusy(false);
  };
  const paused = (minutes: number): string => fill(words.verify_paused, { time: waitText(words, minutes) });
  const send = (channel: Channel): Promise<void> =>
    during(async () => {
      const answer = await landing.sendCode(channel);
      if (answer.kind === 'paused') return paused(answer.minutes);
      if (answer.kind === 'failed') return words.problem_offline;
      setSentBy(channel);
      return undefined;
    });
  const confirm = (code: string): Promise<void> =>
    during(async () => {
      const answer = await landing.confirm(code);
      if (answer.kind === 'paused') return paused(answer.minutes);
      if (answer.kind === 'wrong') return words.verify_wrong;
      if (answer.kind === 'failed') return words.problem_offline;
      onConfirmed(answer);
      return undefined;
    });

  return (
    <Shell words={words} looks={visit}>
      <section class="screen" aria-labelledby="title">
        <span class="emblem">
          <Icon name="shield" size={40} />
        </span>
        <div class="head">
          <h1 id="title" tabIndex={-1} ref={heading}>
            {words.verify_title}
          </h1>
          <div class="lead">
            {sent_by === undefined ? fill(words.verify_text, { client }) : words[`verify_sent_${sent_by}`]}
          </div>
        </div>
        {visit.environment === 'sandbox' && sent_by !== undefined && <p class="fine">{words.verify_sandbox}</p>}
        {sent_by === undefined ? (
          <>
            {problem !== undefined && <Notice>{problem}</Notice>}
            <div class="actions">
              {(visit.code?.channels ?? []).map((channel, at) => (
                <Button
                  key={channel}
                  kind={at === 0 ? 'main' : 'second'}
                  is_busy={is_busy}
                  onClick={() => void send(channel)}
                >
                  {words[`verify_send_${channel}`]}
                </Button>
              ))}
            </div>
          </>
        ) : (
          <CodeForm
            words={words}
            problem={problem}
            is_busy={is_busy}
            onConfirm={(code) => void confirm(code)}
            onAgain={() => setSentBy(undefined)}
          />
        )}
      </section>
    </Shell>
  );
}

type FormProps = {
  words: Words;
  problem: string | undefined;
  is_busy: boolean;
  onConfirm(code: string): void;
  onAgain(): void;
};

function CodeForm({ words, problem, is_busy, onConfirm, onAgain }: FormProps) {
  const [code, setCode] = useState('');
  const [is_checked, setChecked] = useState(false);
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (code.trim() !== '') onConfirm(code.trim());
      }}
    >
      <TextField
        name="code"
        label={words.code_label}
        value={code}
        onInput={setCode}
        is_code
        autocomplete="one-time-code"
        inputmode="numeric"
        length_max={CODE_LENGTH_MAX}
        hint={words.verify_valid}
        fault={is_checked && code.trim() === '' ? words.required : problem}
      />
      <div class="actions">
        <Button type="submit" is_busy={is_busy}>
          {words.code_submit}
        </Button>
        <Button kind="quiet" onClick={onAgain}>
          {words.verify_again}
        </Button>
      </div>
    </form>
  );
}
