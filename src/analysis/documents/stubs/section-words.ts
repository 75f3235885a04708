// The words that pay stubs use as names of the sections, rows and totals of their tables. Each payroll program uses its
// own words.

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

/**
 * The maximum number of words in a heading such as `Employee taxes, deductions and other adjustments`. A longer text is
 * a note.
 */
const HEADING_WORDS_MAX = 7;
/** Headings of employer contributions may be longer: `Fringes paid by employer - not included in gross`. */
const LONG_HEADING_WORDS_MAX = 10;

/**
 * Words for the employer. They are used to recognise what the employer pays on top of wages, and each trade has its own
 * word.
 */
const EMPLOYER =
  'employer|company|contractor|hospital|district|county|city|town|village|agency|church|parish|firm|store|restaurant|school|university|college|state|government|board|household|farm|carrier|authority|organization';
const PAID_FOR_YOU = new RegExp(
  `\\b(?:paid|contributed|provided|covered) by (?:the |your |our )?(?:${EMPLOYER})\\b|\\b(?:${EMPLOYER})s? (?:pays?|paid|contributes|contributions?|share|costs?|portion|match|provided)\\b|\\bwe (?:pay|paid|contribute)\\b|\\bon your behalf\\b|\\bpaid for you\\b`,
);

const SECTIONS: readonly [Section, RegExp][] = [
  [
    'distributions',
    /\b(?:direct deposits?|distributions?|net pay allocations?|deposit(?:s|ed)?|payment (?:information|methods?|details)|disbursements?|bank accounts?|payments?|paid (?:in)?to|sent to|where (?:it|(?:the|your|my) (?:net |take home )?(?:pay|money|check|paycheck)) (?:went|goes|was sent|is going))\b/,
  ],
  ['deductions', /\b(?:employee|your) contributions?\b/],
  ['employer_contributions', PAID_FOR_YOU],
  [
    'other',
    /\b(?:leave|accruals?|time off|pto|vacation|sick|absence|balances?|taxable (?:wages|earnings|gross)|subject wages|messages?|notes?|information|other benefits|memo)\b/,
  ],
  [
    'employer_contributions',
    /\b(?:employer|employers|company|er)\b(?! (?:name|id|address|ein|fein|code|information|copy)\b)/,
  ],
  ['earnings', /\b(?:other|additional|special|extra|supplemental) (?:pay|earnings?|income|compensation|wages|hours)\b/],
  ['deductions', /\badjustments?\b|\bother (?:amounts? |items? )?(?:withheld|withholdings?|taken)\b/],
  ['summary', /\b(?:summary|totals|net pay|current and ytd|overview|at a glance|recap)\b/],
  [
    'deductions',
    /\b(?:(?:pre|post|before|after)[ -]?tax(?:es)?|pretax|posttax|other deductions|insurance (?:and|&) savings|elective|voluntary|garnishments?|adjustments?|benefits)\b/,
  ],
  ['taxes', /\b(?:tax|taxes|withholdings?|withheld|statutory|(?:mandatory|required|government) deductions?)\b/],
  [
    'deductions',
    /\b(?:deductions?|deducts?|deds?|dedns?|other|reductions|allotments?|taken out|took out|charges|charged|less)\b/,
  ],
  [
    'earnings',
    /\b(?:earnings?|earned|gross|pay|wages|income|compensation|hours|reimbursements?|entitlements?|salary)\b|^(?:[a-z]+ )?(?:tips|commissions?)(?: [a-z]+)?$/,
  ],
];

/** Returns the section that a heading names. */
export function sectionOf(heading: string): Section | undefined {
  const text = spaced(heading.replace(/\([^)]*\)/g, ' ')) || spaced(heading);
  const count = text.split(' ').length;
  if (text === '' || count > LONG_HEADING_WORDS_MAX) return undefined;
  if (/\([^)]*\b(?:employer|company)\b/i.test(heading) && !isAboutPay(text)) return 'employer_contributions';
  if (count > HEADING_WORDS_MAX) return PAID_FOR_YOU.test(text) ? 'employer_contributions' : undefined;
  return SECTIONS.find(([, words]) => words.test(text))?.[0];
}

const isAboutPay = (text: string): boolean => /\b(?:earnings|gross|wages|deductions|withh\w*)\b/.test(text);

/** Whether the section has rows of a table, and not totals or leave. */
export const isRowSection = (section: Section | undefined): boolean =>
  section !== undefined && section !== 'summary' && section !== 'other';

