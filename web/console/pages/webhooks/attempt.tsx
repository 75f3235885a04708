// One attempt to deliver an event: the request as it was sent, the response, and the reason for a failure.
import { useState } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { CodeBlock } from '../../../shared/parts/code-block.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Badge, Facts, type Tone } from '../../../shared/parts/marks.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { duration } from '../../format.ts';
import type { Problem } from '../../http.ts';
import { useLoad } from '../../load.ts';
import { Moment } from '../../parts/page.tsx';
import { FormProblem, Json } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords } from '../../words.ts';
import { type Attempt, WORDS } from './words.ts';

/**
 * Returns the endpoint's status code, or a text that says that the endpoint gave no response or that nothing was sent.
 * Nothing is sent if the endpoint is off, or if the event's data was removed. The duration of such an attempt is 0.
 */
export const answerOf = (attempt: ShownAttempt, words: AnswerWords): string =>
  attempt.status_code !== null ? String(attempt.status_code) : isSent(attempt) ? words.no_response : words.not_sent;
type AnswerWords = { not_sent: string; no_response: string };

const isSent = ({ status_code, state, duration_ms }: ShownAttempt): boolean =>
  status_code !== null || state !== 'dead' || duration_ms > 0;
const isAccepted = ({ status_code }: ShownAttempt): boolean =>
  status_code !== null && status_code >= 200 && status_code < 300;

export const attemptTone = (attempt: ShownAttempt): Tone =>
  isAccepted(attempt) ? 'good' : attempt.state === 'dead' ? 'bad' : 'warn';

/** The newest attempt that was sent, if it failed. `attempts` begins with the newest. */
export function newestFailure(attempts: readonly Attempt[]): Attempt | undefined {
  const newest = attempts.find(isSent);
  return newest === undefined || isAccepted(newest) ? undefined : newest;
}

/** Those fields of an attempt that the dialog shows. */
type ShownAttempt = Omit<Attempt, 'event_created_at' | 'webhook_url'>;

/** An attempt with the exact bytes and signatures of its request. */
type SentAttempt = Omit<ShownAttempt, 'status_code' | 'error_message' | 'webhook_payload'> & {
  request: {
    method: string;
    url: string;
    headers: readonly { name: string; value: string }[] | null;
    body: string | null;
  };
  response: Pick<Attempt, 'status_code' | 'error_message'>;
};

type AttemptDialogProps = { attempt: ShownAttempt; onClose(): void; onReplayed(): void };

export function AttemptDialog({ attempt, onClose, onReplayed }: AttemptDialogProps) {
  const { http, v1, own, say, may } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const replay = async (): Promise<void> => {
    setBusy(true);
    const answer = await http.send('POST', v1(`webhook-requests/${attempt.id}/replay/`), {});
    setBusy(false);
    setProblem(answer.problem);
    if (answer.problem !== undefined) return;
    say({ text: words.replayed });
    onReplayed();
    onClose();
  };
  const sent = useLoad<{ results: readonly SentAttempt[] }>(own(`webhook-attempts/${attempt.webhook_id}/`));
  const exact = sent.value?.results.find(({ id }) => id === attempt.id)?.request;
  const head =
    exact === undefined
      ? undefined
      : [`${exact.method} ${exact.url}`, ...(exact.headers ?? []).map(({ name, value }) => `${name}: ${value}`)].join(
          '\n',
        );
  return (
    <Dialog
      kind="side"
      title={fill(words.detail, { attempt: attempt.attempt, event: attempt.event_type })}
      close_label={common.close}
      onClose={onClose}
    >
      <Facts
        facts={[
          [words.answer, <Badge tone={attemptTone(attempt)}>{answerOf(attempt, words)}</Badge>],
          [common.status, words[`state_${attempt.state}`]],
          [words.took, duration(attempt.duration_ms)],
          [words.sent, <Moment at={attempt.sent_at} />],
          [words.next_attempt, <Moment at={attempt.next_attempt_at} />],
        ]}
      />
      {attempt.error_message !== null && (
        <Notice tone="warn">
          <strong>{words.why}</strong>
          <p>{attempt.error_message}</p>
        </Notice>
      )}
      {head !== undefined && <CodeBlock text={head} label={words.request_head} labels={common} />}
      <Json label={words.request_body} value={attempt.webhook_payload} />
      {exact !== undefined && exact.body !== null && (
        <details class="more">
          <summary>{words.exact_body}</summary>
          <CodeBlock text={exact.body} label={words.exact_body} labels={common} />
        </details>
      )}
      <FormProblem problem={problem} />
      {may('development', 'write') && (
        <div class="form-end">
          <Button is_busy={is_busy} onClick={() => void replay()}>
            {words.replay}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
