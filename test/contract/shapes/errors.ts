// Schemas of error responses: contract, section 1.3, and SPEC: Errors.
import { choice, list, nonEmpty, type ObjectShape, object, text } from './words.ts';

/** The body of a 400 response, which names at least one field. */
export const incorrectParameters = object({
  error: object({
    code: choice('incorrect_parameters'),
    message: choice('Incorrect request parameters'),
    extra: object({ 'invalid-params': nonEmpty(list(object({ field: text(), message: text() }))) }),
  }),
});

/** The body of 404, 405, 406, 415 and 5xx responses. */
export const detail = object({ detail: text() });
export const notFound = object({ detail: choice('Not Found.') });

const refusal = (code: string): ObjectShape => object({ error: object({ code: choice(code), message: text() }) });

/** The schema of an error response's body, by status. */
export const REFUSALS: Readonly<Record<number, ObjectShape>> = {
  400: incorrectParameters,
  401: refusal('authentication_failed'),
  403: refusal('not_authenticated'),
  404: notFound,
  405: detail,
  406: detail,
  410: refusal('expired_token'),
  415: detail,
  429: refusal('throttled'),
};
