// Performs the checks on scoring requests that a schema cannot perform, or should not perform on very long lists.
import { Type } from 'typebox';
import type { InvalidParam } from '#base/errors.ts';
import { type Check, compileCheck } from '#domain/platform/validation.ts';
import { NewScoringReport, SCORED_ACCOUNTS_MAX, SCORED_TRANSACTIONS_MAX } from './scoring-reports.ts';

const LIST_MAX = {
  institutions: SCORED_ACCOUNTS_MAX,
  accounts: SCORED_ACCOUNTS_MAX,
  transactions: SCORED_TRANSACTIONS_MAX,
} as const;
type ListName = keyof typeof LIST_MAX;
const LISTS: readonly ListName[] = ['institutions', 'accounts', 'transactions'];

const listWithoutItems = (name: ListName) =>
  Type.Optional(Type.Unsafe<unknown[]>({ type: 'array', maxItems: LIST_MAX[name] }));

const checkWhole = compileCheck(NewScoringReport, 'body');
const checkWithoutItems = compileCheck(
  Type.Object({
    ...NewScoringReport.properties,
    institutions: listWithoutItems('institutions'),
    accounts: listWithoutItems('accounts'),
    transactions: listWithoutItems('transactions'),
  }),
  'body',
);

/**
 * A body of many megabytes can have millions of errors. Therefore, if any list is too long, only its length is
 * reported, and the items of the lists are not checked.
 */
export const checkScoringBody: Check = (body) =>
  (hasLongList(body) ? checkWithoutItems(body) : checkWhole(body)).slice(0, FAULTS_MAX);

/**
 * The maximum number of validation errors that are returned. 20,000 transactions may have six errors each, but 10,000
 * errors are enough to see what is wrong.
 */
const FAULTS_MAX = 10_000;

const hasLongList = (body: unknown): boolean =>
  isRecord(body) &&
  LISTS.some((name) => {
    const list = body[name];
    return Array.isArray(list) && list.length > LIST_MAX[name];
  });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** True if the scored accounts come from links; false if the request itself contains the accounts. */
export const namesSource = ({ user_id, link_id }: NewScoringReport): boolean => Boolean(user_id) || Boolean(link_id);

const REQUIRED = 'This field is required.';
const UNKNOWN = 'Object not found.';
const NOT_BOTH = 'This field may not be given together with user_id or link_id.';
const TWICE = 'This identifier is used more than once.';

/** The validation errors, in the order of the fields. */
export function scoringFaults(body: NewScoringReport): InvalidParam[] {
  const { institutions = [], accounts = [], transactions = [] } = body;
  if (namesSource(body)) {
    return LISTS.filter((name) => (body[name] ?? []).length > 0).map((field) => ({ field, message: NOT_BOTH }));
  }
  if (accounts.length === 0) {
    return [{ field: 'accounts', message: body.accounts === undefined ? REQUIRED : 'This list may not be empty.' }];
  }
  const known_institutions = new Set(institutions.map(({ identifier }) => identifier));
  const known_accounts = new Set(accounts.map(({ identifier }) => identifier));
  return [
    ...repeated(
      'institutions',
      institutions.map(({ identifier }) => identifier),
    ),
    ...repeated(
      'accounts',
      accounts.map(({ identifier }) => identifier),
    ),
    ...accounts.flatMap(({ institution_identifier: named }, at) =>
      named && !known_institutions.has(named)
        ? [{ field: `accounts.${at}.institution_identifier`, message: UNKNOWN }]
        : [],
    ),
    // A transaction's identifier must be unique only within its account. Each bank numbers its own transactions, so two
    // accounts may have a transaction with the same identifier.
    ...repeated('transactions', transactions.map(transactionKey)),
    ...transactions.flatMap(({ account_identifier }, at) =>
      known_accounts.has(account_identifier)
        ? []
        : [{ field: `transactions.${at}.account_identifier`, message: UNKNOWN }],
    ),
  ].slice(0, FAULTS_MAX);
}

/** A string that identifies a transaction within one scoring request. */
export const transactionKey = ({
  account_identifier,
  identifier,
}: {
  account_identifier: string;
  identifier: string;
}): string => JSON.stringify([account_identifier, identifier]);

function repeated(list: ListName, keys: readonly string[]): InvalidParam[] {
  const seen = new Set<string>();
  return keys.flatMap((key, at) => {
    if (seen.has(key)) return [{ field: `${list}.${at}.identifier`, message: TWICE }];
    seen.add(key);
    return [];
  });
}
