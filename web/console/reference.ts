// Opens the API reference in a new tab with the client's own keys filled in. The client id is in the fragment of the
// URL, because browsers do not send the fragment to a server. The secret goes from this page to the new one in the
// browser's memory, so it is neither stored nor in any URL.
import { SERVER_URL } from '../shared/server.ts';

const ANSWERED_WITHIN_MS = 60_000;

/**
 * The channel has an unpredictable name, which only the opened page receives. The secret is sent over the channel only
 * once.
 */
export function openReference(client_id: string, secret = ''): void {
  const name = crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte) => text + hex(byte), '');
  const channel = new BroadcastChannel(`vouch-reference-${name}`);
  const timer = setTimeout(() => channel.close(), ANSWERED_WITHIN_MS);
  channel.addEventListener('message', () => {
    clearTimeout(timer);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel reaches only its own origin.
    channel.postMessage(secret);
    channel.close();
  });
  open(`${SERVER_URL}docs/#client=${client_id}&from=${name}`, '_blank', 'noopener');
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
