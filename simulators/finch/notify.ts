// Webhooks of the Finch simulator. The signature of each webhook is the HMAC-SHA256 of event id, timestamp and body.
// The secret is in base64.
import { createHmac } from 'node:crypto';
import { secondsOf } from '../kit/clock.ts';
import { uuidOf } from '../kit/random.ts';
import type { Connection, State } from './state.ts';

export type WebhookFlaw = 'bad_signature' | 'stale' | 'duplicate';
export const WEBHOOK_FLAWS: readonly WebhookFlaw[] = ['bad_signature', 'stale', 'duplicate'];

/**
 * Sends an event, and returns false if no webhook address is set. The id of an event is the same in all attempts and in
 * its duplicate.
 */
export function notify(
  state: State,
  connection: Connection,
  event_type: string,
  data: Record<string, unknown> | null,
  flaw?: WebhookFlaw,
): boolean {
  const url = state.webhook_url;
  if (url === null) return false;
  state.counter += 1;
  const id = `msg_${uuidOf('finch', state.seed, 'event', state.counter).replaceAll('-', '')}`;
  const content = {
    event_type,
    company_id: connection.company.id,
    account_id: connection.id,
    connection_id: connection.id,
    entity_id: connection.company.id,
    data,
  };
  const body = JSON.stringify(content);
  const make = (): { headers: Record<string, string>; body: string } => {
    const timestamp = secondsOf(state.clock.now()) - (flaw === 'stale' ? 900 : 0);
    const key = Buffer.from(flaw === 'bad_signature' ? 'b3RoZXI=' : state.webhook_secret, 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const headers = {
      'finch-event-id': id,
      'finch-timestamp': String(timestamp),
      'finch-signature': `v1,${signature}`,
    };
    return { headers, body };
  };
  state.webhooks.send(url, event_type, make);
  if (flaw === 'duplicate') state.webhooks.send(url, event_type, make);
  return true;
}
