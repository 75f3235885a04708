// Verifies Plaid's webhooks. The header `Plaid-Verification` contains a JWT that is signed with ES256. The JWT contains
// the hash of the body and the time. The key is requested from Plaid by its id, and cached while this process runs.
import { createPublicKey, hash, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Io, NoticeRequest, ProviderNotice } from '#connectors/contract.ts';
import { text } from '#connectors/live/shapes.ts';
import { ask, type Settings } from './client.ts';
import { PlaidFailure } from './errors.ts';
import { Notice, VerificationKey } from './wire.ts';

const Header = Type.Object({ alg: Type.Literal('ES256'), kid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' }) });
const Claims = Type.Object({ iat: Type.Number(), request_body_sha256: text(64) });

const AGE_SECONDS_MAX = 300;
/** Plaid's clock may be a little ahead of ours. */
const AHEAD_SECONDS_MAX = 60;
const KEYS_MAX = 20;

/**
 * The notices after which a link is refreshed. All other notices (for example about a new account or a consent that
 * will end) report no change of data.
 */
const NEWS: ReadonlySet<string> = new Set([
  'TRANSACTIONS SYNC_UPDATES_AVAILABLE',
  'HOLDINGS DEFAULT_UPDATE',
  'LIABILITIES DEFAULT_UPDATE',
  'ITEM ERROR',
  'ITEM LOGIN_REPAIRED',
  'ITEM USER_PERMISSION_REVOKED',
  'ITEM USER_ACCOUNT_REVOKED',
]);

export function webhookOf(settings: Settings): (request: NoticeRequest, io: Io) => Promise<ProviderNotice | undefined> {
  const keys = new Map<string, KeyObject | null>();

  /**
   * Returns the key, or null if the key id is unknown. Unknown ids are cached too, so that forged requests do not cause
   * a request to Plaid each time.
   */
  async function keyOf(kid: string, io: Io): Promise<KeyObject | null> {
    const known = keys.get(kid);
    if (known !== undefined) return known;
    const key = await readKey(settings, kid, io);
    if (keys.size >= KEYS_MAX) keys.delete([...keys.keys()][0] ?? kid);
    keys.set(kid, key);
    return key;
  }

  return async ({ headers, body }, io) => {
    const parts = (headers['plaid-verification'] ?? '').split('.');
    const [head = '', payload = '', signature = ''] = parts;
    const header = decode(Header, head);
    if (parts.length !== 3 || header === undefined) return undefined;
    const key = await keyOf(header.kid, io);
    if (key === null) return undefined;
    const signed = { key, dsaEncoding: 'ieee-p1363' } as const;
    const is_signed = verify('sha256', Buffer.from(`${head}.${payload}`), signed, Buffer.from(signature, 'base64url'));
    const claims = is_signed ? decode(Claims, payload) : undefined;
    if (claims === undefined || !isFresh(claims.iat, io.now())) return undefined;
    const body_hash = hash('sha256', body);
    if (!isEqual(body_hash, claims.request_body_sha256)) return undefined;
    const notice = parse(Notice, body.toString('utf8'));
    // Notices have no id, so a notice is identified by its body and its time. Equal notices of different days have
    // different times. A repeated request has the same time.
    const id = hash('sha256', `${body_hash} ${claims.iat}`);
    const is_news = notice !== undefined && NEWS.has(`${notice.webhook_type} ${notice.webhook_code}`);
    return { id, logins: is_news && notice.item_id ? [notice.item_id] : [] };
  };
}

async function readKey(settings: Settings, key_id: string, io: Io): Promise<KeyObject | null> {
  try {
    const { key } = await ask(settings, '/webhook_verification_key/get', { key_id }, VerificationKey, io);
    const is_usable = key.alg === 'ES256' && key.kty === 'EC' && key.crv === 'P-256' && key.kid === key_id;
    if (!is_usable || typeof key.expired_at === 'number') return null;
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: key.x, y: key.y }, format: 'jwk' });
  } catch (error) {
    // Plaid has answered that there is no such key. If Plaid did not answer, the error is thrown, so that the sender
    // tries again later.
    if (error instanceof PlaidFailure && error.status === 'config_error') return null;
    throw error;
  }
}

function isFresh(issued_at: number, now: Date): boolean {
  const age = now.getTime() / 1000 - issued_at;
  return age <= AGE_SECONDS_MAX && age >= -AHEAD_SECONDS_MAX;
}

const isEqual = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

const decode = <Schema extends TSchema>(schema: Schema, part: string): Static<Schema> | undefined =>
  parse(schema, Buffer.from(part, 'base64url').toString('utf8'));

function parse<Schema extends TSchema>(schema: Schema, written: string): Static<Schema> | undefined {
  try {
    const value: unknown = JSON.parse(written);
    return Check(schema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
