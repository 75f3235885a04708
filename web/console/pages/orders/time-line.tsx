// The timeline of an order. For any moment of the timeline, the page shows the order, its links, tasks and webhook
// deliveries in their state at that moment.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { Badge } from '../../../shared/parts/marks.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { useLoad } from '../../load.ts';
import { Id, Moment, useQuery } from '../../parts/page.tsx';
import { CurlBlock, connectCurl, Json, Show } from '../../parts/states.tsx';
import { PRODUCT_WORDS, STATUS_WORDS, Status } from '../../parts/statuses.tsx';
import { queryText } from '../../router.ts';
import { useWords, wordFor } from '../../words.ts';
import { type Happened, MOMENT_WORDS, momentText, namesIn } from './moments.ts';
import { type Order, WORDS } from './words.ts';

type State = {
  at: string;
  order: { id: string; status: string } | null;
  suborders: readonly { id: string; status: string | null; link_id: string | null }[];
  links: readonly { id: string; is_connected: boolean | null; is_deleted: boolean }[];
  tasks: readonly { id: string; status: string }[];
  deliveries: readonly {
    id: string;
    event_type: string;
    endpoint_id: string;
    endpoint_name: string | null;
    attempt_id: string | null;
    state: string;
    attempts: number;
  }[];
};

type History = { is_complete: boolean; moments: readonly Happened[]; state: State | null };

export function TimeLine({ order, version }: { order: Order; version: number }) {
  const { own, go, place } = useDesk();
  const words = useWords(WORDS);
  const query = useQuery();
  const id = useId();
  const history = useLoad<History>(own(`orders/${order.id}/timeline/`), version);
  const statuses = useWords(STATUS_WORDS);
  const moment_words = useWords(MOMENT_WORDS);
  const names = namesIn(order, useWords(PRODUCT_WORDS));
  const nameOf = (moment: Happened): string => momentText(moment, { moments: moment_words, statuses, names });
  return (
    <Show of={history}>
      {({ moments, is_complete }) => {
        const last = moments.length - 1;
        const asked = moments.findIndex((moment) => moment.id === query.get('moment'));
        const at = asked === -1 ? last : asked;
        const moment = moments[at];
        const open = (index: number): void => {
          const next = moments[Math.min(Math.max(index, 0), last)];
          if (next !== undefined) go(query.href({ moment: next.id }), { replace: true });
        };
        if (moment === undefined) {
          return (
            <>
              <p class="soft">{words.nothing_yet}</p>
              <CurlBlock {...connectCurl(place.environment, order.user_id, { order_id: order.id })} />
            </>
          );
        }
        return (
          <div class="stack">
            {!is_complete && <Notice tone="warn">{words.not_complete}</Notice>}
            <div class="card">
              <div class="card-head">
                <div>
                  <strong>{nameOf(moment)}</strong>
                  <div class="soft small">
                    <Moment at={moment.at} /> · {fill(words.moment, { at: at + 1, count: moments.length })}
                  </div>
                </div>
                <span class="line">
                  <Button kind="second" is_disabled={at === 0} onClick={() => open(at - 1)}>
                    {words.earlier}
                  </Button>
                  <Button kind="second" is_disabled={at === last} onClick={() => open(at + 1)}>
                    {words.later}
                  </Button>
                </span>
              </div>
              <label class="only-heard" for={id}>
                {words.scrub}
              </label>
              <input
                id={id}
                class="scrubber"
                type="range"
                min={0}
                max={last}
                value={at}
                aria-valuetext={`${nameOf(moment)}, ${moment.at}`}
                onInput={(event) => open(Number(event.currentTarget.value))}
              />
            </div>
            <div class="columns">
              <StateAt order={order} version={version} names={names} moment={moment} />
              <div class="card">
                <h2>{words.details}</h2>
                <ol class="moments">
                  {moments.map((one, index) => (
                    <li key={`${one.id} ${one.kind}`} data-now={index === at} data-past={index <= at}>
                      <a href={query.href({ moment: one.id })} aria-current={index === at ? 'step' : undefined}>
                        {nameOf(one)}
                      </a>
                      <span class="soft small">
                        <Moment at={one.at} />
                      </span>
                    </li>
                  ))}
                </ol>
                <Json label={nameOf(moment)} value={moment.data} />
              </div>
            </div>
          </div>
        );
      }}
    </Show>
  );
}

