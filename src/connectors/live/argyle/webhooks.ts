// Verifies the notices that Argyle sends to our webhook address.
import { hash } from 'node:crypto';
import type { Io, NoticeRequest, ProviderNotice } from '#connectors/contract.ts';
import { isSigned, readNotice } from '#connectors/live/signatures.ts';
import type { Settings } from './client.ts';
import { Notice } from './wire.ts';

/** The event names of the notices after which a link is refreshed. */
const NEWS = /^(?:accounts\.(?:updated|failed|removed)|(?:identities|paystubs|gigs|payroll_documents)\.\w+)$/;

/**
 * Verifies a notice. Argyle signs the body with HMAC-SHA512 (`X-Argyle-Signature`). A notice has no id, so its body
 * identifies it.
 */
export function receive(
  { webhook_secret }: Settings,
  { headers, body }: NoticeRequest,
  io: Io,
): ProviderNotice | undefined {
  const signature = headers['x-argyle-signature'] ?? '';
  if (webhook_secret === undefined || !isSigned(signature, 'sha512', webhook_secret, [body], 'hex')) return undefined;
  const notice = readNotice(Notice, body);
  const account = notice !== undefined && NEWS.test(notice.event) ? notice.data?.account : undefined;
  const content = hash('sha256', body);
  const id = isUnique(notice) ? content : hash('sha256', `${content} ${io.now().toISOString().slice(0, 16)}`);
  return { id, logins: account ? [account] : [] };
}

/** The events that Argyle sends once for each object, whose id is in the body. */
const ONCE = /^(?:identities|payroll_documents)\.added$/;

/**
 * True if every other genuine notice has a different body. The body then contains the account's time of change, the
 * number of available objects, or the id of a new object.
 *
 * All other bodies name only an account or an object that has changed, such as `accounts.updated` without the account.
 * After the next change, Argyle sends the same bytes again. Such a notice looks like a repetition of the first notice,
 * but the change must not be missed. So a repetition of such a body is ignored only in the same minute, although other
 * repeated notices are ignored for seven days.
 */
const isUnique = (notice: Notice | undefined): boolean =>
  notice === undefined ||
  ONCE.test(notice.event) ||
  Boolean(notice.data?.resource?.updated_at) ||
  (notice.data?.available_count ?? null) !== null;
