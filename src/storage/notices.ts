// A word passed between processes through PostgreSQL: "something of this client changed". Only a hint;
// whoever listens must also be right, a little later, without it.
import pg from 'pg';
import type { Db } from './db.ts';

const CHANNEL = 'vouch_client_changed';
const RECONNECT_AFTER_MS = 500;

/** Goes out when the transaction commits. */
export async function announceClientChange(tx: Db, client_id: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [CHANNEL, client_id]);
}

export type Listener = { close(): Promise<void> };

/** `onMissed` is called after every (re)connection: notices sent meanwhile are lost. */
export function listenForClientChanges(
  url: string,
  onChange: (client_id: string) => void,
  onMissed: () => void,
): Listener {
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const again = () => {
    client = undefined;
    if (closed || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      void connect();
    }, RECONNECT_AFTER_MS);
    retry.unref();
  };

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'vouch-listen', keepAlive: true });
    next.on('error', () => undefined);
    next.on('end', again);
    next.on('notification', ({ payload }) => onChange(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      client = next;
      onMissed();
      if (closed) await next.end();
    } catch {
      await next.end().catch(() => undefined);
      again();
    }
  }

  void connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
