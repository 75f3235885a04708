// The error class with which the layers below the API reject a request. The code identifies what went wrong. Only
// api/platform/errors.ts maps the code to an HTTP status.

export const ERROR_CODES = [
  'incorrect_parameters',
  'authentication_failed',
  'not_authenticated',
  'refused_url',
  'consent_missing',
  'not_found',
  'method_not_allowed',
  'not_acceptable',
  'expired_token',
  'unsupported_media_type',
  'expectation_failed',
  'request_timeout',
  'header_fields_too_large',
  'throttled',
  'bad_gateway',
  'unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One invalid value in a request: its dotted field name and what is wrong with it. */
export type InvalidParam = { field: string; message: string };

type Details = {
  invalid_params?: readonly InvalidParam[];
  /** The number of whole seconds that a client should wait before it tries again. */
  retry_after_seconds?: number;
  /** Further response headers that the error code requires, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
};

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly invalid_params: readonly InvalidParam[];
  readonly retry_after_seconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.invalid_params = details.invalid_params ?? [];
    this.retry_after_seconds = details.retry_after_seconds;
    this.headers = details.headers ?? {};
  }
}

export const notFound = () => new ServiceError('not_found', 'Not Found.');

/** The resource belongs to the caller, but is in the other environment. */
export const otherEnvironment = () =>
  new ServiceError('not_authenticated', 'Authentication credentials were not provided.');

/** The signed URL has an invalid signature or has expired. */
export const refusedUrl = () => new ServiceError('refused_url', 'This address has expired or was altered.');

/** The person has not accepted the terms yet. Until then, no data is read from a provider. */
export const consentMissing = () => new ServiceError('consent_missing', 'The terms have not been accepted yet.');

export const badGateway = (cause: unknown) => new ServiceError('bad_gateway', 'Bad gateway.', { cause });

export const incorrect = (...invalid_params: InvalidParam[]) =>
  new ServiceError('incorrect_parameters', 'Incorrect request parameters', { invalid_params });

export const throttled = (
  retry_after_seconds: number,
  message = 'Request was throttled.',
  headers: Readonly<Record<string, string>> = {},
) => new ServiceError('throttled', message, { retry_after_seconds, headers });

export const unavailable = (cause?: unknown) =>
  new ServiceError('unavailable', 'Service unavailable.', { retry_after_seconds: 1, cause });
