// Asks for a code before any data of the order is shown. The server requires the code if the applicant connected in
// another browser, or if the template always requires a code.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Notice } from '../shared/parts/basics.tsx';
import { CodeForm } from '../shared/parts/code-form.tsx';
import { Icon } from '../shared/parts/icons.tsx';
import type { LandingVisit } from '../shared/session.ts';
import { fill, type Words, waitText } from '../shared/words.ts';
import { Shell } from '../widget/app.tsx';
import { clientOf } from '../widget/view.tsx';
import type { Channel, Landing, Visited } from './visit.ts';

const CODE_LENGTH_MAX = 16;

type CodeProps = {
  visit: LandingVisit;
  words: Words;
  landing: Landing;
  onConfirmed(confirmed: Visited): void;
};

export function CodePage({ visit, words, landing, onConfirmed }: CodeProps) {
  const [sent_by, setSentBy] = useState<Channel>();
  const [problem, setProblem] = useState<string>();
  const [is_busy, setBusy] = useState(false);
  const client = clientOf(visit);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [sent_by]);

  /** Runs `work`, unless another action is still running. First clears the error message of the previous action. */
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

  const again = (): void => {
    setProblem(undefined);
    setSentBy(undefined);
  };

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
            length_max={CODE_LENGTH_MAX}
            hint={words.verify_valid}
            fault={problem}
            is_busy={is_busy}
            onSubmit={(code) => void confirm(code)}
            other={{ label: words.verify_again, onClick: again }}
          />
        )}
      </section>
    </Shell>
  );
}
