// Notifications between processes through PostgreSQL: "this client's data changed", "there are new events", "this
// person was erased". Notifications may be lost. So every listener must also detect the change by itself, a little
// later.
import pg from 'pg';
import type { Db } from './db.ts';
import { openPrimary } from './primary.ts';
import { type Reach, stateReach } from './reach.ts';

const CLIENT_CHANGED = 'vouch_client_changed';
const EVENTS_WAIT = 'vouch_events_wait';
const PERSON_ERASED = 'vouch_person_erased';
const RECONNECT_AFTER_MS = 500;
const SEARCH_MS = 1_000;

/** When the transaction commits, notifies all processes that the client's data changed. */
export async function announceClientChange(tx: Db, client_id: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [CLIENT_CHANGED, client_id]);
}

/** When the transaction commits, notifies all processes that the user was erased. */
export async function announceErasure(tx: Db, user_id: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [PERSON_ERASED, user_id]);
}

/**
 * Notifies all processes that there are new events. The notification is sent outside of any transaction, because NOTIFY
 * makes transactions wait for each other at commit.
 */
export async function announceEvents(db: Db): Promise<void> {
  await db.query('select pg_notify($1, $2)', [EVENTS_WAIT, '']);
}

export type Listener = {
  /** Declares from where this process's API can be reached. The declaration is repeated after every reconnect. */
  stateReach(reach: Reach): Promise<void>;
  close(): Promise<void>;
};

export type NoticeHandlers = {
  onClientChange(client_id: string): void;
  onEvents(): void;
  onErasure(user_id: string): void;
  /** Called after every connect and reconnect, because notifications are lost while the listener is disconnected. */
  onMissed(): void;
};

export function listenForNotices(url: string, handlers: NoticeHandlers): Listener {
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  let reach: Reach | undefined;
  const primary = openPrimary(url, SEARCH_MS);

  const again = () => {
    client = undefined;
    if (closed || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      connecting = connect();
    }, RECONNECT_AFTER_MS);
    retry.unref();
  };

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: primary.url(),
      application_name: 'vouch-listen',
      keepAlive: true,
    });
    next.on('error', () => undefined);
    next.on('end', again);
    next.on('notification', ({ channel, payload }) => {
      if (channel === EVENTS_WAIT) handlers.onEvents();
      else if (channel === PERSON_ERASED) handlers.onErasure(payload ?? '');
      else handlers.onClientChange(payload ?? '');
    });
    try {
      await next.connect();
      await next.query(`listen ${CLIENT_CHANGED}; listen ${EVENTS_WAIT}; listen ${PERSON_ERASED}`);
      if (reach !== undefined) await stateReach(next, reach);
      client = next;
      handlers.onMissed();
      if (closed) await next.end();
    } catch {
      await next.end().catch(() => undefined);
      await primary.search();
      again();
    }
  }

  let connecting = connect();
  return {
    async stateReach(stated) {
      reach = stated;
      await connecting;
      if (client !== undefined) await stateReach(client, stated);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
