// Splits a transaction description into the fields of the ACH payment. Banks print the same fields in a handful of
// formats; a description in any other format is not split.

export type Segments = {
  /** The payer. If the bank does not mark the purpose, this field also contains the purpose. */
  head: string;
  /** The purpose of the payment; null if the bank does not mark the purpose. */
  entry: string | null;
  /** The SEC code of the ACH entry: `PPD` for payments to people, `CCD` for payments to companies. */
  sec: string | null;
  company_id: string | null;
  person: string | null;
};

/** The field lengths of an ACH entry, in characters. */
export const NAME_PLACES = 16;
export const ENTRY_PLACES = 10;

const SEC_CODES = ['PPD', 'CCD', 'CTX', 'WEB', 'TEL', 'IAT', 'ARC', 'BOC', 'POP', 'RCK'] as const;
const SEC_WITH_ID = new RegExp(`\\b(${SEC_CODES.join('|')})\\s+ID\\s*:\\s*(\\w*)`);
const SEC_ALONE = new RegExp(`\\b(${SEC_CODES.join('|')})\\b`);
const SHORT_DATE = /(?<=\S)\s\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?=\s|$)/;
/** The minimum length of a company id; shorter strings are masked ids, or not ids at all. */
const COMPANY_ID_MIN = 8;

/** The beginning of additional fields that some banks append to the description. These fields are ignored. */
const OWN_FIELDS = '~ FUTURE AMOUNT';
const CUSTOMER = ' CUSTOMER ID ';

export function segmentsOf(description: string): Segments {
  const whole = description.toUpperCase();
  const text = whole.slice(0, indexFrom(whole, OWN_FIELDS, 0));
  const semicolon = text.indexOf('; ');
  if (semicolon > 0 && semicolon <= ENTRY_PLACES) {
    const rest = { sec: null, company_id: null, person: null };
    return { head: text.slice(semicolon + 2), entry: text.slice(0, semicolon), ...rest };
  }
  const customer = text.indexOf(CUSTOMER);
  if (customer >= 0) return forCustomer(text.slice(0, customer));
  const des = text.indexOf(' DES:');
  if (des >= 0) return marked(text, des);
  if (text.includes('ORIG CO NAME:')) return longMarked(text);
  const type = text.indexOf(' TYPE: ');
  if (type >= 0 && text.includes(' CO: ', type)) return typed(text, type);
  const with_id = SEC_WITH_ID.exec(text);
  if (with_id !== null) {
    const [, sec = null, company_id = ''] = with_id;
    return { ...columns(text.slice(0, with_id.index)), sec, company_id: companyId(company_id), person: null };
  }
  return dated(text);
}

/** Splits a description of the form `NAME DES:ENTRY ID:… INDN:PERSON CO ID:COMPANY PPD` into its fields. */
function marked(text: string, des: number): Segments {
  const id = indexFrom(text, ' ID:', des);
  const person_at = text.indexOf(' INDN:', des);
  const company_at = text.indexOf(' CO ID:', des);
  const tail = company_at < 0 ? '' : text.slice(company_at + 7).trim();
  const [company_id = ''] = tail.split(/\s/, 1);
  return {
    head: text.slice(0, des),
    entry: text.slice(des + 5, Math.min(id, indexFrom(text, ' INDN:', des), indexFrom(text, ' CO ID:', des))).trim(),
    sec: SEC_ALONE.exec(tail)?.[1] ?? null,
    company_id: companyId(company_id),
    person: person_at < 0 ? null : text.slice(person_at + 6, company_at < 0 ? undefined : company_at).trim() || null,
  };
}

/**
 * Splits a description of the form `NAME TYPE: ENTRY ID: COMPANY CO: NAME`. Some banks print `Entry Class Code: PPD` at
 * the end.
 */
function typed(text: string, type: number): Segments {
  const company = text.indexOf(' CO: ', type);
  const id = Math.min(indexFrom(text, ' ID: ', type), company);
  return {
    head: text.slice(0, type),
    entry: text.slice(type + 7, id).trim(),
    sec: SEC_ALONE.exec(text.slice(company))?.[1] ?? null,
    company_id: companyId(text.slice(id + 5, company).trim()),
    person: null,
  };
}

