// Errors in Finch's shape: a code, a name, sometimes a second name, and a message.
import type { Answer } from '../kit/answers.ts';
import { Refusal } from '../kit/server.ts';

export type FinchError = {
  code: number;
  name: string;
  finch_code?: string;
  message: string;
  context?: { connection_id: string };
};

const make = (code: number, name: string, message: string, finch_code?: string): FinchError =>
  finch_code === undefined ? { code, name, message } : { code, name, finch_code, message };

export const badRequest = (message: string): FinchError => make(400, 'bad_request', message, 'invalid_request');
export const connectionExists = (connection_id: string): FinchError => ({
  ...make(400, 'bad_request', 'The customer already has a connection.', 'connection_already_exists'),
  context: { connection_id },
});
export const invalidGrant = make(400, 'invalid_grant_error', 'The authorization code is invalid.');
export const invalidClient = make(401, 'invalid_client_error', 'The provided application credentials were incorrect.');
export const invalidToken = make(401, 'invalid_token_error', 'The access_token is incorrect.');
export const noToken = make(401, 'unauthorized_request_error', 'The access_token is missing from the header.');
export const reauthenticate = make(401, 'authentication_error', 'Please reauthenticate user', 'reauthenticate_user');
export const notFound = make(404, 'not_found_error', 'The requested resource could not be found.', 'item_not_found');
export const noIndividual = make(
  404,
  'not_found_error',
  'The requested individual could not be found.',
  'individual_not_found',
);
export const noPayment = make(404, 'not_found_error', 'The requested payment could not be found.', 'payment_not_found');
export const rateLimited = make(429, 'rate_limit_exceeded_error', 'Too many requests.', 'finch_application_rl');
export const serverError = (code: number): FinchError => make(code, 'server_error', 'Internal server error');
export const noScope = (product: string): FinchError =>
  make(403, 'insufficient_scope_error', `The access_token does not have the product ${product}.`);
/** The status 202 is not an error. It means that the data is not ready yet. */
export const inProgress = make(
  202,
  'accepted',
  'The data for this connection is being fetched. Please check back later.',
  'data_sync_in_progress',
);
export const statementsInProgress = make(
  202,
  'accepted',
  'The pay statements for this payment are being fetched. Please check back later.',
  'data_sync_in_progress',
);

export const answerOf = (error: FinchError): Answer => ({ status: error.code, json: error });

export function refuse(error: FinchError): never {
  throw new Refusal(answerOf(error));
}
