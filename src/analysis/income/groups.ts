// Groups credits by payer. The first step groups credits with the same words. The second step merges groups with
// similar names that belong to one payer.

import { median } from './calendars/statistics.ts';
import type { Credit } from './credits.ts';
import { type IncomeCategory, isPublic } from './texts/categories.ts';
import { COMPARISONS_MAX, SAME_NAME, similarity } from './texts/payer-names.ts';

export type Group = {
  account_id: string;
  currency: string;
  /**
   * The income category, taken from the deposits' descriptions or from the bank's categories; null if these contain no
   * income category.
   */
  category: IncomeCategory | null;
  /** Whether the payer's name suggests that the credits are not income. */
  is_doubted: boolean;
  words: readonly string[];
  /** All spellings of the payer's name: another group may be similar to any of them. */
  spellings: readonly (readonly string[])[];
  /**
   * What distinguishes groups besides the payer's name: a payment app, cash, a check, interest or a dividend; else
   * empty.
   */
  channel: string;
  company_ids: ReadonlySet<string>;
  /** The credits of the group, sorted by day, then by id. */
  credits: readonly Credit[];
};

/**
 * Without a common company id, two groups are one payer only if the ratio of their median amounts is at most this. One
 * payer's amounts have the same order of magnitude, but a bonus may be as much as several pay checks.
 */
const RATIO_MAX = 2.5;
const RATIO_MAX_SAME_WORDS = 5;
/**
 * Two spellings of one payer rarely occur on the same days. Without a common company id, two groups are one payer only
 * if few of the smaller group's credits are on days of the larger group. This is the maximum share of these credits.
 */
const SHARED_DAYS_MAX = 0.34;
/**
 * If `NEAR_MAX` payers share a mark (a company id, or the first letters of a word), the mark does not distinguish
 * payers. A further payer with this mark is then compared only with the `NEAR_MAX` largest of these payers. If none of
 * them matches, the further payer's credits are added to `uncompared`.
 */
const NEAR_MAX = 40;
/**
 * Two groups with a common company id are one payer only if the similarity of their names is at least this. The id is
 * not enough, because all clients of a payroll company pay under that company's id.
 */
const SOME_NAME = 0.3;

/** The maximum number of spellings of a payer's name that are compared with another payer. */
const SPELLINGS_MAX = 6;

/** `uncompared` collects the credits of payers that were not compared with every possible match. */
export type Comparing = { left: number; uncompared: Set<Credit> };
export const newComparing = (): Comparing => ({ left: COMPARISONS_MAX, uncompared: new Set() });

export function groupsOf(credits: readonly Credit[], comparing: Comparing = newComparing()): Group[] {
  const groups = new Map<string, Group & { credits: Credit[]; company_ids: Set<string> }>();
  for (const credit of credits) {
    const { account_id, currency_code: currency } = credit.transaction;
    const category = credit.verdict !== null && 'category' in credit.verdict ? credit.verdict.category : null;
    const is_doubted = credit.verdict !== null && 'reason' in credit.verdict;
    const channel = channelOf(credit, category);
    const words = channel === '' || credit.reading.app !== null ? nameOf(credit, category) : [];
    const key = `${account_id}|${currency}|${category}|${is_doubted}|${channel}|${words.join(' ')}`;
    const group = groups.get(key) ?? {
      account_id,
      currency,
      category,
      is_doubted,
      words,
      spellings: [words],
      channel,
      company_ids: new Set(),
      credits: [],
    };
    group.credits.push(credit);
    if (credit.company_id !== null) group.company_ids.add(credit.company_id);
    groups.set(key, group);
  }
  return mergedGroups(withoutSharedIds([...groups.values()]), comparing);
}

/**
 * Drops company ids that payers with different names share. Such an id is the id of a payment processor, or a
 * placeholder that a bank prints in place of every id.
 */
function withoutSharedIds(groups: readonly Group[]): Group[] {
  const first = new Map<string, Group>();
  const shared = new Set<string>();
  for (const group of groups) {
    for (const id of group.company_ids) {
      const other = first.get(id);
      if (other === undefined) first.set(id, group);
      else if (likeness(other.words, group) < SOME_NAME) shared.add(id);
    }
  }
  if (shared.size === 0) return [...groups];
  return groups.map((group) => ({
    ...group,
    company_ids: new Set([...group.company_ids].filter((id) => !shared.has(id))),
  }));
}

function channelOf({ reading: { app, tags, hits, words } }: Credit, category: IncomeCategory | null): string {
  if (category === 'CASH_DEPOSIT') return tags.has('cash') ? 'cash' : tags.has('check') ? 'check' : 'deposit';
  if (category === 'INTEREST_DIVIDENDS') {
    // Interest is paid by the bank, and the description names no payer. A dividend is paid by a company. So the
    // dividends of two companies are two income sources.
    const is_dividend = hits.some(({ tag, name }) => tag === 'interest' && name.includes('DIV'));
    if (is_dividend && words.length > 0) return '';
    return is_dividend ? 'dividend' : 'interest';
  }
  return app ?? '';
}

