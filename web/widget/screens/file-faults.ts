// Explains why a bank file could not be read, in plain words and in the applicant's language.
import type { Locale } from '../../shared/session.ts';
import { fill, type Words } from '../../shared/words.ts';

/** The format in which the server gives the line and column of a fault. Lines and columns are counted from 1. */
const PLACED = /^Line (\d+), column (\d+): (.+)\.$/s;

const UNKNOWN_FORMAT = 'the file has none of the known formats';

/**
 * Maps the server's messages about the whole file to the keys of our own texts. A message is recognised by its
 * beginning.
 */
const WHOLE: readonly (readonly [beginning: string, key: keyof Words & `file_bad_${string}`])[] = [
  ['No record of this person', 'file_bad_nobody'],
  ['Several people in this file', 'file_bad_several'],
  ['This kind of file is not accepted', 'file_bad_other_kind'],
  ['The files of this user contain more than', 'file_bad_too_many'],
  ['Ensure the file has no more than', 'file_bad_too_large'],
];

/** Returns the server's message in plain words. `kinds` lists the formats that can be read. */
export function refusalText(words: Words, message: string, kinds: string): string {
  const [, line = '', column = '', what = ''] = PLACED.exec(message) ?? [];
  if (what === UNKNOWN_FORMAT) return fill(words.file_bad_unknown, { kinds: fill(words.file_kinds, { kinds }) });
  if (what !== '') {
    const fault = fill(words.file_bad_line, { line, column, what: translated(words.locale, what) });
    return `${fault} ${words.file_bad_advice}`;
  }
  return words[WHOLE.find(([beginning]) => message.startsWith(beginning))?.[1] ?? 'file_bad_refused'];
}

/**
 * Spanish texts for faults that are common in downloaded files. Other faults are shown in English, as the server sends
 * them.
 */
const SPANISH: readonly (readonly [english: RegExp, spanish: string])[] = [
  [/^the amount is not a number$/, 'el importe no es un número'],
  [/^the balance is not a number$/, 'el saldo no es un número'],
  [/^the date does not follow (.+)$/, 'la fecha no tiene la forma $1'],
  [/^the row has no date$/, 'la fila no tiene fecha'],
  [/^the row ends before its amount$/, 'la fila termina antes del importe'],
  [/^no row has an amount$/, 'ninguna fila tiene un importe'],
  [/^no row has a date, a description and an amount$/, 'ninguna fila tiene fecha, descripción e importe'],
  [/^the file is empty$/, 'el archivo está vacío'],
];

function translated(locale: Locale, what: string): string {
  if (locale === 'en') return what;
  const known = SPANISH.find(([english]) => english.test(what));
  return known === undefined ? what : what.replace(known[0], known[1]);
}
