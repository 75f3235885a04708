// Recognises the headings and summary lines of a statement: which sections have deposits, which have withdrawals, and
// which lines are not transactions.

/**
 * The content of a section: deposits, withdrawals, checks, a mixture of deposits and withdrawals (whose signs follow
 * from columns or balances), or no transactions.
 */
export type Section = 'credit' | 'debit' | 'check' | 'mixed' | 'none';

/** The maximum number of words in a heading. */
const HEADING_WORDS_MAX = 9;

const NOT_TRANSACTIONS =
  /\b(?:images?|pictures?|copies) of\b|\bcheck images?\b|^loans?\b(?! payments?)|\bloan (?:account|activity|summary|transactions?|information)\b|\bdaily\b.*\bbalances?\b|\bbalances? by date\b|\bbalance (?:summary|history|information)\b|\bending balances? (?:by|each)\b|\b(?:over ?draft|fees?|nsf|interest|account|statement|transaction|activity|service charge)s?\b.*\bsummary\b|\bsummary\b|\breconcil|\bbalanc(?:e|ing) your\b|\brates?\b.*\binformation\b|\bin case of errors\b|\bimportant\b|\brewards?\b|\bfees charged\b.*\b(?:year|period)\b|\byear to date\b|\btotal for this period\b/;
const MIXED =
  /\b(?:transactions?|activity|account) (?:history|details?|activity|list(?:ing)?|register|by date)\b|^(?:all )?(?:transactions|activity|account activity|checking activity|savings activity|transaction history)$|\bdeposits?\b.*\b(?:and|&|\/)\b.*\bwithdrawals?\b|\bcredits? (?:and|&|\/) debits?\b|\bdebits? (?:and|&|\/) credits?\b/;
const CHECK =
  /\b(?:checks?|cheques?|drafts?|share drafts?)\b(?: \w+)?(?: paid| cleared| posted| listing| in (?:number|numerical|serial|check)\b.*| summary)?$/;
const DEBIT =
  /\bwithdrawals?\b|\bdebits?\b|\bfees?\b|\bservice charges?\b|\bcharges?\b|\bsubtractions?\b|\bpurchases?\b|\bpayments?\b|\bmoney out\b|\bpaid out\b|\batm\b|\bcard\b|\boutgoing\b|\btransfers? out\b|\bbill pay\b/;
const CREDIT =
  /\bdeposits?\b|\bcredits?\b|\badditions?\b|\binterest (?:paid|earned|credited)?|\bmoney in\b|\bpaid in\b|\bincoming\b|\btransfers? in\b|\brefunds?\b|\breceived\b/;

/**
 * Returns the section that begins at a heading, or undefined if the line is not a heading. Amounts in the line are
 * ignored.
 */
export function sectionOf(text: string): Section | undefined {
  const plain = text
    .toLowerCase()
    .replace(/\(?\bcont(?:inued|'d|\.)?(?=\W|$)(?: (?:from|on) .*)?\)?/g, ' ')
    .replace(/[-+(]*\$? ?\d[\d,]*\.\d{2}\)?/g, ' ')
    .replace(/[^a-z&/]+/g, ' ')
    .replace(/&/g, ' and ')
    .replace(/\//g, ' / ')
    .replace(/\s+/g, ' ')
    .trim();
  const words = plain.split(' ');
  if (plain === '' || words.length > HEADING_WORDS_MAX || /^(?:sub ?)?totals?\b/.test(plain)) return undefined;
  if (isBalanceLine(plain)) return undefined;
  if (NOT_TRANSACTIONS.test(plain)) return 'none';
  if (MIXED.test(plain)) return 'mixed';
  const [debit, credit] = [DEBIT.test(plain), CREDIT.test(plain)];
  if (/^checks?\b.*\b(?:and|\/)\b/.test(plain) && debit) return 'debit';
  if (CHECK.test(plain)) return 'check';
  // The heading `ATM & debit card withdrawals` means debits only. So does `Credit card payments`, despite the word
  // `credit`.
  if (debit && credit) return /\b(?:deposit|credit) (?:card|union)\b/.test(plain) ? 'debit' : 'mixed';
  if (debit) return 'debit';
  return credit ? 'credit' : undefined;
}

const BALANCE_LINE =
  /^(?:(?:your )?(?:beginning|opening|previous|prior|starting|ending|closing|final|start|end|new|current|available|last statement|average)(?: (?:daily|ledger|collected|available|account|statement|checking|savings|day|month end))* balances?\b|balance (?:brought|carried|b\/?f|c\/?f|forward|from|as of|on|last|this|at|start|end|beginning|ending)\b|(?:brought|carried) forward\b|forward balance\b|balances? forward\b|balance$|ending totals?\b)/;

/** Whether the line states a balance: an opening or closing one, or an amount carried from one page to the next. */
export const isBalanceLine = (text: string): boolean =>
  BALANCE_LINE.test(text.toLowerCase().replace(/\s+/g, ' ').trim());

export const isTotalLine = (text: string): boolean =>
  /^(?:sub ?-?)?totals?\b|^net (?:change|total)\b/i.test(text.trim());

/** Whether the line is a note between rows, which is not part of a description. */
export const isPageNote = (text: string): boolean =>
  /\bpage \d+(?: of \d+)?\b|^\(?continued\b|\bcontinued on\b|\bmember fdic\b|\bncua\b|\bequal housing\b|^\*|\bcustomer service\b/i.test(
    text,
  );
