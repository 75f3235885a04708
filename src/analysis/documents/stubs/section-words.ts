// The words by which pay stubs name the sections, rows and totals of their tables. Each payroll program has its own.

export type Section =
  | 'earnings'
  | 'taxes'
  | 'deductions'
  | 'employer_contributions'
  | 'distributions'
  | 'summary'
  | 'other';

const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9&]+/g, ' ')
    .trim();

/** The longest heading, in words: `Employee taxes, deductions and other adjustments`. Longer text is a note. */
const HEADING_WORDS_MAX = 7;

const SECTIONS: readonly [Section, RegExp][] = [
  [
    'distributions',
    /\b(?:direct deposits?|distributions?|net pay allocations?|deposit(?:s|ed)?|payment (?:information|methods?|details)|disbursements?|bank accounts?|payments?)\b/,
  ],
  [
    'other',
    /\b(?:leave|accruals?|time off|pto|vacation|sick|absence|balances?|taxable (?:wages|earnings|gross)|subject wages|messages?|notes?|information|other benefits|memo)\b/,
  ],
  [
    'employer_contributions',
    /\b(?:employer|company|er|agency|government)\b(?! (?:name|id|address|ein|fein|code|information|copy)\b)/,
  ],
  ['deductions', /\badjustments?\b/],
  ['summary', /\b(?:summary|totals|net pay|current and ytd|overview|at a glance|recap)\b/],
  [
    'deductions',
    /\b(?:(?:pre|post|before|after)[ -]?tax|pretax|posttax|other deductions|voluntary|garnishments?|adjustments?|benefits)\b/,
  ],
  ['taxes', /\b(?:tax|taxes|withholdings?|withheld|statutory)\b/],
  ['deductions', /\b(?:deductions?|other|reductions)\b/],
  ['earnings', /\b(?:earnings?|gross|pay|wages|income|compensation|hours|reimbursements?)\b/],
];

/** The section that a heading names. */
export function sectionOf(heading: string): Section | undefined {
  const text = spaced(heading);
  if (text === '' || text.split(' ').length > HEADING_WORDS_MAX) return undefined;
  return SECTIONS.find(([, words]) => words.test(text))?.[0];
}

/** Whether the heading names taxes and deductions together, so that each row must be classified by itself. */
export const isMixed = (heading: string): boolean => {
  const text = spaced(heading);
  return (
    /\bdeductions?\b/.test(text) &&
    /\b(?:tax|taxes|withholdings?)\b/.test(text) &&
    !/(?:pre|post|before|after) ?tax/.test(text)
  );
};

const NOT_A_TAX =
  /\b(?:(?:pre|post|before|after)[ -]?tax|pretax|posttax|levy|deferred|exempt|garnish\w*|401|403|roth|medical|dental|vision|refund|loan|savings|union|dues|parking|bonds?|charit\w*|campaign|club|retirement|pension|life)\b/;
const TAX =
  /\b(?:tax|taxes|withholding|withheld|w h|wh|fwt|swt|lwt|mwt|fit|sit|lit|fica|oasdi|medicare|med ?care|social security|soc sec|socsec|ss|ssec|sdi|vdi|casdi|vpdi|sui|suta|futa|casui|fli|pfl|pfml|famli|fmli|paid family|family leave|paid leave|fam leave|state disability|disability (?:employee|ee|insurance)|dbl|unemployment|unemp|workforce|wf|lst|local services|occupational|eit|federal|fed|fedtax|fitw|sitw|state|local|city|county|school district|cares fund|wa cares|transit|mctmt|emst)\b|^(?:fed )?med(?: ee| employee)?$/;

/** Whether the row is a tax. `Federal` and `State` alone are taxes; `State disability` too. */
export function isTax(description: string): boolean {
  const text = spaced(description);
  return TAX.test(text) && !NOT_A_TAX.test(text);
}

/** Whether the employer pays the row, as the description says: `401k ER match`, `Employer HSA`. */
export const isEmployerPaid = (description: string): boolean =>
  /\b(?:employer|er|company|co match|employer match|co paid)\b/.test(spaced(description));

/** Totals of the whole document. `section` is a total of the table in which it stands. */
export type TotalName = 'gross_pay' | 'net_pay' | 'total_taxes' | 'total_deductions' | 'section' | 'subtotal';

const EMPTY_WORDS =
  /\b(?:total|totals|current|this|period|the|amount|your|for|employee|year to date|ytd|to date|of|usd|pay period|check)\b/g;
const GROSS = new Set([
  'gross',
  'gross pay',
  'gross earnings',
  'gross wages',
  'gross income',
  'gross salary',
  'gross compensation',
]);
const NET = new Set([
  'net',
  'net pay',
  'net earnings',
  'net wages',
  'net check',
  'net paycheck',
  'net income',
  'net deposit',
  'take home pay',
  'take home',
  'net payment',
  'net salary',
  'net direct deposit',
  'net pay deposited',
]);
const TAXES = new Set([
  'taxes',
  'tax',
  'tax withholdings',
  'tax withholding',
  'withholdings',
  'withholding',
  'taxes withheld',
  'tax withheld',
  'statutory deductions',
  'tax deductions',
  'statutory',
  'payroll taxes',
]);
const DEDUCTIONS = new Set([
  'deductions',
  'deduction',
  'other deductions',
  'voluntary deductions',
  'deductions other',
  'ded',
  'deds',
  'deducts',
  'other ded',
  'all deductions',
]);
const EARNINGS = new Set([
  'earnings',
  'pay',
  'wages',
  'hours and earnings',
  'earnings and hours',
  'income',
  'hours & earnings',
  'earnings & hours',
  'compensation',
]);

/** The total that a label names. A name without the word total, such as `Taxes`, is one only in a summary. */
export function totalOf(label: string, in_summary: boolean): TotalName | undefined {
  const text = spaced(label);
  const says_total = /\b(?:sub)?totals?\b/.test(text);
  const core = text
    .replace(/\bsubtotals?\b/g, 'total')
    .replace(EMPTY_WORDS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (core === '') return says_total ? 'section' : undefined;
  if (GROSS.has(core)) return 'gross_pay';
  if (NET.has(core)) return 'net_pay';
  if (!says_total && !in_summary) return undefined;
  if (TAXES.has(core)) return 'total_taxes';
  if (DEDUCTIONS.has(core)) return 'total_deductions';
  if (EARNINGS.has(core)) return 'gross_pay';
  return says_total ? 'subtotal' : undefined;
}

/** Whether a label stands for the year: `YTD Gross`, `Year-to-date net pay`. */
export const isYearLabel = (label: string): boolean => /\b(?:ytd|y t d|year to date|to date)\b/.test(spaced(label));
/** Whether a label stands for this pay period. */
export const isPeriodLabel = (label: string): boolean =>
  /^(?:current|this (?:pay )?period|this check|current period|period|this pay|curr)$/.test(spaced(label));

/** Whether the description names a bank account, as in the rows below net pay. */
export const isAccount = (description: string): boolean =>
  /\b(?:checking|chk\w*|check|savings?|sav|deposit|dd|acct|account|bank|credit union|card|money market)\b/.test(
    spaced(description),
  );
