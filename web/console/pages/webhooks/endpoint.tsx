// One webhook endpoint: its settings, its delivery attempts, and a form to send events again.
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Badge, Facts } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { duration } from '../../format.ts';
import { useFollowUps } from '../../live.ts';
import { useLoad } from '../../load.ts';
import { Chosen, useChosen } from '../../parts/chosen.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Moment, PageHead, useQuery } from '../../parts/page.tsx';
import { Empty, NEW_ORDER, Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import { useWords } from '../../words.ts';
import { AttemptDialog, answerOf, attemptTone } from './attempt.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { Failure } from './failure.tsx';
import { ReplayForm } from './replay-form.tsx';
import { type Attempt, type Endpoint, EVENT_TYPES, WORDS } from './words.ts';

export function EndpointPage({ id }: { id: string }) {
  const desk = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const endpoint = useLoad<Endpoint>(desk.v1(`webhooks/${id}/`));
  const [open, setOpen] = useState<'form' | 'remove' | 'replay' | null>(null);
  const [changes, setChanges] = useState(0);
  const close = (): void => {
    setOpen(null);
    setChanges((before) => before + 1);
    endpoint.reload();
  };
  const turn = async (enabled: boolean): Promise<void> => {
    await desk.http.send('PATCH', desk.v1(`webhooks/${id}/`), { enabled });
    endpoint.reload();
  };
  return (
    <Show of={endpoint} is_page>
      {(value) => (
        <>
          <PageHead title={value.name} crumbs={[{ label: words.all_endpoints, href: desk.to(['webhooks']) }]}>
            {desk.may('development', 'write') && (
              <>
                <Button kind="second" onClick={() => setOpen('replay')}>
                  {words.replay_range}
                </Button>
                <Button kind="second" onClick={() => setOpen('form')}>
                  {words.edit}
                </Button>
                <Button kind="second" onClick={() => void turn(!value.enabled)}>
                  {value.enabled ? words.turn_off : words.turn_on}
                </Button>
                <Button kind="quiet" onClick={() => setOpen('remove')}>
                  {words.remove}
                </Button>
              </>
            )}
          </PageHead>
          <Failure endpoint={value} changes={changes} />
          <section class="card">
            <Facts
              facts={[
                [words.url, <code class="mono">{value.webhook_url}</code>],
                [
                  common.status,
                  <Badge tone={value.enabled ? 'good' : 'calm'}>
                    {value.enabled ? words.enabled : words.disabled}
                  </Badge>,
                ],
                [words.events, value.events.length === EVENT_TYPES.length ? words.all_events : value.events.join(', ')],
              ]}
            />
          </section>
          <Attempts endpoint={value} changes={changes} />
          {open === 'form' && <EndpointForm endpoint={value} onClose={close} />}
          {open === 'replay' && <ReplayForm endpoint={value} onClose={close} />}
          {open === 'remove' && (
            <Confirm
              title={words.remove_title}
              action={words.remove}
              run={() => desk.http.send('DELETE', desk.v1(`webhooks/${id}/`))}
              onClose={() => setOpen(null)}
              onDone={() => {
                desk.say({ text: words.removed });
                desk.go(desk.to(['webhooks']));
              }}
            >
              {words.remove_text}
            </Confirm>
          )}
        </>
      )}
    </Show>
  );
}

type AttemptPage = { next: string | null; previous: string | null; results: readonly Attempt[] };

/** `changes` counts the changes to the endpoint and the replays. Each of them can cause new attempts. */
function Attempts({ endpoint, changes }: { endpoint: Endpoint; changes: number }) {
  const { v1, own, go } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const query = useQuery();
  const asked = {
    endpoint_id: endpoint.id,
    cursor: query.get('cursor'),
    event_type: query.get('event_type'),
    status_code: query.get('status_code'),
  };
  const attempts = useLoad<AttemptPage>(v1(`webhook-requests/${queryText(asked)}`));
  const follow = useFollowUps(attempts.reload);
  useEffect(() => {
    if (changes > 0) follow();
  }, [changes]);
  const asked_attempt = query.get('attempt');
  const chosen = useChosen({
    id: asked_attempt,
    listed: attempts.value?.results,
    isChosen: ({ id }: Attempt) => id === asked_attempt,
    path: own(`webhook-requests/${encodeURIComponent(asked_attempt)}/`),
  });
  const close = (): void => go(query.href({ attempt: null }));
  const cursorIn = (url: string | null): string | null =>
    url === null ? null : new URL(url).searchParams.get('cursor');
  const is_filtered = asked.event_type !== '' || asked.status_code !== '' || asked.cursor !== '';
  return (
    <section class="stack">
      <div>
        <h2>{words.attempts}</h2>
        <p class="soft small">{words.attempts_lead}</p>
      </div>
      <Filters
        filters={[
          {
            name: 'event_type',
            label: words.event,
            kind: 'choice',
            options: EVENT_TYPES.map((value) => ({ value, label: value })),
          },
          { name: 'status_code', label: words.only, kind: 'text' },
        ]}
      />
      <Show of={attempts}>
        {({ results, next, previous }) =>
          results.length === 0 ? (
            is_filtered ? (
              <p class="soft">{common.nothing_found}</p>
            ) : (
              <Empty title={words.no_attempts} text={words.no_attempts_text} curl={NEW_ORDER} />
            )
          ) : (
            <>
              <Table
                caption={words.attempts}
                rows={results}
                keyOf={({ id }) => id}
                hrefOf={(attempt) => query.href({ attempt: attempt.id, webhook_id: attempt.webhook_id })}
                columns={[
                  { label: words.event, show: ({ event_type }) => event_type },
                  {
                    label: words.answer,
                    show: (attempt) => <Badge tone={attemptTone(attempt)}>{answerOf(attempt, words)}</Badge>,
                  },
                  { label: common.status, show: ({ state }) => words[`state_${state}`] },
                  { label: words.attempt, is_number: true, is_minor: true, show: ({ attempt }) => attempt },
                  {
                    label: words.took,
                    is_number: true,
                    is_minor: true,
                    show: ({ duration_ms }) => duration(duration_ms),
                  },
                  { label: words.sent, show: ({ sent_at }) => <Moment at={sent_at} /> },
                ]}
              />
              <nav class="pager" aria-label={common.page_of}>
                <span />
                <span class="line">
                  {previous !== null && <a href={query.href({ cursor: cursorIn(previous) })}>{common.newer}</a>}
                  {next !== null && <a href={query.href({ cursor: cursorIn(next) })}>{common.older}</a>}
                </span>
              </nav>
            </>
          )
        }
      </Show>
      <Chosen of={chosen} onClose={close}>
        {(attempt) => <AttemptDialog attempt={attempt} onClose={close} onReplayed={follow} />}
      </Chosen>
    </section>
  );
}
