// Ids of records that have no id of their own.
import { objectId } from '#connectors/wire.ts';

/** Ids by the content of the records. Equal records get different ids, in the order in which they are listed. */
export function numbered(link_id: string, kind: string): (content: unknown) => string {
  const counts = new Map<string, number>();
  return (content) => {
    const key = JSON.stringify(content);
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    return objectId(link_id, kind, `${key} ${number}`);
  };
}