/**
 * Other names of gig platforms, each mapped to its platform. They are the names of the companies that run the
 * platforms, and other spellings of the platforms’ names. Banks print the name of the company, the name of the
 * platform, or both.
 */
const TRADE_NAMES = new Map([
  ['MAPLEBEAR', 'INSTACART'],
  ['RASIER', 'UBER'],
  ['RAISER', 'UBER'],
  ['DDI BRANCH', 'SPARK DRIVER'],
  ['A PLACE FOR ROVER', 'ROVER'],
  ['ROVER COM', 'ROVER'],
  ['DOOR DASH', 'DOORDASH'],
  ['TASK RABBIT', 'TASKRABBIT'],
  ['AMZN FLEX', 'AMAZON FLEX'],
  ['AMZNFLEX', 'AMAZON FLEX'],
  ['DDI SPARK', 'SPARK DRIVER'],
  ['BRANCH SPARK', 'SPARK DRIVER'],
  ['WALMART SPARK', 'SPARK DRIVER'],
  ['SPARK DELIVERY', 'SPARK DRIVER'],
  ['MECHANICAL TURK', 'MTURK'],
]);

/** The payer's name. For a gig platform this is the platform's name, regardless of other words in the description. */
function nameOf({ reading }: Credit, category: IncomeCategory | null): readonly string[] {
  const platform = category === 'GIG_ECONOMY' ? reading.hits.find(({ tag }) => tag === 'gig') : undefined;
  if (platform !== undefined) return [(TRADE_NAMES.get(platform.name) ?? platform.name).replaceAll(' ', '')];
  const programme = category === 'GIG_ECONOMY' ? reading.hits.find(({ tag }) => tag === 'gig_programme') : undefined;
  if (programme !== undefined) return [programme.name.startsWith('FLEX') ? 'AMAZONFLEX' : 'SPARKDRIVER'];
  return reading.words.length > 0 ? reading.words : [reading.payer];
}

/**
 * Merges groups of the same payer and keeps the larger group's name, or a fuller form of this name. Groups without a
 * match stay separate.
 */
function mergedGroups(groups: readonly Group[], comparing: Comparing): Group[] {
  const ordered = groups
    .map((group) => ({ group, key: keyOf(group) }))
    .toSorted((a, b) => b.group.credits.length - a.group.credits.length || (a.key < b.key ? -1 : 1));
  const merged: Merged[] = [];
  // A person may have hundreds of payers, so payers are compared only if they share a mark (see `marksOf`).
  const places = new Map<string, Set<number>>();
  for (const { group } of ordered) {
    const marks = marksOf(group);
    const one = newMerged(group);
    const found = placeOf(one, marks, merged, places, comparing);
    const known = found === undefined ? undefined : merged[found];
    const at = found ?? merged.length;
    if (known === undefined) merged[at] = one;
    else join(known, group);
    for (const mark of marks) {
      const known = places.get(mark) ?? new Set();
      if (known.size < NEAR_MAX) places.set(mark, known.add(at));
    }
  }
  return merged.map(({ group, credits, company_ids }) => ({
    ...group,
    company_ids,
    credits: credits.toSorted(byDayAndId),
  }));
}

/**
 * The index of the first merged group that has the same payer as `one`. Undefined if there is no such group, or if the
 * maximum number of comparisons is reached.
 */
function placeOf(
  one: Merged,
  marks: readonly string[],
  merged: readonly Merged[],
  places: ReadonlyMap<string, ReadonlySet<number>>,
  comparing: Comparing,
): number | undefined {
  // For groups with a channel, only equal names match. These comparisons do not count towards the maximum number of
  // comparisons.
  const is_named = one.group.channel === '';
  const isSpent = (): boolean => is_named && comparing.left <= 0;
  const near = isSpent() ? [] : [...new Set(marks.flatMap((mark) => [...(places.get(mark) ?? [])]))];
  let is_left_out = is_named && marks.some((mark) => (places.get(mark)?.size ?? 0) >= (isSpent() ? 1 : NEAR_MAX));
  for (const at of near.toSorted((a, b) => a - b)) {
    is_left_out ||= isSpent();
    if (isSpent()) break;
    if (isSamePayer(merged[at] ?? one, one, comparing)) return at;
  }
  if (is_left_out) for (const credit of one.credits) comparing.uncompared.add(credit);
  return undefined;
}

