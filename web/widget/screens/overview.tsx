// The overview of an order: its suborders, their status, and which suborders can be skipped.
import { Avatar, Button } from '../../shared/parts/basics.tsx';
import type { IconName } from '../../shared/parts/icons.tsx';
import type { OrderView, Suborder } from '../../shared/session.ts';
import { isGiven } from '../../shared/shapes.ts';
import { fill, showDay, type Words } from '../../shared/words.ts';
import { isOpenSuborder } from '../machine/moves.ts';
import { canFinish, isBeingRead } from '../machine/orders.ts';
import type { State } from '../machine/state.ts';
import { clientOf, Screen, useSession, useView } from '../view.tsx';

export function Overview() {
  const { state, words, dispatch } = useView();
  const session = useSession();
  const { order } = session;
  if (order === null) return null;
  const is_done = !order.suborders.some(isOpenSuborder);
  return (
    <Screen
      title={is_done ? words.overview_title_done : fill(words.overview_title, { client: clientOf(session) })}
      lead={is_done ? undefined : order.suborders.length === 1 ? words.overview_lead_one : words.overview_lead}
      emblem={order.first_name !== '' && <p class="hello">{fill(words.overview_hello, { name: order.first_name })}</p>}
      {...(canFinish(state) && {
        actions: (
          <>
            {!is_done && <p class="fine">{words.overview_finish_note}</p>}
            <Button
              kind={is_done ? 'main' : 'second'}
              is_busy={state.is_busy}
              onClick={() => dispatch({ type: 'finish' })}
            >
              {words.overview_finish}
            </Button>
          </>
        ),
      })}
    >
      {order.custom_field !== null && (
        <p class="lead">
          <bdi>{order.custom_field.title}</bdi>: <bdi>{order.custom_field.value}</bdi>
        </p>
      )}
      {order.suborders.length > 1 && <Meter order={order} words={words} />}
      <ul class="parts">
        {order.suborders.map((suborder) => (
          <Part suborder={suborder} key={suborder.id} />
        ))}
      </ul>
      {!is_done && (
        <p class="fine">{fill(words.overview_expires, { date: showDay(words.locale, order.expires_at) })}</p>
      )}
    </Screen>
  );
}

function Meter({ order, words }: { order: OrderView; words: Words }) {
  const total = order.suborders.length;
  const countOf = (wanted: Suborder['status']): number =>
    order.suborders.filter(({ status }) => status === wanted).length;
  const done = countOf('completed');
  const skipped = countOf('skipped');
  return (
    <div class="progress">
      <p class="hint" role="status">
        {fill(words.overview_count, { done, total })}
        {skipped > 0 && ` · ${fill(words.overview_skipped, { skipped })}`}
      </p>
      <div class="meter" aria-hidden="true">
        <i style={{ '--share': String(done / total) }} />
      </div>
    </div>
  );
}

const KIND_ICONS: Record<Suborder['kind'], IconName> = {
  employer: 'work',
  financial_account: 'bank',
  insurance: 'shield',
};

/** The title of a suborder; a generic title if it has no name yet, as is usual for a bank account. */
export const titleOf = (words: Words, { title, kind }: Suborder): string => title ?? words[`kind_${kind}`];

function Part({ suborder }: { suborder: Suborder }) {
  const { state, words, dispatch } = useView();
  const shown = stateOf(state, suborder);
  const title = titleOf(words, suborder);
  const { id: suborder_id } = suborder;
  return (
    <li class="part" data-part={suborder_id}>
      <div class="part-head">
        <Avatar name={title} logo_url={suborder.company?.logo_url ?? null} icon={KIND_ICONS[suborder.kind]} />
        <div class="words">
          <h2>
            <bdi>{title}</bdi>
          </h2>
          <p class="note">{words[`product_${suborder.product_type}`]}</p>
        </div>
        <span class={`chip${CHIPS[shown] ?? ''}`}>{words[`status_${shown}`]}</span>
      </div>
      {shown === 'reading' && <p class="note">{words.overview_reading}</p>}
      {(shown === 'open' || shown === 'failed') && (
        <div class="part-actions">
          <Button
            is_small
            label={`${shown === 'open' ? words.overview_connect : words.overview_retry}: ${title}`}
            onClick={() => dispatch({ type: 'choose_suborder', suborder_id })}
          >
            {shown === 'open' ? words.overview_connect : words.overview_retry}
          </Button>
          <Button
            is_small
            kind="second"
            label={`${words.overview_skip}: ${title}`}
            onClick={() => dispatch({ type: 'ask_skip', suborder_id })}
          >
            {words.overview_skip}
          </Button>
        </div>
      )}
    </li>
  );
}

const CHIPS: Partial<Record<Shown, string>> = {
  completed: ' chip-good',
  failed: ' chip-bad',
  error: ' chip-bad',
  no_data: ' chip-bad',
  expired: ' chip-bad',
};

type Shown = 'open' | 'failed' | 'reading' | Exclude<Suborder['status'], 'pending' | 'sent'>;

function stateOf(state: State, suborder: Suborder): Shown {
  const { status, task } = suborder;
  if (status !== 'pending' && status !== 'sent') return status;
  if (isBeingRead(state, suborder)) return 'reading';
  return isGiven(task?.error) ? 'failed' : 'open';
}