/** Whether the heading names taxes and deductions together, so that each row must be classified separately. */
export const isMixed = (heading: string): boolean => {
  const text = spaced(heading);
  return (
    !/(?:pre|post|before|after) ?tax/.test(text) &&
    (/\b(?:taken|took) out\b/.test(text) ||
      (/\bdeductions?\b/.test(text) && /\b(?:tax|taxes|withholdings?|withheld)\b/.test(text)) ||
      /^(?:withholdings?|withheld|amounts? withheld)$/.test(text))
  );
};

const NOT_A_TAX =
  /\b(?:(?:pre|post|before|after)[ -]?tax|pretax|posttax|levy|deferred|exempt|garnish\w*|401|403|roth|medical|dental|vision|refund|loan|savings|union|dues|parking|bonds?|charit\w*|campaign|club|retirement|pension|life|credit union|fcu|health|hsa|fsa|support|disbursement|dependent|tuition|student|deferral|annuity|thrift|tsp|association|assn|donation|foundation|overpayment|advance|purchase|commuter|transit (?:pass|benefit|card|plan|pre)|tier [12i]+ (?:ret|pen))\b/;
const TAX =
  /\b(?:tax|taxes|withholding|withheld|w h|wh|fwt|swt|lwt|mwt|fit|sit|lit|fica|oasdi|medicare|medi|med ?care|social security|soc sec|socsec|ss|ssec|sdi|vdi|casdi|vpdi|sui|suta|futa|casui|fli|pfl|pfml|famli|fmli|paid family|family leave|paid leave|fam leave|state disability|disability (?:employee|ee|insurance)|dbl|unemployment|unemp|workforce|wf|lst|local services|occupational|eit|federal|fed|fedtax|fitw|sitw|state|local|city|county|school district|cares fund|wa cares|wa ltc|transit|mctmt|emst|fwh|swh|lwh|fmed|fica med|social sec|so sec|sosec|tdi|ui hc wd|ui wf|swf|pfmla|paid fam|fam lv|family lv|ct pl|stt|trimet|tri met|opt tax|olf|nyc|yonkers|jedd|rita|municipal|muni|township|twp|rrta|railroad tier|whld|wthld|withhld|withhold|w hold|emt tax|head tax|ltss|wage tax)\b|^[a-z]{2} with$|^(?:fed )?med(?: ee| employee)?$/;

/**
 * The code or the name of a state, without other words, stands for the state’s income tax. `MC` stands for Medicare.
 */
const STATE =
  /^(?:al|ar|az|ca|co|ct|dc|de|ga|hi|ia|id|il|ks|ky|la|ma|md|mi|mn|mo|ms|mt|nc|nd|ne|nj|nm|ny|oh|ok|pa|ri|sc|ut|va|vt|wi|wv|or|in|me|alabama|arizona|arkansas|california|colorado|connecticut|delaware|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|utah|vermont|virginia|west virginia|wisconsin|mc)$/;

/** Whether the row is a tax. `Federal` and `State` alone are taxes, and so is `State disability`. */
export function isTax(description: string): boolean {
  const text = spaced(description);
  return (TAX.test(text) && !NOT_A_TAX.test(text)) || STATE.test(text);
}

/** Whether the description says that the employer pays the amount of the row: `401k ER match`, `Employer HSA`. */
export const isEmployerPaid = (description: string): boolean =>
  /\b(?:employer|er|company|co match|employer match|co paid(?! (?:family|medical|leave)))\b/.test(spaced(description));

/**
 * The first four names are totals of the whole document. `section` is the total of the table in which it is printed.
 * `subtotal` is the total of some rows: `Total pre-tax deductions`.
 */
export type TotalName = 'gross_pay' | 'net_pay' | 'total_taxes' | 'total_deductions' | 'section' | 'subtotal';

/**
 * In this pattern, a phrase comes before the single words that it contains, because the first alternative that matches
 * is used.
 */
const EMPTY_WORDS =
  /\b(?:year to date|yr to date|yr to dt|so far this year|for the year|this year|year so far|calendar year|to date|pay period|total|totals|what|you|we|current|this|period|the|amount|your|for|employee|ytd|y t d|of|usd|check)\b/g;
const PAY_NOUNS =
  'pay|wages?|earnings?|income|salary|compensation|amount|amt|check|cheque|paycheck|deposit|deposited|direct|payment|warrant|distribution|advice|voucher|payroll|remuneration|paid|ent|entitlements?|disbursement|proceeds|settlement|home|takehome|pd';
