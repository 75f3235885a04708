import { expect, test } from 'vitest';
import { inOrderOfTime, type Moment, type OrderFacts, stateAfter } from './order-history.ts';

const NOON = '2026-03-01T12:00:00Z';
const LATER = '2026-03-01T12:00:01Z';
const moment = (kind: string, id: string, data: Record<string, unknown> = {}, at = NOON): Moment => ({
  at,
  kind,
  id,
  data,
});
const step = (id: string, status: string): Moment => moment('task-status-updated', id, { task_id: 't', status });
const eventOf = (entry: Moment, at = NOON) => ({
  moment: moment('event', `event of ${entry.id}`, {}, at),
  entry: {
    order_id: 'o',
    event_type: 'task-status-updated' as const,
    data: { task_id: 't', status: String(entry.data['status']) },
  },
});
const facts: OrderFacts = { order_id: 'o', suborders: [], deliveries: [], invoice: undefined };

test('moments of one second are sorted by cause: an entry, its event, the next entry; attempts come last', () => {
  const [first, second] = [step('1', 'new'), step('2', 'done')];
  const attempt = moment('attempt', 'a');
  const noted = moment('landing-opened', 'n');
  const other = { moment: moment('event', 'statements'), entry: undefined };
  const sorted = inOrderOfTime({
    timeline: [first, noted, second],
    events: [eventOf(first), other, eventOf(second)],
    invoices: [],
    attempts: [attempt],
  });
  expect(sorted.map(({ id }) => id)).toEqual(['1', 'event of 1', 'statements', 'n', '2', 'event of 2', 'a']);
});

test('time decides before the cause, so an attempt comes before an event of a later second', () => {
  const entry = step('1', 'new');
  const sorted = inOrderOfTime({
    timeline: [],
    events: [eventOf(entry, LATER)],
    invoices: [],
    attempts: [moment('attempt', 'a')],
  });
  expect(sorted.map(({ id }) => id)).toEqual(['a', 'event of 1']);
});

test('an employer added in the same second as the order was created exists only from its own timeline entry on', () => {
  const moments = [
    moment('order-created', 'c', { status: 'pending' }),
    moment('employers-added', 'e', { suborder_id: 's2' }),
  ];
  const suborders = ['s1', 's2'].map((id) => ({ id, created_at: NOON }));
  const ids = (index: number) => stateAfter({ ...facts, suborders }, moments, index).suborders.map(({ id }) => id);
  expect([ids(0), ids(1)]).toEqual([['s1'], ['s1', 's2']]);
});
