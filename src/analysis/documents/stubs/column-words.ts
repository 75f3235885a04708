// The words by which pay stubs name the columns of their tables. Each payroll program uses its own words.
import { plain } from '#analysis/documents/phrases.ts';
import { labelName } from './label-words.ts';

/** The content of a column. `number` and `text` are columns that are not read, for example taxable wages. */
export type ColumnKind =
  | 'description'
  | 'rate'
  | 'hours'
  | 'current'
  | 'ytd'
  | 'ytd_hours'
  | 'employer_current'
  | 'employer_ytd'
  | 'account'
  | 'number'
  | 'text';

const COLUMN_WORDS: readonly (readonly [ColumnKind, string])[] = [
  [
    'description',
    `description, desc, item, pay type, pay code, earning type, earnings type, earning code, earnings code, tax type,
    deduction type, bank, bank account, bank name, line item, financial institution, account type, institution, pay item, category, payroll item, details,
    name of bank, deposit to, deposited to`,
  ],
  [
    'rate',
    'rate, rates, pay rate, hourly rate, base rate, rate of pay, rate $, current rate, per hr, per hour, per mi, per mile, per unit, per piece, hourly, wage, hourly wage, wage rate, at, pay per hour, price, unit rate, rate hr, rate per hour, reg rate',
  ],
  [
    'hours',
    `hours, hrs, hrs units, hours units, units, qty, quantity, hours worked, current hours, this period hours, hours current,
    unit, hours qty, hrs qty, period hours, current hrs, hrs wkd, hrs worked, hours paid, hrs paid, hours or units, units hours, units hrs, no of hours, time, curr hours, curr hrs, hours this period, hrs this period, paid hours`,
  ],
  [
    'current',
    `current, this period, amount, amt, amounts, current amount, current amt, current period, this pay, this check, curr amount, curr amt,
    curr, current earnings, current pay, period amount, this period amount, current withheld, withheld, current total,
    total current, this pay period, current deductions, current deduction, current taxes, current tax, deducted, pay period, ee current, ee amount, ee amt,
    employee current, employee amount, employee, per pay, paid, gross amt, gross amount, cur amt, period amt, pay period amt, current ee, usd amount, amount usd, deposit amount, net amount, amount this period, period, cur,
    tax amount, deduction amount, amount deposited, amount withheld, amount deducted, current gross, current period amount, this payment,
    amount current, payment amount, check amount, earnings current, this week, this month, now, this paycheck, this payday, current usd, this stub, current value, deposit, amount paid`,
  ],
  [
    'ytd',
    `ytd, year, year to date, ytd amount, ytd amt, ytd total, total ytd, amount ytd, ytd earnings, to date, total to date, yr to date,
    ytd pay, ytd withheld, year to date amount, ytd deductions, ytd deduction, ytd taxes, ytd tax, ytd gross, ee ytd, employee ytd, ytd ee, ytd current,
    year to date total, calendar ytd, ytd balance, earnings ytd, y t d, ytd usd, ytd value, year to date earnings, year to date amt, amount year to date, tax ytd, taxes ytd, deductions ytd, earned ytd, ytd earned, amt ytd, withheld ytd, paid ytd, year amount,
    accum, accumulated, accumulation, ytd accum, cumulative, new ytd, ytd new, calendar year, cal yr, cal ytd, yr to dt, year so far, so far, jan 1 to date, this year, year total, for the year, annual to date, ytd dollars, ytd totals, new year to date, ytd after, ytd incl this check`,
  ],
  [
    'ytd_hours',
    `ytd hours, hours ytd, ytd hrs, hrs ytd, ytd units, units ytd, ytd hrs units, year to date hours, hours year to date, ytd qty,
    hours to date, hrs year to date`,
  ],
  [
    'employer_current',
    `employer, employer amount, employer current, employer contribution, employer match, employer paid, company match,
    company paid, er amount, er amt, er current, current employer, current er, employer cost, company contribution, company, company current,
    er contribution, er cont, employer this period`,
  ],
  [
    'employer_ytd',
    `employer ytd, ytd employer, er ytd, ytd er, company ytd, employer contribution ytd, employer match ytd, ytd company,
    employer year to date`,
  ],
  ['account', `account, account number, account no, account #, acct, acct number, acct no, acct #, account num`],
  [
    'number',
    `taxable wages, taxable, taxable amount, taxable gross, subject wages, wages, ytd taxable, basis, taxable earnings, factor, limit, goal,
    balance, accrued, used, available, earned, taken, remaining, beginning balance, ending balance, taxable wages ytd, ytd taxable wages, percent, %, multiplier,
    prior ytd, previous ytd, prior year to date, prev ytd, ytd prior, before this check, ytd before, prior, previous,
    accrued ytd, taken ytd, used ytd, taken this period, accrued this period, ytd used, ytd accrued, ytd taken, start balance, end balance, carryover, carried over,
    beginning, ending, current balance, new balance, prior balance, balance hours, hours accrued, hours used, hours balance, used this period, hours available`,
  ],
  [
    'text',
    `type, cd, cde, ln, seq, ref, no, filing status, dates, date, start date, end date, from, to, begin, end, job, department, dept, week, routing, routing number, routing no,
    routing #, transit, transit number, transit aba, aba, aba number, location, position, code, tax status, pretax, pre tax, account name, week ending, shift, cost center,
    allocation, status, exemptions, marital status, basis of pay, period dates, begin date, week of, worked in, jurisdiction, authority, frequency, work date, payment type`,
  ],
];

