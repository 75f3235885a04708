// One order: the person, the suborders, their tasks and data, the timeline, the messages, the costs, and links to the
// order's reports.
import { useState } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { Facts, Tabs } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { type Desk, useDesk } from '../../desk.tsx';
import { fullName } from '../../format.ts';
import { useReloadOn } from '../../live.ts';
import { useLoad } from '../../load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { ACCOUNT_WORDS, accountName } from '../../parts/kinds.ts';
import { Id, Moment, OrderId, PageHead, PersonId, useQuery } from '../../parts/page.tsx';
import { Reveal } from '../../parts/reveal.tsx';
import { Json, problemText, Show } from '../../parts/states.tsx';
import { Products, Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords } from '../../words.ts';
import { Invoice } from './invoice.tsx';
import { Messages } from './messages.tsx';
import { SuborderCard } from './suborder.tsx';
import { TimeLine } from './time-line.tsx';
import { type Order, WORDS } from './words.ts';

const TABS = ['overview', 'timeline', 'messages', 'invoice', 'certifications', 'raw'] as const;

export function OrderPage({ id }: { id: string }) {
  const desk = useDesk();
  const words = useWords(WORDS);
  const query = useQuery();
  const order = useLoad<Order>(desk.v1(`orders/${id}/`));
  const [changes, setChanges] = useState(0);
  useReloadOn(
    ({ payload }) =>
      payload['order_id'] === id || (order.value !== undefined && payload['user_id'] === order.value.user_id),
    () => {
      order.reload();
      setChanges((before) => before + 1);
    },
  );
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'overview';
  return (
    <Show of={order} is_page>
      {(value) => (
        <>
          <PageHead
            title={fullName(value) ?? value.order_number ?? value.id}
            lead={
              <span class="line">
                <Status of={value.status} />
                <Products of={value.products} />
                {value.order_number !== null && <span>{value.order_number}</span>}
              </span>
            }
            crumbs={[{ label: words.title, href: desk.to(['orders']) }]}
          >
            <Actions order={value} desk={desk} onChanged={order.reload} />
          </PageHead>
          <Tabs
            label={words.order}
            now={tab}
            tabs={TABS.map((one) => ({
              id: one,
              label: words[one],
              href: desk.to(['orders', id], one === 'overview' ? {} : { tab: one }),
            }))}
          />
          {tab === 'overview' && <Overview order={value} reload={order.reload} />}
          {tab === 'timeline' && <TimeLine version={changes} order={value} />}
          {tab === 'messages' && <Messages version={changes} order_id={id} />}
          {tab === 'invoice' && <Invoice version={changes} order_id={id} />}
          {tab === 'certifications' && <Certifications order_id={id} />}
          {tab === 'raw' && <Json label={`GET /v1/orders/${id}/`} value={value} />}
        </>
      )}
    </Show>
  );
}

/**
 * The source that an order has if it was created without a source. It is not shown, because it contains no information.
 */
const DEFAULT_SOURCE = 'internal';

const FINAL = new Set(['completed', 'error', 'no_data', 'expired', 'skipped', 'canceled']);

function Actions({ order, desk, onChanged }: { order: Order; desk: Desk; onChanged(): void }) {
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [is_canceling, setCanceling] = useState(false);
  if (!desk.may('cases', 'write')) return null;
  const is_final = FINAL.has(order.status);
  const refresh = async (): Promise<void> => {
    const answer = await desk.http.send<Order>('POST', desk.v1(`orders/${order.id}/refresh/`), {});
    if (answer.problem !== undefined) {
      desk.say({ text: problemText(common, answer.problem), tone: 'bad' });
      return;
    }
    desk.say({ text: words.refreshed });
    desk.go(desk.to(['orders', answer.value.id]));
  };
  return (
    <>
      {!is_final && desk.place.environment === 'sandbox' && (
        <>
          <a class="button button-main" href={desk.to(['emulator'], { order_id: order.id })}>
            {words.open_emulator}
          </a>
          <a class="button button-second" href={order.share_url} target="_blank" rel="noopener noreferrer">
            {words.open_landing}
          </a>
        </>
      )}
      {order.status === 'completed' && (
        <Button kind="second" onClick={() => void refresh()}>
          {words.refresh}
        </Button>
      )}
      {!is_final && (
        <Button kind="second" onClick={() => setCanceling(true)}>
          {words.cancel_short}
        </Button>
      )}
      {is_canceling && (
        <Confirm
          title={words.cancel_title}
          action={words.cancel}
          run={() => desk.http.send('POST', desk.v1(`orders/${order.id}/cancel/`), {})}
          onClose={() => setCanceling(false)}
          onDone={() => {
            setCanceling(false);
            desk.say({ text: words.canceled });
            onChanged();
          }}
        >
          {words.cancel_text}
        </Confirm>
      )}
    </>
  );
}