/**
 * Splits a description of the form `ORIG CO NAME:NAME ORIG ID:COMPANY DESC DATE:… CO ENTRY DESCR:ENTRY SEC:PPD TRACE#:…
 * IND NAME:PERSON`.
 */
function longMarked(text: string): Segments {
  const field = (name: string): string => {
    const at = text.indexOf(name);
    if (at < 0) return '';
    const rest = text.slice(at + name.length);
    const end = rest.search(/\s(?:ORIG ID|DESC DATE|CO ENTRY DESCR|SEC|TRACE ?#|EED|IND ID|IND NAME|TRN)\s*:/);
    return (end < 0 ? rest : rest.slice(0, end)).trim();
  };
  return {
    head: field('ORIG CO NAME:'),
    entry: field('CO ENTRY DESCR:'),
    sec: SEC_ALONE.exec(field('SEC:'))?.[1] ?? null,
    company_id: companyId(field('ORIG ID:')),
    person: field('IND NAME:') || null,
  };
}

/**
 * Splits a description of the form `NAME ENTRY yymmdd ID PERSON`. The text after the date does not describe the
 * payment.
 */
function dated(text: string): Segments {
  const sec = SEC_ALONE.exec(text)?.[1] ?? null;
  // In a wire's description the sender comes after the date, so the text is not cut off at the date.
  const date = text.startsWith('WIRE') || text.startsWith('WT ') ? null : SHORT_DATE.exec(text);
  if (date === null) return { head: text, entry: null, sec, company_id: null, person: null };
  return { ...columns(text.slice(0, date.index)), sec, company_id: null, person: null };
}

/**
 * Splits descriptions of two forms: `ACH CORP CREDIT ENTRY NAME CUSTOMER ID …`, and `ENTRY NAME PERSON CUSTOMER ID …`.
 * Only the person is split off; the entry stays in `head`.
 */
function forCustomer(text: string): Segments {
  const fields = { entry: null, sec: null, company_id: null };
  if (text.startsWith('ACH CORP ')) return { ...fields, head: text, person: null };
  // We assume that a person's name has two words, with an optional initial between them, and that at least two words
  // come before it: the entry and one word of a company's name.
  const words = text.split(' ').filter((word) => word !== '');
  const person = words.slice(words.at(-2)?.length === 1 ? -3 : -2);
  const are_names = IS_NAME.test(person[0] ?? '') && IS_NAME.test(person.at(-1) ?? '');
  if (!are_names || words.length - person.length < 2) return { ...fields, head: text, person: null };
  return { ...fields, head: words.slice(0, -person.length).join(' '), person: person.join(' ') };
}

const IS_NAME = /^[A-Z'-]{2,},?$/;

/**
 * The name field has sixteen characters. A shorter name leaves a gap before the entry; a name of full length is
 * followed by a single space.
 */
function columns(text: string): Pick<Segments, 'head' | 'entry'> {
  const gap = text.search(/\S {2,}\S/);
  if (gap < 0) return { head: text, entry: null };
  const behind = gap - NAME_PLACES;
  const is_full = text[NAME_PLACES] === ' ' && behind > 0 && behind <= ENTRY_PLACES;
  const end = is_full ? NAME_PLACES : gap + 1;
  return { head: text.slice(0, end), entry: text.slice(end).trim() };
}

function indexFrom(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at;
}

const companyId = (text: string): string | null => (text.length >= COMPANY_ID_MIN && isTelling(text) ? text : null);

/** Characters with which banks mask an id, and runs of zeros with which banks pad an id. */
const HIDDEN = /[X*#.\-\u2022]{3,}|0{5,}/g;
/**
 * The minimum number of visible characters in an id. With fewer visible characters, too many ids of different payers
 * look the same.
 */
const PLACES_LEFT_MIN = 5;

/**
 * Whether an id distinguishes payers. Masked ids and ids that repeat one digit do not distinguish payers, because
 * several payers may have the same id.
 */
function isTelling(id: string): boolean {
  const left = id.replaceAll(HIDDEN, '');
  return left.length >= PLACES_LEFT_MIN && /\d/.test(left) && new Set(left).size > 1;
}