const columnKinds = new Map(
  COLUMN_WORDS.flatMap(([kind, words]) =>
    words.split(',').map((word): [string, ColumnKind] => [columnKey(word), kind]),
  ),
);

/** The number of words in the longest column name. */
export const COLUMN_WORDS_MAX = 5;

/** Keeps letters, digits, `#` and `%`. Units in parentheses do not distinguish columns, so they are removed. */
export function columnKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\(\$\)|\(usd\)|\(hrs?\)|\$/g, '')
    .replace(/[^a-z0-9#%]/g, '');
}

export const columnKind = (text: string): ColumnKind | undefined =>
  columnKinds.get(columnKey(text)) ??
  (text === '@' ? 'rate' : (kindByWords(text) ?? columnKinds.get(columnKey(withoutTranslation(text)))));

/** `Hours (Horas)` is `Hours`. */
const withoutTranslation = (text: string): string => text.replace(/ \([^()]+\)$/, '');

const YEAR_WORDS = /\b(?:ytd|year|yr|y t d|annual|cumulative|cum|to date)\b/;
const EMPLOYER_WORDS = /\b(?:employer|employers|er|company|co|district|agency)\b/;
const HOUR_WORDS = /\b(?:hours|hrs|units|qty)\b/;
const NOW_WORDS = /\b(?:this|current|curr|cur|amount|amt|withheld|deducted|taken|paid|now|check)\b/;
/** The words that occur in names of columns of amounts; a text with any other word is not such a name. */
const COLUMN_TOKENS =
  /^(?:this|the|current|curr|cur|period|week|month|pay|amount|amt|withheld|deducted|taken|paid|now|check|ytd|year|yr|to|date|y|t|d|annual|cumulative|cum|so|far|in|total|employer|employers|er|company|co|district|agency|employee|ee|your|share|cost|hours|hrs|units|qty|earned|dollars|usd|payday|paycheck|calendar|for|of)$/;

/** Returns the kind of a column whose name is not in the list, by its words: `Paid so far this year`. */
function kindByWords(text: string): ColumnKind | undefined {
  if (!text.includes(' ') || /[#:]/.test(text)) return undefined;
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const tokens = words.split(' ');
  if (
    new Set(tokens).size < tokens.length ||
    tokens.length < 2 ||
    tokens.length > COLUMN_WORDS_MAX ||
    !tokens.every((token) => COLUMN_TOKENS.test(token))
  )
    return undefined;
  if (labelName(text) !== undefined || /^(?:of|to|for|in|the)\b/.test(words)) return undefined;
  if (YEAR_WORDS.test(words)) {
    if (HOUR_WORDS.test(words)) return /\bam(?:oun)?t\b/.test(words) ? undefined : 'ytd_hours';
    return EMPLOYER_WORDS.test(words) ? 'employer_ytd' : 'ytd';
  }
  if (HOUR_WORDS.test(words)) return /\bam(?:oun)?t\b/.test(words) ? undefined : 'hours';
  if (!NOW_WORDS.test(words) || /\bdate\b/.test(words)) return undefined;
  return EMPLOYER_WORDS.test(words) ? 'employer_current' : 'current';
}

/** Names that are columns only beside other columns; alone they are labels of people and dates. */
const WEAK_COLUMNS = new Set(
  'employee,employer,company,year,now,period,payperiod,deposit,date,from,to,begin,end,status,type,account,paid,wages,thispay,employermatch,bank,balance,wage,paymentamount,checkamount,at,time,price,sofar,calendaryear,prior,previous,no,ref,ln'.split(
    ',',
  ),
);
export const isWeakColumn = (text: string): boolean => WEAK_COLUMNS.has(columnKey(text));

/** Whether the name is a column even directly after a heading: `Earnings Hours Rate Current`. */
export const isPlainColumn = (text: string): boolean =>
  /^(?:description|rate|hours|hrs|qty|current|thisperiod|amount|ytd|yeartodate|ytdamount|currentamount)$/.test(
    columnKey(text),
  );

/** Whether the name means an amount if it follows hours or a rate. Otherwise it is the heading of a section. */
export const isAmountAfterHours = (text: string): boolean =>
  [
    'earnings',
    'total',
    'pay',
    'gross',
    'grosspay',
    'wages',
    'earned',
    'totalpay',
    'earningsamount',
    'dollars',
    'value',
  ].includes(plain(text));
