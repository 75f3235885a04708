// Finds the words that the bank itself prints before the payer's name: Electronic Deposit From, ACH Corp Credit, ACH
// In. The name begins after these words. Its first word may be a word or a number that would not be part of a name
// elsewhere.
import type { Token } from './tokens.ts';
import { BEFORE_A_NAME } from './words.ts';

const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/**
 * Words for payment channels. If a word of `THINGS`, such as DEPOSIT, follows a word of this list, both words come from
 * the bank and are not part of the payer's name.
 */
const WAYS =
  wordsOf(`ACH CORP CORPORATE ELECTRONIC ELEC DIRECT DIR PREAUTHORIZED PREAUTH PREAUTHORISED AUTOMATIC AUTO EXTERNAL
  INCOMING MOBILE ONLINE INTERNET EARLY EFT RTP OTHER MISC`);
const THINGS = wordsOf(
  'CREDIT CREDITS CR DEPOSIT DEPOSITS DEP PAYMENT PAYMENTS PMT PYMT TRANSACTION TXN TRANS ENTRY IN',
);
/** No name begins with these words. */
const ALONE = wordsOf('ACH DEPOSIT DEPOSITS DEP FROM BY RECEIVED RECD RCVD PAID EFT RTP PPD CCD CTX DD');

/** The number of tokens that the bank put before the payer's name. */
export function leadOf(tokens: readonly Token[]): number {
  let at = 0;
  for (;;) {
    let end = at;
    while (WAYS.has(wordAt(tokens, end))) end++;
    if (end > at && THINGS.has(wordAt(tokens, end))) at = end + 1;
    else if (ALONE.has(wordAt(tokens, at)) || isLongNumber(tokens[at])) at++;
    else return at;
  }
}

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';
const isLongNumber = (token: Token | undefined): boolean => token?.word === '' && token.raw.length > NUMBER_PLACES_MAX;

/** The maximum number of digits in a number that may be part of a name; longer numbers are ids. */
export const NUMBER_PLACES_MAX = 3;
const PAY = wordsOf('PAYROLL SALARY WAGES PAY');
const PLACES = wordsOf('ON AT ATM REF ID TRN POS NO TO');
const A_WORD = /^[A-Z][A-Z&]+$/;
/** A number with a leading zero is a store number or a date, and not a part of a name. */
const IS_PADDED = /^0/;

/** A short number at the start of a name is part of it: 84 Lumber, 7-Eleven, 3M. Elsewhere it is a store number. */
export function withNumbers(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(isShortNumber)) return tokens;
  const lead = leadOf(tokens);
  return tokens.map((token, at) =>
    isShortNumber(token) && begins(tokens, at, lead) ? { ...token, word: token.raw } : token,
  );
}

const isShortNumber = ({ raw, word }: Token): boolean =>
  word === '' && raw.length <= NUMBER_PLACES_MAX && !IS_PADDED.test(raw);

function begins(tokens: readonly Token[], at: number, lead: number): boolean {
  const [before, next, after] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
  const is_behind = before !== undefined && (PAY.has(before.word) || BEFORE_A_NAME.has(before.word));
  if (before === undefined || at === lead || (is_behind && !PLACES.has(before.word)))
    return A_WORD.test(next?.word ?? '') || (next?.raw === '800' && A_WORD.test(after?.word ?? ''));
  // A number is part of a name in two more cases: in names like 1-800-GARDENS, and directly after an initial.
  const is_dialled = before.raw === '1' && tokens[at]?.raw === '800';
  return (is_dialled || before.word.length === 1) && at <= 2 && A_WORD.test(next?.word ?? '');
}
