// Errors in Plaid's shape. The table contains the type and the message of each code that the simulator uses.
import type { Answer } from '../kit/answers.ts';
import { Refusal } from '../kit/server.ts';

const ERRORS = {
  MISSING_FIELDS: ['INVALID_REQUEST', 400, 'the following required fields are missing: '],
  UNKNOWN_FIELDS: ['INVALID_REQUEST', 400, 'the following fields are not recognized by this endpoint: '],
  INVALID_FIELD: ['INVALID_REQUEST', 400, ''],
  INVALID_BODY: ['INVALID_REQUEST', 400, 'body could not be parsed as JSON'],
  INVALID_HEADERS: ['INVALID_REQUEST', 400, 'incorrect content-type: only application/json is accepted'],
  NOT_FOUND: ['INVALID_REQUEST', 404, 'not found'],
  INVALID_API_KEYS: ['INVALID_INPUT', 400, 'invalid client_id or secret provided'],
  INVALID_ACCESS_TOKEN: ['INVALID_INPUT', 400, 'could not find matching access token'],
  INVALID_PUBLIC_TOKEN: ['INVALID_INPUT', 400, 'could not find matching public token'],
  INVALID_LINK_TOKEN: ['INVALID_INPUT', 400, 'invalid link_token provided'],
  INVALID_ACCOUNT_ID: ['INVALID_INPUT', 400, 'failed to find requested account ID for requested item'],
  INVALID_PRODUCT: ['INVALID_INPUT', 400, 'client is not authorized to access the following products: '],
  INVALID_INSTITUTION: ['INVALID_INPUT', 400, 'invalid institution_id provided'],
  INVALID_WEBHOOK_VERIFICATION_KEY_ID: ['INVALID_INPUT', 400, 'invalid key_id provided'],
  ADDITIONAL_CONSENT_REQUIRED: ['INVALID_INPUT', 400, 'client does not have user consent to access the product '],
  ITEM_NOT_FOUND: ['ITEM_ERROR', 400, 'The Item you requested cannot be found. It may have been removed.'],
  ITEM_LOGIN_REQUIRED: [
    'ITEM_ERROR',
    400,
    "the login details of this item have changed and a user login is required to update this information. use Link's update mode to restore the item to a good state",
  ],
  USER_PERMISSION_REVOKED: ['ITEM_ERROR', 400, 'the holder of this account has revoked their permission'],
  NO_AUTH_ACCOUNTS: ['ITEM_ERROR', 400, 'no valid accounts exist for this Item'],
  NO_LIABILITY_ACCOUNTS: ['ITEM_ERROR', 400, 'no valid liability accounts exist for this Item'],
  NO_INVESTMENT_ACCOUNTS: ['ITEM_ERROR', 400, 'no valid investment accounts exist for this Item'],
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: [
    'TRANSACTIONS_ERROR',
    400,
    'Underlying transaction data changed since last page was fetched. Please restart pagination from last update.',
  ],
  RATE_LIMIT: ['RATE_LIMIT_EXCEEDED', 429, 'rate limit exceeded for this endpoint. please try again later'],
  INTERNAL_SERVER_ERROR: ['API_ERROR', 500, 'an unexpected error occurred'],
} as const;
export type ErrorCode = keyof typeof ERRORS;

/** The error object, which also appears in `item.error` and in webhooks. */
export function errorOf(code: ErrorCode, addition = ''): Record<string, unknown> {
  const [error_type, , message] = ERRORS[code];
  return {
    display_message: error_type === 'ITEM_ERROR' ? 'Please log in again.' : null,
    documentation_url: 'https://plaid.com/docs/errors/',
    error_code: code,
    error_message: `${message}${addition}`,
    error_type,
    suggested_action: null,
  };
}

export function errorAnswer(code: ErrorCode, request_id: string, addition = ''): Answer {
  return { status: ERRORS[code][1], json: { ...errorOf(code, addition), request_id } };
}

/** Ends the request with an error. The server adds the request id. */
export function refuse(code: ErrorCode, addition = ''): never {
  throw new Refusal({ status: ERRORS[code][1], json: errorOf(code, addition) });
}

export const rateLimited = (request_id: string, path: string): Answer => {
  const name = path.replaceAll('/', '_').replace(/^_/, '').toUpperCase();
  const error = { ...errorOf('RATE_LIMIT'), error_code: `${name}_LIMIT`, request_id };
  return { status: 429, json: error };
};
