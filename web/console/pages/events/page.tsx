// The event log, newest events first. New events are added as they arrive. `events/{id}` opens one event.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { useLive } from '../../live.ts';
import { useLoad } from '../../load.ts';
import { Chosen, useChosen } from '../../parts/chosen.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Id, Moment, OrderId, PageHead, PersonId, useQuery } from '../../parts/page.tsx';
import { CurlBlock, Empty, Json, NEW_ORDER, Show } from '../../parts/states.tsx';
import { Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import type { PageProps } from '../../shell/pages.ts';
import type { LogEvent } from '../../stream.ts';
import { useWords } from '../../words.ts';
import { EVENT_TYPES } from '../webhooks/words.ts';
import { WORDS } from './words.ts';

type Recent = { results: readonly LogEvent[]; before: string | null };

const ARRIVED_MAX = 500;
const FILTERS = ['event_type', 'order_id', 'user_id', 'link_id'] as const;

export default function Events({ rest }: PageProps) {
  const { own, place, to, go } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const query = useQuery();
  const before = query.get('before');
  const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name).trim()]));
  const is_filtered = Object.values(filter).some((value) => value !== '');
  const recent = useLoad<Recent>(own(`events/recent/${queryText({ before, ...filter })}`));
  const [arrived, setArrived] = useState<readonly LogEvent[]>([]);
  /** The new events that were shown when the user paused; null if the page is not paused. */
  const [paused, setPaused] = useState<readonly LogEvent[] | null>(null);
  const is_live = useLive(
    (event) =>
      setArrived((all) =>
        all.some(({ cursor }) => cursor === event.cursor) ? all : [event, ...all].slice(0, ARRIVED_MAX),
      ),
    { onOpen: recent.reload },
  );
  const added = before === '' ? (paused ?? arrived).filter((event) => isMatch(event, filter)) : [];
  const new_cursors = new Set(added.map(({ cursor }) => cursor));
  const shownOf = (results: readonly LogEvent[]): LogEvent[] => [
    ...added,
    ...results.filter(({ cursor }) => !new_cursors.has(cursor)),
  ];
  const id = rest[0] ?? query.get('event');
  const chosen = useChosen({
    id,
    listed: recent.value && shownOf(recent.value.results),
    isChosen: (event: LogEvent) => event.cursor === id || idOf(event) === id,
    path: own(`events/${encodeURIComponent(id)}/`),
  });
  const hrefOf = (event: string | null): string => to(['events'], { ...query.all, event });
  const close = (): void => go(hrefOf(null));
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {before === '' && (
          <>
            <span class={is_live && paused === null ? 'live' : 'soft small'} role="status">
              {paused !== null ? words.paused : is_live ? words.live : words.connecting}
            </span>
            <Button kind="second" onClick={() => setPaused(paused === null ? arrived : null)}>
              {paused === null ? words.pause : words.resume}
            </Button>
          </>
        )}
      </PageHead>
      <Filters
        filters={[
          {
            name: 'event_type',
            label: words.type,
            kind: 'choice',
            options: EVENT_TYPES.map((value) => ({ value, label: value })),
          },
          { name: 'order_id', label: words.order_id, kind: 'text' },
          { name: 'user_id', label: words.user_id, kind: 'text' },
          { name: 'link_id', label: words.link_id, kind: 'text' },
        ]}
      />
      <Show of={recent}>
        {({ results, before: older }) => {
          const shown = shownOf(results);
          if (shown.length === 0 && !is_filtered) {
            return (
              <Empty
                title={words.empty_title}
                text={place.environment === 'sandbox' ? words.empty_text : words.empty_text_prod}
                curl={NEW_ORDER}
              />
            );
          }
          return (
            <>
              {shown.length === 0 ? (
                <p class="soft">{common.nothing_found}</p>
              ) : (
                <Table
                  caption={words.title}
                  rows={shown}
                  keyOf={({ cursor }) => cursor}
                  hrefOf={(event) => hrefOf(idOf(event) ?? event.cursor)}
                  toneOf={({ cursor }) => (new_cursors.has(cursor) ? 'new' : undefined)}
                  columns={[
                    { label: words.type, show: ({ event_type }) => event_type },
                    { label: common.status, show: ({ payload }) => <Status of={idIn(payload, 'status')} /> },
                    {
                      label: words.order,
                      is_minor: true,
                      show: ({ payload }) => (
                        <span class="above">
                          <OrderId id={idIn(payload, 'order_id')} />
                        </span>
                      ),
                    },
                    {
                      label: words.person,
                      show: ({ payload }) => (
                        <span class="above">
                          <PersonId id={idIn(payload, 'user_id')} />
                        </span>
                      ),
                    },
                    { label: words.at, show: ({ created_at }) => <Moment at={created_at} /> },
                  ]}
                />
              )}
              <nav class="pager" aria-label={common.page_of}>
                <span>{fill(words.shown, { count: shown.length })}</span>
                <span class="line">
                  {before !== '' && <a href={to(['events'], { ...query.all, before: null })}>{words.newest}</a>}
                  {older !== null && <a href={to(['events'], { ...query.all, before: older })}>{common.older}</a>}
                </span>
              </nav>
            </>
          );
        }}
      </Show>
      <Chosen of={chosen} onClose={close}>
        {(event) => (
          <Dialog kind="side" title={event.event_type} close_label={common.close} onClose={close}>
            <p class="soft">
              <Moment at={event.created_at} /> · <Id id={idOf(event)} />
            </p>
            <Json label={words.payload} value={event.payload} />
            <CurlBlock path={`events/?after=${event.cursor}`} />
          </Dialog>
        )}
      </Chosen>
    </>
  );
}

const idIn = (payload: LogEvent['payload'], name: string): string | null => {
  const value = payload[name];
  return typeof value === 'string' ? value : null;
};

const idOf = ({ payload }: LogEvent): string | null => idIn(payload, 'webhook_id');

/**
 * Whether a newly arrived event passes the filters. The events of the loaded list were already filtered by the server.
 */
const isMatch = ({ event_type, payload }: LogEvent, filter: Readonly<Record<string, string>>): boolean =>
  Object.entries(filter).every(
    ([name, value]) => value === '' || (name === 'event_type' ? event_type : payload[name]) === value,
  );
