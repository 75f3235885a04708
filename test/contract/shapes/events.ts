// Schemas of the webhook payloads of links, tasks and orders, one per event type: contract, section 20.2.
import {
  choice,
  count,
  dataSource,
  type Fields,
  id,
  type ObjectShape,
  object,
  orderStatus,
  orNull,
  productType,
  taskStatus,
  text,
  timestamp,
} from './words.ts';

const payload = (event_type: string, more: Fields): ObjectShape =>
  object({
    webhook_id: id,
    event_type: choice(event_type),
    event_created_at: timestamp,
    updated_at: timestamp,
    user_id: id,
    template_id: orNull(id),
    ...more,
  });

/** The fields that the contract calls "Link set". */
const LINK = { link_id: id, product: productType, data_source: dataSource, tracking_info: orNull(text(256)) };
const ORDER_NAME = { order_id: id, order_number: orNull(text(128)) };
/** The fields that the contract calls "Order set". If `employer_id` is null, the fields describe the order itself. */
const ORDER = {
  ...ORDER_NAME,
  employer_id: orNull(id),
  product: productType,
  link_id: orNull(id),
  data_source: orNull(dataSource),
  status: orderStatus,
};
const NOTHING = { type: 'null' };

const OBJECT = { ...LINK, task_id: id, object_id: id };
const OBJECTS = { ...LINK, task_id: id, employment_id: id, objects_count: count };

const MORE_FIELDS = {
  'task-status-updated': {
    ...LINK,
    task_id: id,
    status: taskStatus,
    order_id: orNull(id),
    error_message: orNull(text(512)),
  },
  'order-created': {
    ...ORDER,
    employer_id: NOTHING,
    link_id: NOTHING,
    data_source: NOTHING,
    status: choice('pending'),
  },
  'order-status-updated': ORDER,
  'order-refresh-failed': { ...ORDER, employer_id: id, link_id: id, data_source: dataSource, status: taskStatus },
  'order-finalized': ORDER_NAME,
  'certification-completed': ORDER_NAME,
  'link-connected': LINK,
  'link-disconnected': LINK,
  'link-deleted': LINK,
  'employment-created': OBJECT,
  'employment-updated': OBJECT,
  'profile-created': OBJECT,
  'profile-updated': OBJECT,
  'statements-created': OBJECTS,
  'statements-updated': OBJECTS,
  'shifts-created': OBJECTS,
  'shifts-updated': OBJECTS,
  'bank-accounts-created': OBJECTS,
  'bank-accounts-updated': OBJECTS,
} satisfies Record<string, Fields>;

export const EVENT_PAYLOADS: Readonly<Record<string, ObjectShape>> = Object.fromEntries(
  Object.entries(MORE_FIELDS).map(([event_type, more]) => [event_type, payload(event_type, more)]),
);
