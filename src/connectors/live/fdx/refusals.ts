// Why an FDX provider refuses a request: the meaning of its error codes and statuses.

/**
 * Why the provider refuses a request. `not_found`: the data does not exist. `unknown_account`: the account does not
 * exist. `not_permitted`: the consent does not include the data. `not_authorized`: the customer does not allow access
 * to the data. `not_offered`: the provider does not offer the data at all, or not for this account. `date_range`: the
 * provider does not offer the data for this range of dates. `rejected`: any other reason.
 */
export type Refusal =
  | 'not_found'
  | 'unknown_account'
  | 'not_permitted'
  | 'not_authorized'
  | 'not_offered'
  | 'date_range'
  | 'rejected';

export class FdxRefusal extends Error {
  readonly kind: Refusal;
  constructor(kind: Refusal) {
    super(`the provider refused: ${kind}`);
    this.name = 'FdxRefusal';
    this.kind = kind;
  }
}

/** What the FDX error codes mean. If a code is not in this table, the status of the response determines the meaning. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  601: 'not_authorized',
  602: 'not_authorized',
  701: 'unknown_account',
  702: 'date_range',
  703: 'date_range',
  // The type of the account is not supported: for example, a provider has no payment networks for some accounts.
  704: 'not_offered',
  1104: 'not_found',
  1107: 'not_found',
  1108: 'not_found',
};

/** For a path that the provider does not know, the response has the status 404 and no code from `REFUSALS`. */
const REFUSALS_BY_STATUS: Readonly<Record<number, Refusal>> = {
  403: 'not_permitted',
  404: 'not_offered',
  405: 'not_offered',
  406: 'not_offered',
  501: 'not_offered',
};

/** Returns undefined if the response is not a refusal but a failure of the provider (5xx) or a redirect. */
export function refusalOf(code: string, status: number): Refusal | undefined {
  if (status < 400) return undefined;
  const known = (Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined) ?? REFUSALS_BY_STATUS[status];
  return known ?? (status < 500 ? 'rejected' : undefined);
}
