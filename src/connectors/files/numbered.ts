// Makes ids for records that have no id in their file.
import { objectId } from '#connectors/wire.ts';

/**
 * Returns a function that derives an id from the content of a record. Equal records get different ids: each id also
 * depends on how many equal records came before.
 */
export function numbered(link_id: string, kind: string): (content: unknown) => string {
  const counts = new Map<string, number>();
  return (content) => {
    const key = JSON.stringify(content);
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    return objectId(link_id, kind, `${key} ${number}`);
  };
}
