// The table that maps each error code to an HTTP status and a body format. A code without a row causes a compile error.
import { ERROR_CODES, type ErrorCode, ServiceError } from '#base/errors.ts';

export type ErrorAnswer = { status: number; body: string; headers: Record<string, string> };

/**
 * The status and the body schema of each error code: `error` is the standard schema, and `detail` is the short schema.
 */
const TABLE = {
  incorrect_parameters: { status: 400, shape: 'error' },
  authentication_failed: { status: 401, shape: 'error' },
  not_authenticated: { status: 403, shape: 'error' },
  refused_url: { status: 403, shape: 'detail' },
  consent_missing: { status: 403, shape: 'detail' },
  not_found: { status: 404, shape: 'detail' },
  method_not_allowed: { status: 405, shape: 'detail' },
  not_acceptable: { status: 406, shape: 'detail' },
  expired_token: { status: 410, shape: 'error' },
  unsupported_media_type: { status: 415, shape: 'detail' },
  expectation_failed: { status: 417, shape: 'detail' },
  request_timeout: { status: 408, shape: 'detail' },
  header_fields_too_large: { status: 431, shape: 'detail' },
  throttled: { status: 429, shape: 'error' },
  bad_gateway: { status: 502, shape: 'detail' },
  unavailable: { status: 503, shape: 'detail' },
} as const satisfies Record<ErrorCode, { status: number; shape: 'error' | 'detail' }>;

export const statusOf = (code: ErrorCode): number => TABLE[code].status;

/** The codes a client may see in an `error` object. */
export const STANDARD_CODES: readonly ErrorCode[] = ERROR_CODES.filter((code) => TABLE[code].shape === 'error');

/**
 * These headers are in every response whose route does not override them. They forbid caching and MIME sniffing, and
 * prevent other sites from loading the response.
 */
export const EVERY_ANSWER: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** An error that is not a ServiceError is a bug and becomes a 500 without details. */
export function toAnswer(error: unknown): ErrorAnswer {
  if (!(error instanceof ServiceError)) return { status: 500, body: detail('Server error.'), headers: {} };
  const { status, shape } = TABLE[error.code];
  const headers = { ...error.headers };
  if (error.retry_after_seconds !== undefined) headers['retry-after'] = String(error.retry_after_seconds);
  return { status, body: shape === 'detail' ? detail(error.message) : standard(error), headers };
}

const detail = (text: string): string => JSON.stringify({ detail: text });

function standard({ code, message, invalid_params }: ServiceError): string {
  const extra = code === 'incorrect_parameters' ? { extra: { 'invalid-params': invalid_params } } : {};
  return JSON.stringify({ error: { code, message, ...extra } });
}
