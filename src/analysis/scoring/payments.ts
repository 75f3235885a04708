// Determines the purpose of a payment from its description. If the description matches nothing, the bank's categories
// decide.
import { lexiconOf } from '#analysis/income/texts/lexicon.ts';
import { tokensOf } from '#analysis/income/texts/tokens.ts';
import type { Kind } from './kinds.ts';
import { PAYMENT_WORDS, type Tag } from './words.ts';

const findPhrases = lexiconOf<Tag>(PAYMENT_WORDS);

/** Most descriptions occur many times, so their tags are cached. */
export function newTagReader(): (description: string) => ReadonlySet<Tag> {
  const seen = new Map<string, ReadonlySet<Tag>>();
  return (description) => {
    const known = seen.get(description);
    if (known !== undefined) return known;
    const tags = new Set(findPhrases(tokensOf(description)).map(({ tag }) => tag));
    seen.set(description, tags);
    return tags;
  };
}

/**
 * The first matching tag decides, so specific tags come first: a payday loan is also a loan, and a fee for an advance
 * is also an advance.
 */
const PAID_FOR: readonly [Tag, Kind][] = [
  ['fee', 'fee'],
  ['payday', 'payday'],
  ['advance', 'advance'],
  ['gambling', 'gambling'],
  ['crypto', 'crypto'],
  ['housing', 'housing'],
  ['card', 'card'],
  ['loan', 'loan'],
  ['utility', 'utility'],
  ['subscription', 'subscription'],
  ['cash_out', 'cash'],
  ['transfer', 'transfer'],
];

/**
 * Patterns for a payment's category names. The names are first joined into one upper-case text with spaces between the
 * words.
 */
const CATEGORIES: readonly [RegExp, Kind][] = [
  [/\bFEES?\b|\bBANK CHARGES?\b/, 'fee'],
  [/\bPAYDAY\b/, 'payday'],
  [/\bCASH ADVANCES?\b/, 'advance'],
  [/\bGAMBLING\b|\bCASINOS?\b|\bLOTTERY\b/, 'gambling'],
  [/\bCRYPTO/, 'crypto'],
  [/\bRENT\b|\bMORTGAGE\b/, 'housing'],
  [/\bCREDIT CARD\b|^PAYMENT CREDIT$/, 'card'],
  [/\bLOANS?\b/, 'loan'],
  [/\bUTILIT(?:Y|IES)\b|\bTELEPHONE\b|\bINTERNET\b/, 'utility'],
  [/\bSUBSCRIPTIONS?\b/, 'subscription'],
  [/\bATM\b|\bCASH WITHDRAWAL\b|\bWITHDRAWAL CASH\b/, 'cash'],
  [/\bTRANSFERS?\b/, 'transfer'],
];

export function paidFor(tags: ReadonlySet<Tag>, categories: readonly string[]): Kind {
  const said = PAID_FOR.find(([tag]) => tags.has(tag));
  if (said !== undefined) return said[1];
  if (categories.length === 0) return 'other';
  const names = categories
    .join(' ')
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, ' ')
    .trim();
  return CATEGORIES.find(([pattern]) => pattern.test(names))?.[1] ?? 'other';
}
