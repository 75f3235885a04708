// Handles an order with its suborders: which suborders are open, what the applicant certifies, and when the order is
// finished.
import type { OrderView, Suborder } from '../../shared/session.ts';
import { isGiven } from '../../shared/shapes.ts';
import { hasOverview } from './journey.ts';
import { andThen, hasOpenItems, isOpenSuborder, isOver, restart, show, stay, tell, wasEmitted } from './moves.ts';
import { NO_PURSUIT, type State, type Step } from './state.ts';

/** Chooses the next screen after a suborder has changed. */
export function proceed(state: State): Step {
  const order = state.session?.order;
  if (!isGiven(order)) return stay(state);
  if (order.suborders.every(isSettled)) return wrapUp(state, order);
  if (isOver(order) && !order.suborders.some(isCompleted)) return restart(state, { name: 'closed' });
  return toOverview(state);
}

const isSettled = ({ status }: Suborder): boolean => status === 'completed' || status === 'skipped';
const isCompleted = ({ status }: Suborder): boolean => status === 'completed';

/** Shows the overview, and watches a task that still runs in the background. */
export function toOverview(state: State): Step {
  const there = restart({ ...state, pursuit: NO_PURSUIT }, { name: 'overview' });
  const task = runningTask(state);
  return task === undefined ? there : andThen(there, (next) => stay(next, { do: 'watch', task }));
}

const runningTask = (state: State) =>
  state.session?.order?.suborders.find((one) => isOpenSuborder(one) && isBeingRead(state, one))?.task ?? undefined;

/**
 * Whether data is still being read although the suborder's task already has a public token or SUCCESS was already
 * emitted for the task. The applicant then has nothing to do.
 */
export const isBeingRead = (state: State, { task }: Suborder): boolean =>
  task !== null && !task.is_final && (task.public_token !== null || wasEmitted(state, task, 'SUCCESS'));

/** The applicant may finish once one suborder is completed and no data is being read. */
export function canFinish(state: State): boolean {
  const suborders = state.session?.order?.suborders ?? [];
  return suborders.some(isCompleted) && !suborders.some((one) => isOpenSuborder(one) && isBeingRead(state, one));
}

function wrapUp(state: State, order: OrderView): Step {
  return hasOpenItems(order) ? show(state, { name: 'certification' }) : complete(state);
}

/**
 * Finishes the order. If suborders are still open, first shows which of them would be skipped. After that, shows the
 * data that the applicant still has to certify, if there is any.
 */
export function finish(state: State): Step {
  const order = state.session?.order;
  if (!isGiven(order) || state.is_busy) return stay(state);
  if (state.screen.name !== 'left_out' && order.suborders.some(isOpenSuborder))
    return show(state, { name: 'left_out' });
  if (hasOpenItems(order)) return show(state, { name: 'certification' });
  return afterCertification(state);
}

/** Finishes the order. Suborders that are still open are treated as skipped. */
export function afterCertification(state: State): Step {
  const has_open = state.session?.order?.suborders.some(isOpenSuborder) ?? false;
  return has_open ? stay({ ...state, is_busy: true, problem: null }, { do: 'finish' }) : complete(state);
}

export function complete(state: State): Step {
  const order_id = state.session?.order?.id ?? '';
  const emitted = tell(state, { type: 'COMPLETED', payload: { order_id }, source: 'order' });
  const shown = andThen(emitted, (next) => restart(next, { name: 'completed' }));
  return andThen(shown, (next) =>
    stay(
      next,
      { do: 'forget' },
      { do: 'succeed', public_token: null, metadata: null },
      ...(next.setting.is_page ? [] : [{ do: 'close', is_by_itself: true } as const]),
    ),
  );
}

export const skip = (state: State, reason: string): Step =>
  state.screen.name !== 'skip' || state.is_busy
    ? stay(state)
    : stay(
        { ...state, is_busy: true, problem: null },
        { do: 'skip', suborder_id: state.screen.suborder_id, reason: reason.trim() },
      );

/**
 * Handles the button "Later". On our own page, returns to the overview if the order has one. In all other cases, closes
 * the widget.
 */
export const setAside = (state: State): Step =>
  state.setting.is_page && hasOverview(state)
    ? andThen(stay(state, { do: 'unwatch' }, { do: 'refresh' }), toOverview)
    : stay(state, { do: 'close', is_by_itself: false });
