import { describe, expect, test } from 'vitest';
import {
  inOrderOfTime,
  type LinkFacts,
  type Moment,
  ONE_SEQUENCE_FROM,
  type OrderFacts,
  stateAfter,
} from './order-history.ts';

const NOON = '2026-03-01T12:00:00Z';
const LATER = '2026-03-01T12:00:01Z';
const moment = (kind: string, id: string, data: Record<string, unknown> = {}, at = NOON): Moment => ({
  at,
  kind,
  id,
  data,
});
const step = (id: string, status: string): Moment => moment('task-status-updated', id, { task_id: 't', status });
const placed = (one: Moment, position = 0) => ({ moment: one, position });
const eventOf = (entry: Moment, at = NOON, position = 0) => ({
  moment: moment('event', `event of ${entry.id}`, {}, at),
  position,
  entry: {
    order_id: 'o',
    event_type: 'task-status-updated' as const,
    data: { task_id: 't', status: String(entry.data['status']) },
  },
});
const facts: OrderFacts = {
  order_id: 'o',
  created_at: NOON,
  suborders: [],
  deliveries: [],
  invoice: undefined,
  links: [],
};

test('moments of the same second whose positions cannot be compared are sorted by cause: a timeline entry, then its event, then the next entry; attempts come last', () => {
  const [first, second] = [step('1', 'new'), step('2', 'done')];
  const other = { moment: moment('event', 'statements'), position: 8, entry: undefined };
  const sorted = inOrderOfTime({
    timeline: [placed(first, 1), placed(moment('landing-opened', 'n'), 2), placed(second, 3)],
    events: [eventOf(first, NOON, 7), other, eventOf(second, NOON, 9)],
    invoices: [],
    attempts: [placed(moment('attempt', 'a'), 5)],
  });
  expect(sorted.map((one) => one.moment.id)).toEqual(['1', 'event of 1', 'statements', 'n', '2', 'event of 2', 'a']);
});

test('moments of the same second are sorted by position, whatever their kind; but order-created always comes first, and the event of an entry directly follows the entry', () => {
  const [first, second] = [step('1', 'new'), step('2', 'done')];
  const from = ONE_SEQUENCE_FROM;
  const sorted = inOrderOfTime({
    timeline: [placed(moment('order-created', 'o'), from + 3), placed(first, from), placed(second, from + 5)],
    events: [eventOf(first, NOON, from + 1), eventOf(second, NOON, from + 4)],
    invoices: [placed(moment('invoice-created', 'i'), from + 2)],
    attempts: [placed(moment('attempt', 'a'), from + 3), placed(moment('attempt', 'old'), 99)],
  });
  expect(sorted.map((one) => one.moment.id)).toEqual(['o', 'old', '1', 'event of 1', 'i', 'a', '2', 'event of 2']);
});

test('moments are sorted by time first and by position second, so an attempt comes before an event of a later second', () => {
  const entry = step('1', 'new');
  const sorted = inOrderOfTime({
    timeline: [],
    events: [eventOf(entry, LATER, ONE_SEQUENCE_FROM)],
    invoices: [],
    attempts: [placed(moment('attempt', 'a'), ONE_SEQUENCE_FROM + 1)],
  });
  expect(sorted.map((one) => one.moment.id)).toEqual(['a', 'event of 1']);
});

describe('whether a link was connected', () => {
  const from = ONE_SEQUENCE_FROM;
  const history = [placed(moment('order-refreshed', 'r', { link_id: 'l' }), from + 10)];
  const link = { id: 'l', is_connected: false, created_at: LATER, changes: [] };
  const change = (event_type: string, position: number) => ({ id: `c${position}`, event_type, at: NOON, position });
  const stateOf = (one: LinkFacts) => stateAfter({ ...facts, links: [one] }, history, 0).links;
  test.for([
    ['before the order', [change('link-connected', from)], true, false],
    [
      'before the order, and was disconnected later',
      [change('link-connected', from), change('link-disconnected', from + 20)],
      true,
      false,
    ],
    [
      'and was deleted in the same second',
      [change('link-connected', from), change('link-deleted', from + 9)],
      false,
      true,
    ],
    ['only later', [change('link-connected', from + 20)], false, false],
    ['and has not changed since its events are kept', [], false, false],
  ] as const)('whether a link was connected %s', ([, changes, is_connected, is_deleted]) => {
    expect(stateOf({ ...link, changes })).toEqual([{ id: 'l', is_connected, is_deleted }]);
  });
  test('whether a link was connected is unknown if the link’s older events are no longer kept', () => {
    const changes = [change('link-disconnected', from + 20)];
    expect(stateOf({ ...link, created_at: '2025-01-01T00:00:00Z', changes })[0]?.is_connected).toBeNull();
  });
});

test('if an employer is added in the same second in which the order is created, the employer’s suborder does not appear before the entry `employers-added`', () => {
  const moments = [
    placed(moment('order-created', 'c', { status: 'pending' })),
    placed(moment('employers-added', 'e', { suborder_id: 's2' })),
  ];
  const suborders = ['s1', 's2'].map((id) => ({ id, created_at: NOON }));
  const ids = (index: number) => stateAfter({ ...facts, suborders }, moments, index).suborders.map(({ id }) => id);
  expect([ids(0), ids(1)]).toEqual([['s1'], ['s1', 's2']]);
});
