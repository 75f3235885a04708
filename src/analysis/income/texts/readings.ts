// Reads a transaction description and returns the payer, the purpose, the payment channel, and the known phrases.
import { leadOf, NUMBER_PLACES_MAX, withNumbers } from './lead.ts';
import type { Hit } from './lexicon.ts';
import { type OwnerNames, ownerNames, withoutOwners } from './owners.ts';
import { GAP, isId, payerOf, payerWords } from './payer-words.ts';
import { ENTRY_PLACES, NAME_PLACES, type Segments, segmentsOf } from './segments.ts';
import { type Token, tokensOf } from './tokens.ts';
import { BEFORE_A_NAME, BEHIND_A_NAME, findPhrases, LEGAL_FORMS, type Tag } from './words.ts';

export type Reading = {
  /** The payer's name for display. */
  payer: string;
  /** The words of the description that distinguish one payer from another. There are at most four words. */
  words: readonly string[];
  hits: readonly Hit<Tag>[];
  tags: ReadonlySet<Tag>;
  sec: string | null;
  /** The person-to-person payment app, if one was used. */
  app: string | null;
};

export type Read = { reading: Reading; company_id: string | null; person: string | null };

const WORDS_MAX = 4;

/**
 * The reader caches each `Reading` by the words of the description, because most descriptions occur many times or
 * differ only in numbers.
 */
export function newReader(owners: OwnerNames = ownerNames([])): (description: string, memo: string | null) => Read {
  const seen = new Map<string, Read>();
  const known = new Map<string, Reading>();
  return (description, memo) => {
    const text = memo === null ? description : `${description}\n${memo}`;
    const read = seen.get(text);
    if (read !== undefined) return read;
    const segments = segmentsOf(description);
    const head = withNumbers(tokensOf(segments.head));
    const entry = segments.entry === null ? [] : tokensOf(segments.entry);
    const note = memo === null ? [] : tokensOf(memo);
    const key = `${keyOf(head)}|${keyOf(entry)}|${keyOf(note)}|${segments.sec}`;
    const reading = known.get(key) ?? readingOf(head, entry, note, segments, owners);
    known.set(key, reading);
    const made = { reading, company_id: segments.company_id, person: segments.person };
    seen.set(text, made);
    return made;
  };
}

function keyOf(tokens: readonly Token[]): string {
  let key = '';
  for (const { raw, word } of tokens) key += word === '' ? (isId(raw, word) ? ' #' : ' .') : ` ${word}`;
  return key;
}

function readingOf(
  head: readonly Token[],
  entry: readonly Token[],
  note: readonly Token[],
  { entry: marked, sec }: Segments,
  owners: OwnerNames,
): Reading {
  const found_hits = findPhrases([...head, GAP, ...entry], cutAt(head, entry, marked !== null)).flatMap((hit) =>
    isBeforeAdvance(hit, head) ? payOf(hit) : [hit],
  );
  const hits = found_hits.map((hit) => (isPrefix(hit, head, found_hits) ? { ...hit, tag: BANK_DEPOSIT } : hit));
  const note_hits = findPhrases(note);
  const tags = new Set([...hits, ...note_hits].map(({ tag }) => tag));
  const way = hits.find(({ tag }) => tag === 'app');
  // A company that runs a payment app also pays wages to its own employees. Such wages are not payments made with the
  // app.
  const app = way !== undefined && tags.has('wages') && LEGAL_FORMS.has(head[way.until]?.word ?? '') ? undefined : way;
  const named_by = app === undefined ? withoutOwners(head, owners) : head;
  const words = payerOf(named_by, entry, hits, marked !== null, app);
  // Some banks print only the payment channel in the description, and the payer in the memo.
  const from_note = words.length === 0 && app === undefined ? payerWords(note, [], note_hits, false) : [];
  const found = words.length > 0 ? words : from_note;
  const named = hits.find(({ role }) => role === 'payer') ?? note_hits.find(({ role }) => role === 'payer');
  const payer = found.length > 0 ? found.join(' ') : (named?.name ?? hits[0]?.name ?? 'DEPOSIT');
  return {
    payer: app === undefined ? payer : [app.name, ...found].join(' '),
    words: found.slice(0, WORDS_MAX),
    hits: [...hits, ...note_hits],
    tags,
    sec,
    app: app?.name ?? null,
  };
}