type StateProps = { order: Order; names: ReadonlyMap<string, string>; moment: Happened; version: number };

function StateAt({ order, names, moment, version }: StateProps) {
  const { own, to, may } = useDesk();
  const words = useWords(WORDS);
  const moments = useWords(MOMENT_WORDS);
  // A part that no longer belongs to the order is not in `names`, so its id is shown instead of a name.
  const nameOf = (id: string): ComponentChildren => names.get(id) ?? <Id id={id} />;
  const history = useLoad<History>(own(`orders/${order.id}/timeline/${queryText({ moment: moment.id })}`), version);
  return (
    <section class="card" aria-live="polite">
      <div>
        <h2>{words.at_moment}</h2>
        <p class="soft small">
          <Moment at={moment.at} />
        </p>
      </div>
      <Show of={history}>
        {({ state }) =>
          state === null ? (
            <p class="soft">{words.nothing_yet}</p>
          ) : (
            <>
              <Group title={words.order}>
                {state.order !== null && (
                  <Line name={order.order_number ?? <Id id={state.order.id} />}>
                    <Status of={state.order.status} />
                  </Line>
                )}
              </Group>
              <Group title={words.suborders}>
                {state.suborders.map(({ id, status }) => (
                  <Line key={id} name={nameOf(id)}>
                    <Status of={status} />
                  </Line>
                ))}
              </Group>
              <Group title={words.links}>
                {state.links.map(({ id, is_connected, is_deleted }) => (
                  <Line key={id} name={nameOf(id)}>
                    {is_deleted ? (
                      <Badge>{words.deleted}</Badge>
                    ) : is_connected === null ? (
                      <Badge>{words.not_known}</Badge>
                    ) : (
                      <Badge tone={is_connected ? 'good' : 'bad'}>
                        {is_connected ? words.connected : words.disconnected}
                      </Badge>
                    )}
                  </Line>
                ))}
              </Group>
              <Group title={words.tasks}>
                {state.tasks.map(({ id, status }) => (
                  <Line key={id} name={nameOf(id)}>
                    <Status of={status} />
                  </Line>
                ))}
              </Group>
              <Group title={words.deliveries}>
                {state.deliveries.length > 0 && (
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls can be reached with the keyboard
                  <ol tabIndex={0} aria-label={words.deliveries}>
                    {state.deliveries.map((delivery) => (
                      <li key={delivery.id}>
                        <Line
                          name={
                            <>
                              {wordFor(moments, delivery.event_type)}
                              {delivery.endpoint_name !== null && may('development', 'read') && (
                                <a
                                  class="small"
                                  href={to(['webhooks', delivery.endpoint_id], { attempt: delivery.attempt_id })}
                                >
                                  {delivery.endpoint_name}
                                </a>
                              )}
                            </>
                          }
                        >
                          <span class="soft small">{fill(words.attempts_made, { count: delivery.attempts })}</span>
                          <Status of={delivery.state} />
                        </Line>
                      </li>
                    ))}
                  </ol>
                )}
              </Group>
            </>
          )
        }
      </Show>
    </section>
  );
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  const words = useWords(WORDS);
  const is_empty = children === false || (Array.isArray(children) && children.length === 0);
  return (
    <div class="state-group">
      <h3>{title}</h3>
      {is_empty ? <p class="soft small">{words.nothing_yet}</p> : children}
    </div>
  );
}

const Line = ({ name, children }: { name: ComponentChildren; children: ComponentChildren }) => (
  <div class="card-head">
    <span class="line">{name}</span>
    <span class="line">{children}</span>
  </div>
);
