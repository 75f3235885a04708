// What a bank's text says: who paid, what for, by which way, and which known phrases are in it.
import { ENTRY_MARK, type Hit } from './lexicon.ts';
import { type Segments, segmentsOf } from './segments.ts';
import { type Token, tokensOf } from './tokens.ts';
import { BEFORE_A_NAME, BEHIND_A_NAME, findPhrases, LEGAL_FORMS, type Tag } from './words.ts';

export type Reading = {
  /** The payer as a person would read it. */
  payer: string;
  /** The words by which payers are told apart, at most four. */
  words: readonly string[];
  hits: readonly Hit<Tag>[];
  tags: ReadonlySet<Tag>;
  sec: string | null;
  /** An app by which people pay each other, if the money came that way. */
  app: string | null;
};

export type Read = { reading: Reading; company_id: string | null; person: string | null };

const WORDS_MAX = 4;
/** Phrases do not reach from the name into the entry. */
const GAP: Token = { raw: '', word: ENTRY_MARK };

/** Most texts are there many times, and others differ in numbers only; a reader remembers what the words mean. */
export function newReader(): (description: string, memo: string | null) => Read {
  const seen = new Map<string, Read>();
  const known = new Map<string, Reading>();
  return (description, memo) => {
    const text = memo === null ? description : `${description}\n${memo}`;
    const read = seen.get(text);
    if (read !== undefined) return read;
    const segments = segmentsOf(description);
    const head = tokensOf(segments.head);
    const entry = segments.entry === null ? [] : tokensOf(segments.entry);
    const note = memo === null ? [] : tokensOf(memo);
    const key = `${keyOf(head)}|${keyOf(entry)}|${keyOf(note)}|${segments.sec}`;
    const reading = known.get(key) ?? readingOf(head, entry, note, segments);
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

function readingOf(head: Token[], entry: Token[], note: Token[], { entry: marked, sec }: Segments): Reading {
  const hits = findPhrases([...head, GAP, ...entry]).map((hit) =>
    isPrefix(hit, head) ? { ...hit, tag: BANK_DEPOSIT } : hit,
  );
  const note_hits = findPhrases(note);
  const tags = new Set([...hits, ...note_hits].map(({ tag }) => tag));
  const app = hits.find(({ tag }) => tag === 'app');
  const words = payerOf(head, entry, hits, marked !== null, app);
  // Some banks print only the way in the text, and the payer beside it.
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

/** Some banks write "Direct Deposit" before whatever comes by ACH: it says nothing of pay, as an employer's entry does. */
const BANK_DEPOSIT: Tag = 'bank_deposit';
const isPrefix = ({ tag, from, until }: Hit<Tag>, head: readonly Token[]): boolean =>
  tag === 'direct_deposit' &&
  head.slice(0, from).every(({ word }) => word === '' || BEFORE_A_NAME.has(word)) &&
  head.slice(until).some(({ word }) => word !== '' && !BEFORE_A_NAME.has(word) && !BEHIND_A_NAME.has(word));

/** A payment to a person, by its kind of entry or by what the bank calls it. */
export const isToPerson = ({ sec, tags }: Reading): boolean => sec === 'PPD' || tags.has(BANK_DEPOSIT);

function payerOf(
  head: Token[],
  entry: Token[],
  hits: readonly Hit<Tag>[],
  is_marked: boolean,
  app: Hit<Tag> | undefined,
): string[] {
  if (app !== undefined) return personWords([...head, GAP, ...entry], app, hits);
  const sender = hits.some(({ tag }) => tag === 'wire') ? head.findIndex(({ word }) => SENDERS.has(word)) : -1;
  if (sender < 0) return payerWords(head, entry, hits, is_marked);
  return payerWords(head.slice(sender + 1), entry, [], is_marked);
}

/** What a wire calls the one it comes from. */
const SENDERS = new Set(['ORIG', 'ORG', 'ORIGINATOR', 'SENDER']);

/** From the first word that means something to the first that says what the payment is for. */
function payerWords(head: Token[], entry: Token[], hits: readonly Hit<Tag>[], is_marked: boolean): string[] {
  const isIn = (at: number, wanted: (hit: Hit<Tag>) => boolean) =>
    hits.some((hit) => at >= hit.from && at < hit.until && wanted(hit));
  const words: string[] = [];
  for (const [at, { raw, word }] of head.entries()) {
    if (isIn(at, ({ tag }) => tag === 'processor')) continue;
    if (words.length === 0 && isIn(at, ({ tag }) => tag === 'advance_word')) {
      words.push(word);
      continue;
    }
    const ends = BEHIND_A_NAME.has(word) || isId(raw, word) || (!is_marked && isIn(at, isSayingWhatFor));
    if (ends && words.length > 0) break;
    if (!ends && word !== '' && (words.length > 0 || !BEFORE_A_NAME.has(word))) words.push(word);
  }
  const saying = withoutForms(words);
  if (saying.length > 0) return saying;
  // A payroll company alone: the employer may stand behind the entry.
  const behind = entry
    .filter(({ word }, at) => !isIn(head.length + 1 + at, isSayingWhatFor) && !BEHIND_A_NAME.has(word) && word !== '')
    .map(({ word }) => word);
  const processor = hits.find(({ tag }) => tag === 'processor');
  if (processor !== undefined) return withoutForms(behind).length > 0 ? withoutForms(behind) : [processor.name];
  return behind.length > 0 ? behind : hits.length > 0 ? [] : words;
}

/** A number; short ones may belong to a name. */
const isId = (raw: string, word: string): boolean => word === '' && raw.length > 3;

const isSayingWhatFor = ({ role, tag }: Hit<Tag>): boolean => role === 'entry' || tag === 'wage_access';

const withoutForms = (words: readonly string[]): string[] =>
  words.filter((word) => !LEGAL_FORMS.has(word) && word.length > 1);

const AFTER_A_NAME = new Set('ON REF CONF CONFIRMATION FOR MEMO ID TO NOTE PPD WEB CCD'.split(' '));

/** People are named after FROM, or after the app; what they write of the payment comes behind. */
function personWords(tokens: readonly Token[], app: Hit<Tag>, hits: readonly Hit<Tag>[]): string[] {
  const from = tokens.findIndex(({ word }) => word === 'FROM');
  const start = from >= 0 ? from + 1 : app.until;
  const note = hits.find((hit) => hit.from > start && WRITTEN.has(hit.tag))?.from;
  const words: string[] = [];
  for (const { word } of tokens.slice(start, note)) {
    const is_gap = word === '' || word === ENTRY_MARK;
    if (AFTER_A_NAME.has(word) || (is_gap && words.length > 0)) break;
    if (!is_gap && !BEFORE_A_NAME.has(word) && !AROUND_A_NAME.has(word)) words.push(word);
  }
  return words.slice(0, 3);
}

/** What people write to each other of a payment. */
const WRITTEN: ReadonlySet<Tag> = new Set([
  'alimony',
  'child_support',
  'rental',
  'invoice',
  'loan',
  'refund',
  'reimbursement',
]);

const AROUND_A_NAME = new Set(
  'TRANSFER CASHOUT CASH OUT INSTANT INST XFER STANDARD SCHEDULED APP RECURRING BALANCE INC LLC SENT SEND'.split(' '),
);
