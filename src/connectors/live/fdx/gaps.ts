// The data that a provider did not give us. A refusal of optional data does not end the task: the data is noted as a
// gap, and `missing_data` contains one sentence for each kind of gap.
import { groupBy } from '#base/lists.ts';
import { FdxRefusal, type Refusal } from './refusals.ts';

const DATA = {
  accounts: 'accounts',
  account_details: 'details',
  customer: 'the name and address of the customer',
  numbers: 'account and routing numbers',
  transactions: 'transactions',
  statements: 'statements',
  tax_forms: 'tax forms',
  holdings: 'holdings',
  currency: 'the currency',
  first_period: 'the beginning of the oldest statement',
} as const;

/** For a value that must not be null and that the provider does not state: the words that say what is assumed. */
const ASSUMED: Readonly<Partial<Record<keyof typeof DATA, string>>> = {
  currency: 'US dollars are assumed',
  first_period: 'a period of one month is assumed',
};

/**
 * `since`: the provider gives only the history since this date. `unreadable`: the provider sent something that cannot
 * be parsed. `assumed`: the provider does not state a value that our data must have. `account` is the text by which a
 * person recognises the account; it is undefined if the data does not belong to one account.
 */
export type Gap = {
  datum: keyof typeof DATA;
  reason: 'refused' | 'not_offered' | 'failed' | 'partial' | 'unreadable' | 'since' | 'assumed';
  account?: string | undefined;
  since?: string;
};

/** The gaps of one step. */
type Gaps = { gaps: Gap[] };

/** The maximum number of accounts that a sentence names. */
const NAMES_MAX = 5;

export function sentencesOf(provider_name: string, gaps: readonly Gap[]): string[] {
  const groups = groupBy(gaps, ({ datum, reason, since = '' }) => `${datum} ${reason} ${since}`);
  return [...groups.values()].flatMap(([gap, ...more]) =>
    gap === undefined ? [] : [sentenceOf(provider_name, gap, [gap, ...more])],
  );
}

function sentenceOf(provider: string, { datum, reason, since }: Gap, gaps: readonly Gap[]): string {
  const data = `${DATA[datum]}${namesOf(gaps)}`;
  switch (reason) {
    case 'refused':
      return `${provider} does not allow us to read ${data}.`;
    case 'not_offered':
      return `${provider} does not offer ${data}.`;
    case 'failed':
      return `${provider} could not provide ${data}.`;
    case 'partial':
      return `${provider} did not provide all ${data}.`;
    case 'unreadable':
      return `Some ${data} from ${provider} could not be read.`;
    case 'since':
      return `${provider} provides ${data} only since ${since}.`;
    case 'assumed':
      return `${provider} does not state ${data}; ${ASSUMED[datum] ?? 'a usual value is assumed'}.`;
  }
}

/**
 * Returns the last part of a sentence. This part names the accounts to which the data belongs. The result is empty if
 * there is no text by which the person recognises the accounts.
 */
function namesOf(gaps: readonly Gap[]): string {
  const names = [...new Set(gaps.flatMap(({ account }) => account ?? []))];
  if (names.length === 0) return '';
  const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : '';
  const shown = `${names.slice(0, NAMES_MAX).join(', ')}${more}`;
  return gaps.some(({ datum }) => datum === 'accounts') ? ` (${shown})` : ` of ${shown}`;
}

/** `not_found` is not a gap, because it means that the data does not exist. */
const REASONS: Readonly<Record<Refusal, Gap['reason'] | undefined>> = {
  not_found: undefined,
  not_permitted: 'refused',
  not_authorized: 'refused',
  not_offered: 'not_offered',
  unknown_account: 'failed',
  date_range: 'failed',
  rejected: 'failed',
};

/** Returns true if the provider has the data but could not give it to us this time. */
export const isFailure = ({ kind }: FdxRefusal): boolean => REASONS[kind] === 'failed';

export function noteRefusal({ gaps }: Gaps, wanted: Pick<Gap, 'datum' | 'account'>, { kind }: FdxRefusal): void {
  const reason = REASONS[kind];
  if (reason !== undefined) gaps.push({ ...wanted, reason });
}

/** Returns the result of `read` or, if the provider refuses the request, the refusal. */
export async function orRefusal<T>(read: () => Promise<T>): Promise<T | FdxRefusal> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FdxRefusal) return error;
    throw error;
  }
}

/** Returns the result of `read`. If the provider refuses the request, notes a gap and returns undefined. */
export async function ifGiven<T>(
  visit: Gaps,
  wanted: Pick<Gap, 'datum' | 'account'>,
  read: () => Promise<T>,
): Promise<T | undefined> {
  const given = await orRefusal(read);
  if (!(given instanceof FdxRefusal)) return given;
  noteRefusal(visit, wanted, given);
  return undefined;
}