/**
 * A group to which other groups are added. The values used in comparisons are updated when the group grows, instead of
 * being recomputed for every comparison.
 */
type Merged = {
  group: Group;
  credits: Credit[];
  company_ids: Set<string>;
  days: Set<number>;
  middle: number;
  middle_of: number;
};

const newMerged = (group: Group): Merged => ({
  group,
  credits: [...group.credits],
  company_ids: new Set(group.company_ids),
  days: new Set(group.credits.map(({ day }) => day)),
  middle: median(group.credits.map(({ cents }) => cents)),
  middle_of: group.credits.length,
});

/**
 * The maximum number of credits in a group whose median is exact. The median of a larger group is recomputed only after
 * the group has grown by a quarter.
 */
const MIDDLE_EXACT_MAX = 64;
const MIDDLE_BEHIND_MAX = 1.25;

/**
 * The marks of a group are strings. Two groups of one payer have at least one mark in common. Each company id of the
 * group is a mark, and so are the first letters of each word of the payer's name. A group with a channel has one mark
 * for the whole name instead of one mark per word.
 */
function marksOf({ account_id, currency, channel, words, company_ids }: Group): string[] {
  const place = `${account_id}|${currency}|${channel}|`;
  const names = channel === '' ? words.map((word) => word.slice(0, 3)) : [words.join('')];
  return [...names.map((name) => place + name), ...[...company_ids].map((id) => `${place}#${id}`)];
}

const keyOf = ({ account_id, currency, channel, words, category, is_doubted }: Group): string =>
  `${account_id} ${currency} ${channel} ${words.join(' ')} ${category} ${is_doubted}`;

/** Whether two groups have the same payer. The two groups must have the same account, currency and channel. */
function isSamePayer(one: Merged, other: Merged, comparing: Comparing): boolean {
  const [a, b] = [one.group, other.group];
  if (!mayBeOne(a, b)) return false;
  if (a.channel !== '') return a.words.join('') === b.words.join('');
  const shares_id = a.category === b.category && sharesId(one.company_ids, other.company_ids);
  comparing.left -= a.spellings.length;
  const alike = a.spellings.reduce((most, words) => Math.max(most, likeness(words, b)), 0);
  if (shares_id && alike >= SOME_NAME) return true;
  return alike >= SAME_NAME && agree(one, other, alike === 1 ? RATIO_MAX_SAME_WORDS : RATIO_MAX);
}

/**
 * The similarity of two names. A public office's name is unique, so other words printed beside the name are ignored.
 */
function likeness(words: readonly string[], { words: others, category }: Group): number {
  const alike = similarity(words, others);
  return category !== null && isPublic(category) && isWithin(words, others) ? Math.max(alike, SAME_NAME) : alike;
}

function isWithin(a: readonly string[], b: readonly string[]): boolean {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  return few.length > 0 && few.every((word) => many.includes(word));
}

/**
 * Two groups of different categories may have the same payer only if at least one of the two groups has no category and
 * is not doubted (`is_doubted` is false).
 */
function mayBeOne(a: Group, b: Group): boolean {
  if (a.category === b.category) return true;
  return (a.category === null && !a.is_doubted) || (b.category === null && !b.is_doubted);
}

function sharesId(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  for (const id of few) if (many.has(id)) return true;
  return false;
}

function agree(a: Merged, b: Merged, ratio_max: number): boolean {
  const ratio = a.middle / b.middle;
  if (ratio > ratio_max || ratio < 1 / ratio_max) return false;
  const shared = b.credits.filter(({ day }) => a.days.has(day)).length;
  return shared <= SHARED_DAYS_MAX * b.credits.length;
}

function join(into: Merged, b: Group): void {
  const a = into.group;
  for (const credit of b.credits) {
    into.credits.push(credit);
    into.days.add(credit.day);
  }
  for (const id of b.company_ids) into.company_ids.add(id);
  const count = into.credits.length;
  if (count <= MIDDLE_EXACT_MAX || count > MIDDLE_BEHIND_MAX * into.middle_of) {
    into.middle = median(into.credits.map(({ cents }) => cents));
    into.middle_of = count;
  }
  // A full name replaces its truncated form, but not if the full name was printed only once, because it may then be
  // misspelt.
  const is_longer = b.credits.length > 1 && b.words.join('').startsWith(a.words.join(''));
  into.group = {
    ...a,
    category: a.category ?? b.category,
    is_doubted: a.is_doubted || b.is_doubted,
    words: is_longer ? b.words : a.words,
    spellings: a.spellings.length < SPELLINGS_MAX ? [...a.spellings, ...b.spellings] : a.spellings,
  };
}

const byDayAndId = (a: Credit, b: Credit): number => a.day - b.day || (a.transaction.id < b.transaction.id ? -1 : 1);
