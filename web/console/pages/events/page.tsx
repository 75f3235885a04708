// The event log, newest events first. New events are added as they arrive.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { type LogEvent, useLive } from '../../live.ts';
import { useLoad } from '../../load.ts';
import { Filters } from '../../parts/filters.tsx';
import { Id, Moment, OrderId, PageHead, PersonId, useQuery } from '../../parts/page.tsx';
import { CurlBlock, Empty, Json, NEW_ORDER, Show } from '../../parts/states.tsx';
import { Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import { useWords } from '../../words.ts';
import { EVENT_TYPES } from '../webhooks/words.ts';
import { WORDS } from './words.ts';

type Recent = { results: readonly LogEvent[]; before: string | null };

const ARRIVED_MAX = 500;

export default function Events() {
  const { own, place, go } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const query = useQuery();
  const before = query.get('before');
  const recent = useLoad<Recent>(own(`events/recent/${queryText({ before })}`));
  const [arrived, setArrived] = useState<readonly LogEvent[]>([]);
  const [is_paused, setPaused] = useState(false);
  const is_live = useLive(
    (event) =>
      setArrived((all) =>
        all.some(({ cursor }) => cursor === event.cursor) ? all : [event, ...all].slice(0, ARRIVED_MAX),
      ),
    { is_on: !is_paused && before === '', onOpen: recent.reload },
  );
  const new_cursors = new Set(arrived.map(({ cursor }) => cursor));
  const [type, text] = [query.get('event_type'), query.get('id').trim()];
  const shownOf = (results: readonly LogEvent[]): LogEvent[] =>
    [...arrived, ...results.filter(({ cursor }) => !new_cursors.has(cursor))].filter(
      (event) =>
        (type === '' || event.event_type === type) && (text === '' || Object.values(event.payload).includes(text)),
    );
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {before === '' && (
          <>
            <span class={is_live ? 'live' : 'soft small'} role="status">
              {is_live ? words.live : is_paused ? words.paused : words.connecting}
            </span>
            <Button kind="second" onClick={() => setPaused(!is_paused)}>
              {is_paused ? words.resume : words.pause}
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
          { name: 'id', label: words.any_id, kind: 'text' },
        ]}
      />
      <Show of={recent}>
        {({ results, before: older }) => {
          const shown = shownOf(results);
          const chosen = shown.find(({ cursor }) => cursor === query.get('event'));
          if (shown.length === 0 && type === '' && text === '') {
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
                  hrefOf={({ cursor }) => query.href({ event: cursor })}
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
                  {before !== '' && <a href={query.href({ before: null })}>{words.newest}</a>}
                  {older !== null && <a href={query.href({ before: older })}>{common.older}</a>}
                </span>
              </nav>
              {chosen !== undefined && (
                <Dialog
                  kind="side"
                  title={chosen.event_type}
                  close_label={common.close}
                  onClose={() => go(query.href({ event: null }))}
                >
                  <p class="soft">
                    <Moment at={chosen.created_at} /> · <Id id={idIn(chosen.payload, 'webhook_id')} />
                  </p>
                  <Json label={words.payload} value={chosen.payload} />
                  <CurlBlock path={`events/?after=${chosen.cursor}`} />
                </Dialog>
              )}
            </>
          );
        }}
      </Show>
    </>
  );
}

const idIn = (payload: LogEvent['payload'], name: string): string | null => {
  const value = payload[name];
  return typeof value === 'string' ? value : null;
};
