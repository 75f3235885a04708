// Describes an event in a few words: its status and its object.
import type { LoggedEvent } from './api-client.ts';
import { harmless } from './columns.ts';

/**
 * Returns the event's status, object count, object and `tracking_info`. A part that the event does not have is omitted.
 * An object's id is cut to `id_length` characters.
 */
export function subjectOf({ event_type, payload }: LoggedEvent, id_length = 32): string {
  const { status, objects_count, tracking_info } = payload;
  const [what, id] = aboutOf(event_type, payload);
  const parts = [
    ...(typeof status === 'string' ? [status] : []),
    ...(typeof objects_count === 'number' ? [`${objects_count} ${objects_count === 1 ? 'object' : 'objects'}`] : []),
    ...(id === undefined ? [] : [`${what} ${id.slice(0, id_length)}`]),
    ...(typeof tracking_info === 'string' ? [tracking_info] : []),
  ];
  return harmless(parts.join(' '));
}

function aboutOf(event_type: string, payload: LoggedEvent['payload']): [string, string | undefined] {
  const idOf = (name: string) => (typeof payload[name] === 'string' ? payload[name] : undefined);
  if (event_type.startsWith('task-')) return ['task', idOf('task_id')];
  if (/^(?:order|certification)-/.test(event_type)) return ['order', idOf('order_id')];
  return ['link', idOf('link_id')];
}
