// The formats of amounts and numbers. A value of type `Shown` has two texts: `text` is what is printed, and `truth` is
// the value that the reader should find.
import { decimal } from '../sample.ts';

export type Shown = { text: string; truth: string };

export const NOTHING: Shown = { text: '', truth: '' };

/** A text that the reader should return as it is printed. */
export const plain = (text: string): Shown => ({ text, truth: text });

/** The format of an amount: its thousands separator, its currency sign, and the sign of a negative amount. */
export type MoneyStyle = { comma?: boolean; dollar?: '$' | '$ ' | ''; negative?: 'minus' | 'parentheses' | 'trailing' };

export function moneyText(cents: number, { comma = true, dollar = '', negative = 'minus' }: MoneyStyle = {}): string {
  const [whole = '', part = ''] = decimal(Math.abs(cents)).split('.');
  const text = `${dollar}${comma ? grouped(whole) : whole}.${part}`;
  if (cents >= 0) return text;
  return { minus: `-${text}`, parentheses: `(${text})`, trailing: `${text}-` }[negative];
}

export const money = (cents: number, style: MoneyStyle = {}): Shown => ({
  text: moneyText(cents, style),
  truth: decimal(cents),
});

/** A tax or deduction that is printed as a negative amount. The reader should return a positive amount. */
export const taken = (cents: number, style: MoneyStyle = {}): Shown => ({
  text: cents === 0 ? moneyText(0, style) : moneyText(-cents, style),
  truth: decimal(cents),
});

/** Shows an amount, or nothing if it is zero or null. */
export const unlessZero = (cents: number | null, show: (cents: number) => Shown): Shown =>
  cents === null || cents === 0 ? NOTHING : show(cents);

/**
 * Shows hours, which are given in hundredths of an hour. Layouts also use this function for rates, with two or four
 * decimals.
 */
export function hours(value: number | null, decimals: 1 | 2 | 4 = 2): Shown {
  if (value === null) return NOTHING;
  const exact = decimals === 1 && value % 10 !== 0 ? 2 : decimals;
  return { text: (value / 100).toFixed(exact), truth: decimal(value) };
}

export const DATE_STYLES = [
  'MM/DD/YYYY',
  'M/D/YYYY',
  'MM/DD/YY',
  'MM-DD-YYYY',
  'Month D, YYYY',
  'Mon D, YYYY',
  'DD-MON-YYYY',
  'DD Mon YYYY',
  'DD-Mon-YYYY',
  'M/D/YY',
  'MM.DD.YYYY',
  'YYYY-MM-DD',
] as const;
export type DateStyle = (typeof DATE_STYLES)[number];

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export function date(day: string, style: DateStyle): Shown {
  const [year = '', month = '', number = ''] = day.split('-');
  const name = MONTHS[Number(month) - 1] ?? '';
  const texts: Record<DateStyle, string> = {
    'MM/DD/YYYY': `${month}/${number}/${year}`,
    'M/D/YYYY': `${Number(month)}/${Number(number)}/${year}`,
    'MM/DD/YY': `${month}/${number}/${year.slice(2)}`,
    'MM-DD-YYYY': `${month}-${number}-${year}`,
    'Month D, YYYY': `${name} ${Number(number)}, ${year}`,
    'Mon D, YYYY': `${name.slice(0, 3)} ${Number(number)}, ${year}`,
    'DD-MON-YYYY': `${number}-${name.slice(0, 3).toUpperCase()}-${year}`,
    'DD Mon YYYY': `${number} ${name.slice(0, 3)} ${year}`,
    'DD-Mon-YYYY': `${number}-${name.slice(0, 3)}-${year}`,
    'M/D/YY': `${Number(month)}/${Number(number)}/${year.slice(2)}`,
    'MM.DD.YYYY': `${month}.${number}.${year}`,
    'YYYY-MM-DD': day,
  };
  return { text: texts[style], truth: day };
}

const ONES =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
 nineteen`.split(/\s+/);
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Returns the amount in words, as on a check: `One thousand two hundred five and 07/100`. */
export function amountInWords(cents: number): string {
  const words = wordsBelowMillion(Math.floor(cents / 100));
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} and ${String(cents % 100).padStart(2, '0')}/100`;
}

function wordsBelowMillion(number: number): string {
  const rest = (part: number) => (part > 0 ? ` ${wordsBelowMillion(part)}` : '');
  if (number < 20) return ONES[number] ?? '';
  if (number < 100) return `${TENS[Math.floor(number / 10)]}${number % 10 ? `-${ONES[number % 10]}` : ''}`;
  if (number < 1000) return `${ONES[Math.floor(number / 100)]} hundred${rest(number % 100)}`;
  return `${wordsBelowMillion(Math.floor(number / 1000))} thousand${rest(number % 1000)}`;
}

const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',');
