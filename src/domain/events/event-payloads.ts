// Schemas of event payloads for the API reference. The schemas describe the payloads that webhooks deliver and that the
// event log shows. events.ts writes the payloads, and a test compares the payloads with the schemas.
import { type TProperties, Type } from 'typebox';
import { choice, Id, nullable, shape, Timestamp } from '#base/schema.ts';
import { DATA_SOURCES, PRODUCT_TYPES } from '#domain/access/products.ts';
import { TASK_STATUSES } from '#domain/connections/tasks.ts';
import { SUBORDER_STATUSES } from '#domain/orders/order-status.ts';
import { nullableChoice } from '#domain/reports/statements.ts';
import type { EventType } from './events.ts';

const LINK = {
  link_id: Id,
  product: choice(PRODUCT_TYPES),
  data_source: choice(DATA_SOURCES),
  tracking_info: nullable(Type.String()),
};
const OBJECT = { task_id: Id, object_id: Id, ...LINK };
const LIST = { task_id: Id, employment_id: Id, objects_count: Type.Integer({ minimum: 0 }), ...LINK };

const ORDER = { order_id: Id, order_number: nullable(Type.String()) };
const SUBORDER = {
  ...ORDER,
  employer_id: nullable(Id),
  product: choice(PRODUCT_TYPES),
  link_id: nullable(Id),
  data_source: nullableChoice(DATA_SOURCES),
};
const TASK = {
  task_id: Id,
  status: choice(TASK_STATUSES),
  ...LINK,
  order_id: nullable(Id),
  error_message: nullable(Type.String()),
};

type Announced = { readonly description: string; readonly fields: TProperties };

/**
 * For each event type: when an event of this type is sent, and which fields its payload has besides the fields that all
 * payloads have.
 */
const ANNOUNCED: Record<EventType, Announced> = {
  'task-status-updated': { description: 'A task has a new status.', fields: TASK },
  'order-created': { description: 'An order was created.', fields: { ...SUBORDER, status: choice(SUBORDER_STATUSES) } },
  'order-status-updated': {
    description: 'A suborder has a new status or, if `employer_id` is null, the order itself does.',
    fields: { ...SUBORDER, status: choice(SUBORDER_STATUSES) },
  },
  'order-refresh-failed': {
    description: 'The data of an order could not be refreshed; `status` is that of the failed task.',
    fields: { ...SUBORDER, status: choice(TASK_STATUSES) },
  },
  'order-finalized': { description: 'An order is final and its reports exist.', fields: ORDER },
  'certification-completed': {
    description: 'The applicant has made a decision on all data of an order.',
    fields: ORDER,
  },
  'link-connected': { description: 'A link was connected for the first time or reconnected.', fields: LINK },
  'link-disconnected': { description: 'A refresh could not log in to a link.', fields: LINK },
  'link-deleted': { description: 'A link was deleted, alone or with its user.', fields: LINK },
  'employment-created': { description: 'An employment was found.', fields: OBJECT },
  'profile-created': { description: 'A profile was found.', fields: OBJECT },
  'employment-updated': { description: 'A refresh changed an employment.', fields: OBJECT },
  'profile-updated': { description: 'A refresh changed a profile.', fields: OBJECT },
  'statements-created': { description: 'Pay statements of an employment were found.', fields: LIST },
  'shifts-created': { description: 'Shifts of an employment were found.', fields: LIST },
  'bank-accounts-created': { description: 'Deposit accounts of an employment were found.', fields: LIST },
  'statements-updated': { description: 'A refresh changed the pay statements of an employment.', fields: LIST },
  'shifts-updated': { description: 'A refresh changed the shifts of an employment.', fields: LIST },
  'bank-accounts-updated': { description: 'A refresh changed the deposit accounts of an employment.', fields: LIST },
};

/** The schema of an event's payload. It is named after the event type, for example `OrderCreatedPayload`. */
export function payloadOf(event_type: EventType) {
  const { description, fields } = ANNOUNCED[event_type];
  return shape(`${inPascalCase(event_type)}Payload`, description, {
    webhook_id: Type.String({ ...Id, description: 'Names the event: the same in every attempt, replay and endpoint.' }),
    event_type: Type.Literal(event_type),
    event_created_at: Timestamp,
    updated_at: Timestamp,
    user_id: Id,
    template_id: nullable(Id),
    ...fields,
  });
}

export const whenSent = (event_type: EventType): string => ANNOUNCED[event_type].description;

const inPascalCase = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
