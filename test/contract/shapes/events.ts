// What is sent about links and tasks: section 20.2, one closed shape per kind of event.
import {
  choice,
  count,
  dataSource,
  type Fields,
  id,
  type ObjectShape,
  object,
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
    link_id: id,
    product: productType,
    data_source: dataSource,
    tracking_info: orNull(text(256)),
    ...more,
  });

const OBJECT = { task_id: id, object_id: id };
const OBJECTS = { task_id: id, employment_id: id, objects_count: count };

const MORE_FIELDS = {
  'task-status-updated': {
    task_id: id,
    status: taskStatus,
    order_id: orNull(id),
    error_message: orNull(text(512)),
  },
  'link-connected': {},
  'link-disconnected': {},
  'link-deleted': {},
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
