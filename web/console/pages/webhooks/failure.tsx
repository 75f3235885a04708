// Why an endpoint fails: the newest answer to an attempt that was really sent. After an endpoint is turned off, its log
// begins with attempts that were not sent. Those attempts do not contain the cause.
import { useEffect } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { useFollowUps } from '../../live.ts';
import { useLoad } from '../../load.ts';
import { Moment, useQuery } from '../../parts/page.tsx';
import { queryText } from '../../router.ts';
import { useWords } from '../../words.ts';
import { answerOf, newestFailure } from './attempt.tsx';
import { type Attempt, type Endpoint, WORDS } from './words.ts';

const READ_MAX = 100;

/** `changes` counts the changes to the endpoint and the replays. Each of them can end the failure. */
export function Failure({ endpoint, changes }: { endpoint: Endpoint; changes: number }) {
  const { v1, go } = useDesk();
  const words = useWords(WORDS);
  const query = useQuery();
  const asked = {
    endpoint_id: endpoint.id,
    page_size: READ_MAX,
    // Skips the attempts that were not sent because the endpoint was already off.
    created_at__lte: endpoint.disabled_reason === null ? undefined : endpoint.updated_at,
  };
  const attempts = useLoad<{ results: readonly Attempt[] }>(v1(`webhook-requests/${queryText(asked)}`));
  const follow = useFollowUps(attempts.reload);
  useEffect(() => {
    if (changes > 0) follow();
  }, [changes]);
  const failure = newestFailure(attempts.value?.results ?? []);
  if (endpoint.disabled_reason === null && failure === undefined) return null;
  return (
    <>
      <Notice tone={endpoint.disabled_reason === null ? 'warn' : 'alert'}>
        <strong>{endpoint.disabled_reason === null ? words.failing : words.disabled_reason}</strong>
        {endpoint.disabled_reason !== null && <p>{endpoint.disabled_reason}</p>}
        {failure !== undefined && (
          <>
            <p>
              {failure.status_code === null
                ? words.last_unanswered
                : fill(words.last_answer, { answer: answerOf(failure, words) })}{' '}
              <Moment at={failure.sent_at} />
            </p>
            <Button kind="second" onClick={() => go(query.href({ attempt: failure.id }))}>
              {words.open_failure}
            </Button>
          </>
        )}
      </Notice>
    </>
  );
}
