// Plaid's error codes. Each code is mapped to the status with which a task ends.
import { ProviderFailure } from '#connectors/contract.ts';
import type { FailureScope } from '#domain/connections/provider-health.ts';
import type { FailedStatus } from '#domain/connections/tasks.ts';
import type { PlaidError } from './wire.ts';

const STATUSES: Readonly<Record<string, FailedStatus>> = {
  ITEM_LOGIN_REQUIRED: 'login_error',
  INVALID_CREDENTIALS: 'login_error',
  INSUFFICIENT_CREDENTIALS: 'login_error',
  INVALID_UPDATED_USERNAME: 'login_error',
  ITEM_NOT_FOUND: 'login_error',
  INVALID_ACCESS_TOKEN: 'login_error',
  ACCESS_NOT_GRANTED: 'login_error',
  USER_PERMISSION_REVOKED: 'login_error',
  USER_ACCOUNT_REVOKED: 'login_error',
  INVALID_PUBLIC_TOKEN: 'login_error',
  INVALID_LINK_TOKEN: 'login_error',
  INVALID_MFA: 'mfa_error',
  ITEM_LOCKED: 'account_locked',
  USER_SETUP_REQUIRED: 'account_locked',
  PASSWORD_RESET_REQUIRED: 'unable_to_reset',
  NO_ACCOUNTS: 'no_data',
  INSTITUTION_DOWN: 'unavailable',
  INSTITUTION_NOT_AVAILABLE: 'unavailable',
  INSTITUTION_NOT_RESPONDING: 'unavailable',
  INTERNAL_SERVER_ERROR: 'unavailable',
  PLANNED_MAINTENANCE: 'unavailable',
  PRODUCT_NOT_READY: 'unavailable',
  INSTITUTION_NO_LONGER_SUPPORTED: 'not_supported',
  ITEM_NOT_SUPPORTED: 'not_supported',
  MFA_NOT_SUPPORTED: 'not_supported',
  UNSUPPORTED_RESPONSE: 'not_supported',
  PRODUCTS_NOT_SUPPORTED: 'not_supported',
};

/** The error types whose codes all have the same status. */
const STATUSES_OF_TYPES: Readonly<Record<string, FailedStatus>> = {
  RATE_LIMIT_EXCEEDED: 'unavailable',
  INSTITUTION_ERROR: 'unavailable',
  API_ERROR: 'unavailable',
  INVALID_REQUEST: 'config_error',
  INVALID_INPUT: 'config_error',
};

const MESSAGES: Readonly<Partial<Record<FailedStatus, string>>> = {
  login_error: 'Access to the accounts has ended. Please connect them again.',
  mfa_error: 'The code was not accepted. Please try again.',
  account_locked: 'Your account is locked at your bank. Please unlock it there.',
  unable_to_reset: 'Your bank asks for a new password. Please set it there.',
  no_data: 'No account was found.',
  unavailable: 'The bank is not available. Please try again later.',
  not_supported: 'This bank is not supported.',
  config_error: 'The connection to Plaid is not set up correctly.',
};

function statusOf({ error_code, error_type }: PlaidError): FailedStatus {
  const named = Object.hasOwn(STATUSES, error_code) ? STATUSES[error_code] : undefined;
  const type = error_type ?? '';
  return named ?? (Object.hasOwn(STATUSES_OF_TYPES, type) ? STATUSES_OF_TYPES[type] : undefined) ?? 'error';
}

/** Codes of errors that concern only one connection or one bank, although the type of the error does not show this. */
const SCOPES: Readonly<Record<string, FailureScope>> = {
  PRODUCT_NOT_READY: 'link',
  PRODUCTS_NOT_SUPPORTED: 'institution',
  UNSUPPORTED_RESPONSE: 'institution',
};

/** Plaid connects thousands of banks, so an error of one bank does not mean that Plaid fails. */
const SCOPES_OF_TYPES: Readonly<Record<string, FailureScope>> = {
  ITEM_ERROR: 'link',
  INSTITUTION_ERROR: 'institution',
};

function scopeOf({ error_code, error_type }: PlaidError): FailureScope {
  const type = error_type ?? '';
  const named = Object.hasOwn(SCOPES, error_code) ? SCOPES[error_code] : undefined;
  return named ?? (Object.hasOwn(SCOPES_OF_TYPES, type) ? SCOPES_OF_TYPES[type] : undefined) ?? 'provider';
}

/** A failure with the error code from Plaid. A few callers handle some codes in their own way. */
export class PlaidFailure extends ProviderFailure {
  readonly code: string;
  constructor(error: PlaidError) {
    const status = statusOf(error);
    const message = error.display_message || (MESSAGES[status] ?? 'Something went wrong at Plaid. Please try again.');
    super(status, message, { scope: scopeOf(error) });
    this.code = error.error_code;
  }
}

/**
 * `none`: the item has no account with such data. With the other two reasons, the data may exist, but we cannot read
 * it: the bank does not offer it through Plaid, or the person or Plaid does not allow us to read it.
 */
export type Absence = 'none' | 'not_offered' | 'refused';

const ABSENCES: Readonly<Record<string, Absence>> = {
  NO_AUTH_ACCOUNTS: 'none',
  NO_LIABILITY_ACCOUNTS: 'none',
  NO_INVESTMENT_ACCOUNTS: 'none',
  PRODUCTS_NOT_SUPPORTED: 'not_offered',
  PRODUCT_NOT_ENABLED: 'refused',
  INVALID_PRODUCT: 'refused',
  ADDITIONAL_CONSENT_REQUIRED: 'refused',
};

/** Returns the response or, if Plaid does not give us data of this kind, the reason. */
export async function orAbsence<T>(answer: Promise<T>): Promise<{ given: T } | { absent: Absence }> {
  try {
    return { given: await answer };
  } catch (error) {
    const absent = error instanceof PlaidFailure && Object.hasOwn(ABSENCES, error.code) && ABSENCES[error.code];
    if (!absent) throw error;
    return { absent };
  }
}
