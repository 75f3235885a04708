// The words that pay stubs use as names of table columns. Each payroll program uses its own words.
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
    name of bank, deposit to, deposited to, acct type, type of account, deposit type, account description, wage type, pay element, particulars, wage type text, wage type description,
    earnings description, earnings desc, deduction description, deduction desc, tax description, tax desc, pay description, type of pay, hours type`,
  ],
  [
    'rate',
    'rate, rates, pay rate, hourly rate, base rate, rate of pay, rate $, current rate, per hr, per hour, per mi, per mile, per unit, per piece, hourly, wage, hourly wage, wage rate, at, pay per hour, price, unit rate, rate hr, rate per hour, reg rate, rt, rte, hr rate, hrly rate, hourly pay rate, pay rt, rate amount, rate amt, regular rate, rate used, avg rate, average rate, comp rate, shift rate, effective rate, rate paid, hourly rt',
  ],
  [
    'hours',
    `hours, hrs, hrs units, hours units, units, qty, quantity, hours worked, current hours, this period hours, hours current,
    unit, hours qty, hrs qty, period hours, current hrs, hrs wkd, hrs worked, hours paid, hrs paid, hours or units, units hours, units hrs, no of hours, time, curr hours, curr hrs, hours this period, hrs this period, paid hours,
    hr, hour, total hours, total hrs, hours total, hours earned, cur hours, cur hrs, period hrs, hrs current, hrs curr, hours curr, hours this pay, hrs this pay, this pay hours, pay period hours,
    work hours, worked hours, hours this check, actual hours, reg hours, hours or qty, hrs or units, hours quantity, hrs or qty, quantity hours, units paid, hours or days, hrs days, pieces, miles, days, number of hours, pay hours, hours taken this period`,
  ],
  [
    'current',
    `current, this period, amount, amt, amounts, current amount, current amt, current period, this pay, this check, curr amount, curr amt,
    curr, current earnings, current pay, period amount, this period amount, current withheld, withheld, current total,
    total current, this pay period, current deductions, current deduction, current taxes, current tax, deducted, pay period, ee current, ee amount, ee amt,
    employee current, employee amount, employee, per pay, paid, gross amt, gross amount, cur amt, period amt, pay period amt, current ee, usd amount, amount usd, deposit amount, net amount, amount this period, period, cur,
    tax amount, deduction amount, amount deposited, amount withheld, amount deducted, current gross, current period amount, this payment,
    amount current, payment amount, check amount, earnings current, this week, this month, now, this paycheck, this payday, current usd, this stub, current value, deposit, amount paid,
    ptd, period to date, current dollars, cur dollars, pay amount, earnings amount, earn amt, ded amt, tax amt, deduct amt, earnings this period, deductions this period, taxes this period,
    this pay amount, this check amount, curr earnings, curr pay, cur earnings, cur pay, current payment, period earnings, period total, total this period, total amount, amount earned, amount due,
    ee deduction, ee contribution, ee cont, ee contrib, ee cost, ee share, employee contribution, employee deduction, employee cost, employee share, employee portion, employee paid, your cost, your share, you pay,
    pay this period, current check, period pay, period ded, current ded, cur ded, current deds, current contribution, amount taken, gross this period, pay now, curr dollars`,
  ],
  [
    'ytd',
    `ytd, year, year to date, ytd amount, ytd amt, ytd total, total ytd, amount ytd, ytd earnings, to date, total to date, yr to date,
    ytd pay, ytd withheld, year to date amount, ytd deductions, ytd deduction, ytd taxes, ytd tax, ytd gross, ee ytd, employee ytd, ytd ee, ytd current,
    year to date total, calendar ytd, ytd balance, earnings ytd, y t d, ytd usd, ytd value, year to date earnings, year to date amt, amount year to date, tax ytd, taxes ytd, deductions ytd, earned ytd, ytd earned, amt ytd, withheld ytd, paid ytd, year amount,
    accum, accumulated, accumulation, ytd accum, cumulative, new ytd, ytd new, calendar year, cal yr, cal ytd, yr to dt, year so far, so far, jan 1 to date, this year, year total, for the year, annual to date, ytd dollars, ytd totals, new year to date, ytd after, ytd incl this check,
    ytd paid, ytd ded, ytd deds, ytd deducted, ytd deduct, ytd net, cum, cum amount, cum amt, cumulative ytd, cumulative total, year to date deductions, year to date taxes, year to date pay, year to date withheld,
    ytd employee, ee ytd amount, ytd ee amount, employee year to date, yearly, yearly total, annual total, ytd contribution, ytd contributions, gross ytd, ytd incl current, ytd to date, y to d, year to dt, yr total, yr amt`,
  ],
  [
    'ytd_hours',
    `ytd hours, hours ytd, ytd hrs, hrs ytd, ytd units, units ytd, ytd hrs units, year to date hours, hours year to date, ytd qty,
    hours to date, hrs year to date, ytd hour, ytd hours units, ytd units hours, ytd hrs or units, ytd hours or units, year hours, yr hours, yr hrs, cum hours, cum hrs, cumulative hours, total ytd hours, ytd total hours,
    ytd quantity, ytd days, ytd miles, ytd hours worked, ytd hours paid`,
  ],
  [
    'employer_current',
    `employer, employer amount, employer current, employer contribution, employer match, employer paid, company match,
    company paid, er amount, er amt, er current, current employer, current er, employer cost, company contribution, company, company current,
    er contribution, er cont, employer this period, employer share, employer portion, er share, er cost, er paid, er match, er contrib, company cost, company share, company amount, company amt,
    company contrib, employer contributions, employer contrib, employer pays, company pays, current company, paid by employer, paid by company, match, employer benefit, agency share, agency contribution, district share, company match amount`,
  ],
  [
    'employer_ytd',
    `employer ytd, ytd employer, er ytd, ytd er, company ytd, employer contribution ytd, employer match ytd, ytd company,
    employer year to date, er ytd amount, er ytd amt, employer ytd amount, employer ytd amt, company ytd amount, ytd employer contribution, ytd employer contributions, ytd match, match ytd, ytd er amount, ytd er amt,
    er year to date, company year to date, ytd employer cost, employer share ytd, ytd employer share, ytd company contribution, employer cost ytd, ytd company match, company match ytd, employer contributions ytd`,
  ],
  [
    'account',
    `account, account number, account no, account #, acct, acct number, acct no, acct #, account num, account ending, account ending in, acct ending, acct ending in, last 4, last four, last 4 digits, account mask, masked account, account last 4, acct last 4, bank acct, bank acct no, bank acct #, bank account number, bank account no, bank account #, ending in`,
  ],
  [
    'number',
    `taxable wages, taxable, taxable amount, taxable gross, subject wages, wages, ytd taxable, basis, taxable earnings, factor, limit, goal,
    balance, accrued, used, available, earned, taken, remaining, beginning balance, ending balance, taxable wages ytd, ytd taxable wages, percent, %, multiplier,
    prior ytd, previous ytd, prior year to date, prev ytd, ytd prior, before this check, ytd before, prior, previous,
    accrued ytd, taken ytd, used ytd, taken this period, accrued this period, ytd used, ytd accrued, ytd taken, start balance, end balance, carryover, carried over,
    beginning, ending, current balance, new balance, prior balance, balance hours, hours accrued, hours used, hours balance, used this period, hours available,
    taxable ytd, ytd taxable gross, ytd taxable amount, current taxable, current taxable wages, taxable current, taxable this period, subject, subject gross, subject earnings, ytd subject, tax base, wage base, taxable base, subject to tax,
    mtd, qtd, month to date, quarter to date, max, maximum, annual max, annual limit, deduction limit, loan balance, arrears, arrears balance, remaining balance, goal amount, tax rate, pct, percentage, tax %, ee %, er %, match %, rate %,
    accrual, accrual rate, accr, adjusted, adj, hrs accrued, hrs used, hrs taken, hrs avail, hrs balance, bal, beg bal, begin bal, end bal, ending bal, avail, available hours, available balance, carry over, carry forward, forfeited, max accrual,
    balance forward, prior bal, pending, scheduled, used hours, accrued hours, taken hours, hours taken, hours remaining, max balance`,
  ],
  [
    'text',
    `type, cd, cde, ln, seq, ref, no, filing status, dates, date, start date, end date, from, to, begin, end, job, department, dept, week, routing, routing number, routing no,
    routing #, transit, transit number, transit aba, aba, aba number, location, position, code, tax status, pretax, pre tax, account name, week ending, shift, cost center,
    allocation, status, exemptions, marital status, basis of pay, period dates, begin date, week of, worked in, jurisdiction, authority, frequency, work date, payment type,
    date worked, dates worked, dist code, gl code, job code, job no, job number, job #, work order, phase, craft, tax code, rate type, rate code, hours code, start, stop, work state, work location, division, div, project, task, reason, comments,
    pre post, tax treatment, effective date, earn code, ded code, cost code, pay group, acct code`,
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
  (text === '@'
    ? 'rate'
    : (kindByWords(text) ?? columnKinds.get(columnKey(withoutTranslation(text))) ?? kindOfYear(text)));

/** `2026 YTD` and `YTD 2026` are the year to date. */
const kindOfYear = (text: string): ColumnKind | undefined => {
  const rest = text.replace(/\b20\d\d\b/, '').trim();
  const kind = rest === text ? undefined : columnKinds.get(columnKey(rest));
  return kind === 'ytd' || kind === 'ytd_hours' ? kind : undefined;
};

/** `Hours (Horas)` is `Hours`. */
const withoutTranslation = (text: string): string => text.replace(/ \([^()]+\)$/, '');

const YEAR_WORDS = /\b(?:ytd|year|yr|y t d|annual|cumulative|cum|to date)\b/;
const EMPLOYER_WORDS = /\b(?:employer|employers|er|company|co|district|agency)\b/;
const HOUR_WORDS = /\b(?:hours|hrs|units|qty)\b/;
const NOW_WORDS = /\b(?:this|current|curr|cur|amount|amt|withheld|deducted|taken|paid|now|check)\b/;
/**
 * The words that occur in names of columns of amounts; a text that contains any other word is not the name of a column
 * of amounts.
 */
const COLUMN_TOKENS =
  /^(?:wages|earnings|tax|taxes|deductions?|contributions?|this|the|current|curr|cur|period|week|month|pay|amount|amt|withheld|deducted|taken|paid|now|check|ytd|year|yr|to|date|y|t|d|annual|cumulative|cum|so|far|in|total|employer|employers|er|company|co|district|agency|employee|ee|your|share|cost|hours|hrs|units|qty|earned|dollars|usd|payday|paycheck|calendar|for|of)$/;

const SECTION_WORDS = /\b(?:wages|earnings|tax|taxes|deductions?|contributions?)\b/;

/**
 * Columns that are not read: the base of a tax, and the hours of a single week, as in `Taxable wages current` and
 * `Hours week 1`.
 */
const NOT_READ =
  /\b(?:taxable|subject) (?:wages|earnings|gross|amount)\b|^(?:(?:hours|hrs) )?w(?:ee)?k ?[1-6](?: (?:hours|hrs))?$/;

/**
 * Finds the kind of a column from the words of its name, if the whole name is not in the list: `Paid so far this year`.
 */
function kindByWords(text: string): ColumnKind | undefined {
  if (!text.includes(' ') || /[#:]/.test(text)) return undefined;
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const tokens = words.split(' ');
  if (tokens.length > COLUMN_WORDS_MAX) return undefined;
  if (NOT_READ.test(words)) return 'number';
  if (tokens.length < 2 || !tokens.every((token) => COLUMN_TOKENS.test(token))) return undefined;
  if (new Set(tokens).size < tokens.length) return undefined;
  if (labelName(text) !== undefined || /^(?:of|to|for|in|the)\b/.test(words)) return undefined;
  // `Taxes withheld` is a heading; `Taxes this period` and `Wages this year` are columns.
  if (SECTION_WORDS.test(words) && !/\b(?:this|current|curr|cur|now)\b/.test(words)) return undefined;
  if (YEAR_WORDS.test(words)) {
    if (HOUR_WORDS.test(words)) return /\bam(?:oun)?t\b/.test(words) ? undefined : 'ytd_hours';
    return EMPLOYER_WORDS.test(words) ? 'employer_ytd' : 'ytd';
  }
  if (HOUR_WORDS.test(words)) return /\bam(?:oun)?t\b/.test(words) ? undefined : 'hours';
  if (!NOW_WORDS.test(words) || /\bdate\b/.test(words)) return undefined;
  return EMPLOYER_WORDS.test(words) ? 'employer_current' : 'current';
}

/** Texts that are column names only if other columns are beside them. Alone, they are labels of people and dates. */
const WEAK_COLUMNS = new Set(
  'employee,employer,company,year,now,period,payperiod,deposit,date,from,to,begin,end,status,type,account,paid,wages,thispay,employermatch,bank,balance,wage,paymentamount,checkamount,at,time,price,sofar,calendaryear,prior,previous,no,ref,ln,match,days,miles,pieces,hour,hr,max,maximum,subject,last4,lastfour,start,stop,division,div,project,task,reason,comments,phase,craft,yearly,cum,payamount,totalamount,amountdue,totalhours,hourstotal,jobnumber,jobno,jobcode,paygroup,effectivedate,workstate,worklocation,pending,scheduled,adj,adjusted,bal,rt,percentage,pct,paidbyemployer,paidbycompany,yourcost,youpay,endingin,typeofpay,grossytd,grossthisperiod'.split(
    ',',
  ),
);
export const isWeakColumn = (text: string): boolean => WEAK_COLUMNS.has(columnKey(text));

/** Whether the name is a column even directly after a heading: `Earnings Hours Rate Current`. */
export const isPlainColumn = (text: string): boolean =>
  /^(?:description|rate|hours|hrs|qty|current|thisperiod|amount|ytd|yeartodate|ytdamount|currentamount)$/.test(
    columnKey(text),
  );

/**
 * Whether the name is a column of amounts when it follows hours or a rate. Anywhere else, such a name is the heading of
 * a section.
 */
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
