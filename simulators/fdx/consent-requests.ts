// Reads the consent that a client requests: a rich authorization request (RFC 9396) of the type that FDX defines. It
// says which data the client may read, for how many days, and how many days of history.
import { type Fields, isFields, numberIn, textIn } from '../kit/fields.ts';
import { OAuthError } from './errors.ts';

export const CONSENT_TYPE = 'fdx_v1.0';

const CONSENT_DAYS_MAX = 365;
/** The largest number of days of history that a client may request: two years and some days. */
const LOOKBACK_DAYS_MAX = 800;
const DURATIONS = new Set(['ONE_TIME', 'TIME_BOUND', 'PERSISTENT']);

/** The data clusters that the bank knows. Each one belongs to one resource and one scope. */
const CLUSTERS: Readonly<Record<string, readonly [resource: string, scope: string]>> = {
  ACCOUNT_BASIC: ['ACCOUNT', 'fdx:accountbasic:read'],
  ACCOUNT_DETAILED: ['ACCOUNT', 'fdx:accountdetailed:read'],
  PAYMENT_SUPPORT: ['ACCOUNT', 'fdx:paymentsupport:read'],
  TRANSACTIONS: ['ACCOUNT', 'fdx:transactions:read'],
  STATEMENTS: ['ACCOUNT', 'fdx:statements:read'],
  INVESTMENTS: ['ACCOUNT', 'fdx:investments:read'],
  CUSTOMER_CONTACT: ['CUSTOMER', 'fdx:customercontact:read'],
  CUSTOMER_PERSONAL: ['CUSTOMER', 'fdx:customerpersonal:read'],
  TAX: ['CUSTOMER', 'fdx:tax:read'],
};

export type ConsentRequest = {
  consent_days: number;
  is_one_time: boolean;
  /** The maximum age of the history that a data request may ask for, in days before the request. */
  lookback_days: number;
  /** The requested scopes that belong to the requested clusters. Scopes that FDX does not define are kept. */
  scopes: readonly string[];
};

/**
 * Reads the consent request from `authorization_details`. If `authorization_details` is missing, the scopes alone
 * determine which data the client may read.
 */
export function readConsentRequest(text: string | null, scopes: readonly string[]): ConsentRequest {
  if (text === null) {
    const lookback_days = Number.POSITIVE_INFINITY;
    return { consent_days: CONSENT_DAYS_MAX, is_one_time: false, lookback_days, scopes };
  }
  const asked = consentIn(text);
  const duration = textIn(asked, 'durationType');
  if (duration === undefined || !DURATIONS.has(duration)) throw wrong('durationType is unknown.');
  const is_one_time = duration === 'ONE_TIME';
  const lookback_days = daysIn(asked, 'lookbackPeriod', LOOKBACK_DAYS_MAX);
  const consent_days = is_one_time ? 1 : daysIn(asked, 'durationPeriod', CONSENT_DAYS_MAX);
  const allowed = scopesOf(asked['resources']);
  return {
    consent_days,
    is_one_time,
    lookback_days,
    scopes: scopes.filter((scope) => !scope.startsWith('fdx:') || allowed.has(scope)),
  };
}

function consentIn(text: string): Fields {
  let details: unknown;
  try {
    details = JSON.parse(text);
  } catch {
    throw wrong('authorization_details is not JSON.');
  }
  const [detail, ...more]: readonly unknown[] = Array.isArray(details) ? details : [];
  if (!isFields(detail) || more.length > 0 || textIn(detail, 'type') !== CONSENT_TYPE) {
    throw wrong(`authorization_details must have one element of type ${CONSENT_TYPE}.`);
  }
  const asked = detail['consentRequest'];
  if (!isFields(asked)) throw wrong('consentRequest is missing.');
  return asked;
}

function daysIn(asked: Fields, name: string, max: number): number {
  const days = numberIn(asked, name);
  if (days === undefined || !Number.isInteger(days) || days < 1 || days > max)
    throw wrong(`${name} must be 1 to ${max} days.`);
  return days;
}

function scopesOf(resources: unknown): Set<string> {
  const listed: readonly unknown[] = Array.isArray(resources) ? resources : [];
  const scopes = listed.flatMap((resource) => {
    if (!isFields(resource)) throw wrong('resources must be objects.');
    const type = textIn(resource, 'resourceType');
    const names: readonly unknown[] = Array.isArray(resource['dataClusters']) ? resource['dataClusters'] : [];
    return names.map((name) => {
      const [own_type, scope] = CLUSTERS[String(name)] ?? [];
      if (scope === undefined || own_type !== type) throw wrong(`dataClusters of ${type} must not have ${name}.`);
      return scope;
    });
  });
  if (scopes.length === 0) throw wrong('resources and dataClusters are missing.');
  return new Set(scopes);
}

const wrong = (reason: string): OAuthError => new OAuthError(400, 'invalid_authorization_details', reason);
