// Request and response schemas for refreshing a link.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { choice, Id, optionalChoice, requiredText, shape, Timestamp } from '#base/schema.ts';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import { NewDepositAccount } from './deposit-accounts.ts';
import { TASK_STATUSES } from './tasks.ts';

export const NewRefresh = shape('NewRefresh', 'The link to refresh.', {
  access_token: requiredText(2048),
  product_type: optionalChoice(PRODUCT_TYPES),
  account: Type.Optional(Type.Unsafe<NewDepositAccount | null>({ ...NewDepositAccount, type: ['object', 'null'] })),
});
export type NewRefresh = Static<typeof NewRefresh>;

export const NewRefreshAnswer = shape('CreatedRefresh', 'The task that performs a refresh.', { task_id: Id });

export const RefreshAnswer = shape('Refresh', 'A refresh of a link.', {
  id: Id,
  status: choice(TASK_STATUSES),
  created_at: Timestamp,
  refresh_date: CalendarDate,
});
