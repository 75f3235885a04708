import { expect, test } from 'vitest';
import { TASK_STATUSES } from '#domain/connections/tasks.ts';
import { SUBORDER_STATUSES } from '#domain/orders/order-status.ts';
import { STATUS_WORDS } from './statuses.tsx';

test('every status that an event can have has a name in both languages', () => {
  const statuses = [...SUBORDER_STATUSES, ...TASK_STATUSES];
  for (const words of [STATUS_WORDS.en, STATUS_WORDS.es]) {
    expect(statuses.filter((status) => !Object.hasOwn(words, status))).toEqual([]);
  }
});
