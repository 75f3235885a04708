// The error messages that a client's delivery log shows if an endpoint gave no valid response. They are fixed strings,
// because text from outside may contain addresses of our network, or text that an attacker wrote.
import { errors } from 'undici';
import { FORBIDDEN_ADDRESS } from './addresses.ts';
import { FORBIDDEN_CODE } from './guarded-connect.ts';
import { tlsFaultText } from './tls-faults.ts';

export const INVALID_ANSWER = 'The endpoint returned an invalid response.';
export const NOT_SENT = 'The request could not be sent.';

const CLOSED = 'The endpoint closed the connection without a response.';
const NO_SUCH_NAME = 'The host name of the endpoint was not found.';
const UNREACHABLE = 'The endpoint could not be reached.';

const CLOSING_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const FAULTS: ReadonlyMap<string, string> = new Map([
  [FORBIDDEN_CODE, FORBIDDEN_ADDRESS],
  ['ENOTFOUND', NO_SUCH_NAME],
  ['ECONNREFUSED', 'The endpoint refused the connection.'],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['EADDRNOTAVAIL', UNREACHABLE],
  ['ETIMEDOUT', UNREACHABLE],
  ['UND_ERR_HEADERS_OVERFLOW', 'The response headers are too large.'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', INVALID_ANSWER],
]);

/** Returns the message for an error. `begun` is true if a part of a response had already arrived. */
export function faultText(error: unknown, begun: boolean): string {
  if (isClosing(error)) return begun ? INVALID_ANSWER : CLOSED;
  if (error instanceof errors.HTTPParserError) return INVALID_ANSWER;
  const code = codeOf(error);
  if (code.startsWith('EAI_')) return NO_SUCH_NAME;
  return FAULTS.get(code) ?? tlsFaultText(code) ?? NOT_SENT;
}

/** Whether the connection was closed by the endpoint, or by a proxy or router between us and the endpoint. */
export const isClosing = (error: unknown): boolean => CLOSING_CODES.has(codeOf(error));

export const timeoutText = (timeout_ms: number): string =>
  `The endpoint did not respond within ${timeout_ms / 1000} seconds.`;

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