/**
 * Whether ADVANCE is the first word of the payer's name, so that only the word before ADVANCE is the entry description.
 * The result is true if the description starts with PAYROLL ADVANCE, SALARY ADVANCE or WAGE ADVANCE, and then has a
 * word that can belong to a name.
 */
function isBeforeAdvance({ tag, name, from, until }: Hit<Tag>, head: readonly Token[]): boolean {
  if (tag !== 'cash_advance' || !PAY_ADVANCES.has(name) || from !== leadOf(head)) return false;
  const next = head[until]?.word ?? '';
  return next.length > 1 && !BEFORE_A_NAME.has(next) && !BEHIND_A_NAME.has(next);
}

const PAY_ADVANCES = new Set(['PAYROLL ADVANCE', 'SALARY ADVANCE', 'WAGE ADVANCE']);

const payOf = ({ from, name }: Hit<Tag>): Hit<Tag>[] =>
  (['payroll', 'wages'] as const).map((tag) => ({
    tag,
    role: 'entry',
    name: name.replace(' ADVANCE', ''),
    from,
    until: from + 1,
  }));

/**
 * The index of the word that the bank may have truncated, or -1 if there is no such word. In a marked entry, the last
 * word may be truncated if the entry has exactly ten characters. An unmarked entry comes after a name of up to sixteen
 * characters and a space. Its last word may be truncated if the name, the space and the entry together have more than
 * seventeen characters.
 */
function cutAt(head: readonly Token[], entry: readonly Token[], is_marked: boolean): number {
  if (is_marked) return placesOf(entry) === ENTRY_PLACES ? head.length + entry.length : -1;
  return placesOf(head.slice(leadOf(head))) > NAME_PLACES + 1 ? head.length - 1 : -1;
}

/**
 * The length of the tokens in characters. Every number is treated as three characters long, because results are cached
 * under a key that does not contain the exact length of a number.
 */
function placesOf(tokens: readonly Token[]): number {
  let places = -1;
  for (const { word } of tokens) places += (word === '' ? NUMBER_PLACES_MAX : word.length) + 1;
  return places;
}

/**
 * Some banks print "Direct Deposit" before every ACH credit. The phrase comes from the bank: it is too long for an
 * employer's entry, which has at most ten characters. It is therefore weaker evidence of pay than the employer's own
 * entry.
 */
const BANK_DEPOSIT: Tag = 'bank_deposit';
const isPrefix = (hit: Hit<Tag>, head: readonly Token[], hits: readonly Hit<Tag>[]): boolean =>
  hit.tag === 'direct_deposit' &&
  head.slice(0, hit.from).every(({ word }) => word === '' || BEFORE_A_NAME.has(word)) &&
  head.slice(hit.until).some(({ word }) => word !== '' && !BEFORE_A_NAME.has(word) && !BEHIND_A_NAME.has(word)) &&
  (!EMPLOYERS_ENTRIES.has(hit.name) || endsWithEntry(hit, head, hits));

/**
 * Whether an entry description follows the name. A payment has only one entry description, so if one follows the name,
 * the words before the name come from the bank.
 */
function endsWithEntry(first: Hit<Tag>, head: readonly Token[], hits: readonly Hit<Tag>[]): boolean {
  const last = head.findLastIndex(({ word }) => word !== '');
  return hits.some(
    ({ role, tag, from, until }) =>
      role === 'entry' && tag !== 'advance_word' && from > first.until && until > last && from < head.length,
  );
}

const EMPLOYERS_ENTRIES = new Set(['DIR DEP', 'DIRECT DEP', 'DIRDEP', 'DIRECTDEP', 'DIR DE']);

/** Whether the payment is to a person, according to its SEC code or the bank's own words. */
export const isToPerson = ({ sec, tags }: Reading): boolean => sec === 'PPD' || tags.has(BANK_DEPOSIT);