const GROSS = new RegExp(
  `^gross(?: (?:${PAY_NOUNS}))*$|^(?:(?:${PAY_NOUNS}|earned|wages) )*before (?:tax(?:es)?|deductions|withholdings?|anything)$`,
);
const NET = new RegExp(
  `^net(?: (?:${PAY_NOUNS}|to|cash|due|payable))*$|^(?:${PAY_NOUNS})? ?after (?:all )?(?:deductions|withholdings?|taxes and deductions|deductions and taxes)$|^(?:take|takes|took) ?home(?: (?:${PAY_NOUNS}))*$|^after tax(?:es)? (?:${PAY_NOUNS})$|^(?:amount )?(?:of )?deposit(?:ed)?(?: amount)?$|^(?:get|got|receive|received|keep|kept|paid to|payable)$`,
);
const TAXES =
  /^(?:(?:payroll|income|statutory|mandatory|government|required|federal and state) )*(?:tax(?:es)?|withholdings?|withheld|statutory|w h)(?: (?:withheld|withholdings?|tax(?:es)?|deductions?|deducted|paid|taken|out|w h|amounts?))*$/;
const STATUTORY = /^(?:statutory|mandatory|tax|government) deductions?$/;
const DEDUCTIONS =
  /^(?:(?:other|voluntary|benefits?|insurance|savings|misc|miscellaneous|personal|payroll|and|&) )*(?:deductions?|deds?|deducts?|dedns?|deducted|charges|benefits|taken out|reductions|allotments?)(?: (?:taken|withheld|other|and|&|benefits|charges|out))*$|^other (?:amounts?|items?|withheld|withholdings?|taken out|adjustments?)(?: (?:withheld|deducted|taken))*$/;
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
  'entitlements',
  'ent',
  'gross',
  'earned',
  'wages and tips',
  'hours and wages',
]);

/** Names of net pay that say only how it is paid: `Amount of this check`, `Paid to you`. */
const PAID_OUT =
  /^(?:amount|amt) (?:of|on) (?:this |the |your )?(?:net )?(?:check|cheque|paycheck|payment|deposit|warrant|voucher|advice)$|^(?:this )?(?:check|cheque|paycheck|payment|warrant) (?:amount|amt)$|^(?:net )?(?:amount|amt|total) (?:paid|payable|due|deposited)(?: to (?:you|employee|driver|worker))?$|^(?:amount |total )?paid to (?:you|employee|worker|driver)$|^(?:your|in your) (?:pocket|paycheck)$|^(?:balance|amount) due (?:you|to you|employee|driver)$|^you (?:were|are|got) paid$/;

/** A text in parentheses after the name of a total is a translation or a remark, unless it says who pays. */
const REMARK = / \((?![^()]*\b(?:employer|company|er)\b)[^()]+\)$/i;

/**
 * Returns the total that a label names. Except for gross and net pay, a name without the word total, such as `Taxes`,
 * is a total only in a summary.
 */
export const totalOf = (label: string, in_summary: boolean): TotalName | undefined =>
  totalNamed(label.replace(REMARK, ''), in_summary);

function totalNamed(label: string, in_summary: boolean): TotalName | undefined {
  const text = spaced(label)
    .replace(/^[a-h] (?=[a-z]{3})/, '')
    .replace(/^(?:less|minus|plus|equals?) (?=[a-z])/, '');
  const says_total = /\b(?:(?:sub)?totals?|tot|ttl|all)\b/.test(text);
  const core = text
    .replace(/\b(?:subtotals?|tot|ttl|all)\b/g, 'total')
    .replace(EMPTY_WORDS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (PAID_OUT.test(text)) return 'net_pay';
  if (core === '') return says_total ? 'section' : undefined;
  if (GROSS.test(core)) return 'gross_pay';
  if (NET.test(core)) return 'net_pay';
  if (!says_total && !in_summary) return undefined;
  if (TAXES.test(core) || STATUTORY.test(core)) return 'total_taxes';
  if (
    DEDUCTIONS.test(core) ||
    (says_total && /^(?:other|voluntary|elective|optional|misc|miscellaneous|non tax)$/.test(core))
  )
    return 'total_deductions';
  if (EARNINGS.has(core)) return 'gross_pay';
  return says_total ? 'subtotal' : undefined;
}

/** Whether a label means the year to date: `YTD Gross`, `Year-to-date net pay`. */
export const isYearLabel = (label: string): boolean =>
  /\b(?:ytd|y t d|year to date|yr to date|to date|so far this year|this year|year so far|calendar year|for the year|yr to dt|y to d|cumulative|since jan(?:uary)? 1)\b/.test(
    spaced(label),
  );
/** Whether a label means this pay period. */
export const isPeriodLabel = (label: string): boolean =>
  /^(?:current|cur|now|ptd|this week|this month|this paycheck|this (?:pay )?period|this check|current period|period|this pay|curr)$/.test(
    spaced(label),
  );

/** Whether the description names a bank account, as in the rows below net pay. */
export const isAccount = (description: string): boolean =>
  /\b(?:ach|eft|checking|chk\w*|check|savings?|sav|deposit|dd|acct|account|bank|credit union|card|money market)\b/.test(
    spaced(description),
  );
