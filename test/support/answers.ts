// Bodies of error responses as the contract defines them.

export const NOT_FOUND = { detail: 'Not Found.' };
export const NO_SUCH_TOKEN = { error: { code: 'authentication_failed', message: 'No such token' } };
export const HEADERS_MISSING = {
  error: { code: 'authentication_failed', message: 'Authentication headers are missing' },
};
export const OTHER_ENVIRONMENT = {
  error: { code: 'not_authenticated', message: 'Authentication credentials were not provided.' },
};
export const SANDBOX_ONLY = {
  error: { code: 'not_authenticated', message: 'This endpoint is available in sandbox only.' },
};
export const THROTTLED = { error: { code: 'throttled', message: 'Request was throttled.' } };
export const NOT_ACCEPTABLE = { detail: 'Could not satisfy the request Accept header.' };
export const JSON_PARSE_ERROR = { detail: 'JSON parse error.' };
export const BODY_TOO_LARGE = invalid(['body', 'Ensure this field has no more than 1048576 bytes.']);

/** The body of a 400 response that lists these invalid fields, in this order. */
export function invalid(...params: (readonly [field: string, message: string])[]) {
  return {
    error: {
      code: 'incorrect_parameters',
      message: 'Incorrect request parameters',
      extra: { 'invalid-params': params.map(([field, message]) => ({ field, message })) },
    },
  };
}
