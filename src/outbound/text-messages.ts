// Sends text messages. Each message is posted to the operator's SMS provider, or to a small adapter in front of that
// provider. Error messages are logged, so they never quote the provider's response. The response may contain the phone
// number or the text.
import type { Logger } from 'pino';
import { Agent } from 'undici';

export type TextMessage = { to: string; text: string };

export type Texter = {
  /**
   * Sends the message. Returns false, without sending, if no provider is configured. Throws `TextFault` if sending
   * fails.
   */
  send(message: TextMessage): Promise<boolean>;
  /** Aborts requests that are in progress. */
  close(): void;
};

/** Thrown if the text message was probably not sent. */
export class TextFault extends Error {
  constructor(reason: string) {
    super(`The text message was not sent (${reason}).`);
    this.name = 'TextFault';
  }
}

/** The timeout of the whole request, from the DNS lookup to the end of the response header. */
const TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 4;
const HEADER_BYTES_MAX = 16 * 1024;
/**
 * The maximum number of bytes that we read of a response body. We discard the body, and read it only so that the
 * connection can be reused. The limit keeps the reading cheap.
 */
const BODY_BYTES_MAX = 64 * 1024;

export const openTexter = (sms_url: string | undefined, log: Logger, timeout_ms = TIMEOUT_MS): Texter =>
  sms_url === undefined ? consoleTexter(log) : httpTexter(sms_url, timeout_ms);

function consoleTexter(log: Logger): Texter {
  return {
    async send() {
      log.info('a text message was not sent because no provider is configured');
      return false;
    },
    close: () => undefined,
  };
}

function httpTexter(sms_url: string, timeout_ms: number): Texter {
  const { origin, path, authorization } = toProvider(sms_url);
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    maxHeaderSize: HEADER_BYTES_MAX,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Vouch-Messages/1.0',
    ...(authorization !== undefined && { authorization }),
  };

  async function post({ to, text }: TextMessage): Promise<number> {
    const signal = AbortSignal.timeout(timeout_ms);
    const body = JSON.stringify({ to, text });
    const answer = await agent.request({ origin, path, method: 'POST', headers, body, signal });
    // Only the status is used, so errors while reading the body are ignored.
    answer.body.dump({ limit: BODY_BYTES_MAX, signal }).catch(() => undefined);
    return answer.statusCode;
  }

  return {
    async send(message) {
      const status = await post(message).catch((error: unknown) => {
        throw new TextFault(reasonOf(error));
      });
      if (status < 200 || status > 299) throw new TextFault(`status ${status}`);
      return true;
    },
    close: () => void agent.destroy().catch(() => undefined),
  };
}

export type TextProvider = { origin: string; path: string; authorization?: string };

/**
 * Returns the provider that the URL describes. A user name and password in the URL become a Basic `Authorization`
 * header.
 */
export function toProvider(sms_url: string): TextProvider {
  const { origin, pathname, search, username, password } = new URL(sms_url);
  const is_named = username !== '' || password !== '';
  const token = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return { origin, path: pathname + search, ...(is_named && { authorization: `Basic ${token}` }) };
}

/**
 * Decodes percent escapes. If the text contains a `%` that does not start a valid escape, the text is returned
 * unchanged.
 */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the reason for a failure: `timeout`, the error code of the library or the system, or `no reason` if there is
 * no such code.
 */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z_0-9]{1,40}$/.test(code) ? code : 'no reason';
}
