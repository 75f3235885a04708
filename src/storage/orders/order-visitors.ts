// Browsers that opened an order's landing page. Each row holds the code that was sent for the browser, and whether the
// browser confirmed a code.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type Browser = { order_id: string; browser_hash: Buffer };
export type VisitorCode = { code_hash: Buffer | null; code_expires_at: Date; tries: number };

const keyOf = (scope: Scope, { order_id, browser_hash }: Browser): [string, string, string, Buffer] => [
  scope.client_id,
  scope.environment,
  order_id,
  browser_hash,
];
const ONE = 'client_id = $1 and environment = $2 and order_id = $3 and browser_hash = $4';

/** Stores a new code for the browser. It replaces the browser's previous code. */
export async function setVisitorCode(
  tx: Db,
  scope: Scope,
  browser: Browser,
  { user_id, code_hash, code_expires_at }: { user_id: string; code_hash: Buffer; code_expires_at: Date },
): Promise<void> {
  await tx.query(
    `insert into order_visitors (client_id, environment, order_id, browser_hash, user_id, code_hash, code_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (client_id, environment, order_id, browser_hash) do update
     set code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at, tries = 0`,
    [...keyOf(scope, browser), user_id, code_hash, code_expires_at],
  );
}

/**
 * Returns the browser's code and locks its row until the transaction ends, so that concurrent attempts are counted one
 * after the other.
 */
export async function lockVisitorCode(tx: Db, scope: Scope, browser: Browser): Promise<VisitorCode | undefined> {
  const { rows } = await tx.query<VisitorCode>(
    `select code_hash, code_expires_at, tries from order_visitors where ${ONE} for update`,
    keyOf(scope, browser),
  );
  return rows[0];
}

export async function countCodeTry(tx: Db, scope: Scope, browser: Browser): Promise<void> {
  await tx.query(`update order_visitors set tries = tries + 1 where ${ONE}`, keyOf(scope, browser));
}

export async function confirmVisitor(tx: Db, scope: Scope, browser: Browser, confirmed_at: Date): Promise<void> {
  await tx.query(`update order_visitors set code_hash = null, confirmed_at = $5 where ${ONE}`, [
    ...keyOf(scope, browser),
    confirmed_at,
  ]);
}

export async function isConfirmed(db: Db, scope: Scope, browser: Browser): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from order_visitors where ${ONE} and confirmed_at is not null`,
    keyOf(scope, browser),
  );
  return rowCount > 0;
}

/** The SQL condition that the login of task `t` succeeded. */
const IS_LOGGED_IN = `(t.logged_in_at is not null or t.status in ('parse', 'full_parse', 'switch_deposit', 'done'))`;

/**
 * True if a login for this order succeeded elsewhere: in another browser, on the client's own page, or in a refresh.
 */
export async function isConnectedElsewhere(db: Db, scope: Scope, browser: Browser): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from tasks t
     left join bridge_tokens b on b.client_id = t.client_id and b.environment = t.environment and b.id = t.bridge_token_id
     where t.client_id = $1 and t.environment = $2 and t.order_id = $3 and b.browser_hash is distinct from $4
       and ${IS_LOGGED_IN} limit 1`,
    keyOf(scope, browser),
  );
  return rowCount > 0;
}

/** Returns the ids of the links to which this browser logged in for this order. */
export async function listLinksOfBrowser(db: Db, scope: Scope, browser: Browser): Promise<string[]> {
  const { rows } = await db.query<{ link_id: string }>(
    `select distinct t.link_id from tasks t
     join bridge_tokens b on b.client_id = t.client_id and b.environment = t.environment and b.id = t.bridge_token_id
     where t.client_id = $1 and t.environment = $2 and t.order_id = $3 and b.browser_hash = $4 and ${IS_LOGGED_IN}`,
    keyOf(scope, browser),
  );
  return rows.map(({ link_id }) => link_id);
}

export async function deleteOrderVisitorsOf(tx: Db, scope: Scope, user_id: string): Promise<void> {
  await tx.query('delete from order_visitors where client_id = $1 and environment = $2 and user_id = $3', [
    scope.client_id,
    scope.environment,
    user_id,
  ]);
}