function Overview({ order, reload }: { order: Order; reload(): void }) {
  const { to, place } = useDesk();
  const query = useQuery();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const suborders = [
    ...order.employers,
    ...order.financial_accounts,
    ...(order.insurance === null ? [] : [order.insurance]),
  ];
  const report = (kind: 'income' | 'assets', id: string, label: string) => (
    <a class="figure" key={id} href={to(['people', order.user_id, kind, id])}>
      <span class="name">{words.report}</span>
      <strong>{label}</strong>
    </a>
  );
  return (
    <>
      {place.environment === 'sandbox' && !FINAL.has(order.status) && <Notice tone="calm">{words.sandbox_tip}</Notice>}
      {(order.voie_report_id !== null || order.voa_report_id !== null) && (
        <div class="figures">
          {order.voie_report_id !== null && report('income', order.voie_report_id, words.report_income)}
          {order.voa_report_id !== null && report('assets', order.voa_report_id, words.report_assets)}
        </div>
      )}
      <section class="card">
        <div class="card-head">
          <h2>{words.order}</h2>
          <Reveal path={`orders/${order.id}/`} reload={reload} />
        </div>
        <Facts
          facts={[
            [words.person, <PersonId id={order.user_id} />],
            [words.external_id, order.external_user_id],
            [words.email, order.email],
            [words.phone, order.phone],
            [words.ssn, order.ssn],
            [words.token, <code class="mono whole">{order.bridge_token}</code>],
            [common.created, <Moment at={order.created_at} />],
            [words.expires, <Moment at={order.expired_at} />],
            [words.consent, <Moment at={order.user_consent_at} />],
            [words.completed, <Moment at={order.completed_at} />],
            [words.group, <Id id={order.order_group_id} />],
            ...(order.source === DEFAULT_SOURCE ? [] : [[words.source, order.source] as const]),
            ...(order.initial_order === null
              ? []
              : [[words.refresh_of, <OrderId id={order.initial_order} />] as const]),
            ...(order.refresh_order === null
              ? []
              : [[words.refreshed_by, <OrderId id={order.refresh_order} />] as const]),
            ...(order.notes === null ? [] : [[words.notes, order.notes] as const]),
          ]}
        />
      </section>
      <section class="stack">
        <h2>{words.suborders}</h2>
        {suborders.map((suborder) => (
          <SuborderCard key={suborder.id} suborder={suborder} is_chosen={suborder.id === query.get('suborder')} />
        ))}
      </section>
    </>
  );
}

type Certification = {
  decision: string;
  rejection_reason: string | null;
  rejection_comment: string | null;
  employment: { company: { name: string | null } } | null;
  account: { type: string; mask: string | null } | null;
  created_at: string;
};

function Certifications({ order_id }: { order_id: string }) {
  const { v1 } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const kinds = useWords(ACCOUNT_WORDS);
  const list = useLoad<{ results: readonly Certification[] }>(v1(`orders/${order_id}/certifications/`));
  return (
    <Show of={list}>
      {({ results }) =>
        results.length === 0 ? (
          <p class="soft">{words.no_certifications}</p>
        ) : (
          <Table
            caption={words.certifications}
            rows={results}
            keyOf={({ created_at, employment, account }) =>
              `${created_at} ${employment?.company.name} ${account?.mask}`
            }
            columns={[
              {
                label: words.suborder,
                show: ({ employment, account }) =>
                  employment?.company.name ?? (account === null ? '–' : accountName(kinds, account)),
              },
              {
                label: words.decision,
                show: ({ decision }) =>
                  decision === 'representative' ? words.representative : words.not_representative,
              },
              { label: words.reason, show: ({ rejection_reason }) => rejection_reason },
              { label: words.comment, show: ({ rejection_comment }) => rejection_comment },
              { label: common.created, show: ({ created_at }) => <Moment at={created_at} /> },
            ]}
          />
        )
      }
    </Show>
  );
}
