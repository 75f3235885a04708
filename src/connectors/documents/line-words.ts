// Finds the categories of the lines of a pay stub, by the words that payroll programs use.
import type { Deduction, EarningCategory } from '#domain/reports/statements.ts';

type DeductionCategory = Deduction['category'];
type Words<Category> = readonly (readonly [Category, RegExp])[];

/**
 * The first matching pattern determines the category. Patterns are tested on lower-case words that are separated by
 * single spaces.
 */
const EARNINGS: Words<EarningCategory> = [
  ['reimbursement', /\b(?:reimb\w*|expenses?|mileage|per diem)\b/],
  ['tips', /\b(?:tips?|gratuit\w+)\b/],
  ['commission', /\b(?:commissions?|comm|comms)\b/],
  ['overtime', /\b(?:overtime|over time|o t|ot|ot\d+|double ?time|dt|time and (?:a|one) half)\b/],
  ['bonus', /\b(?:bonus(?:es)?|incentives?|spiffs?|awards?|retention|sign on|profit sharing)\b/],
  ['pto', /\b(?:pto|vacation|vac|sick|holidays?|hol|personal|paid time off|leave|bereavement|jury|floating)\b/],
  [
    'other',
    /\b(?:diff|differential|premium|allowance|stipend|severance|retro\w*|gtl|imputed|fringe|other|misc\w*|group term life|longevity|on call|standby)\b/,
  ],
  ['regular', /\b(?:regular|reg|salary|salaried|wages?|hourly|base|basic|straight|pay|work|worked|hours|earnings)\b/],
];

const STATES =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|PR';
const STATE_CODE = new RegExp(`(?:^|[^A-Za-z])(?:${STATES})(?:[^A-Za-z]|$)`);
const STATE_NAMES =
  /\b(?:alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|wisconsin|wyoming)\b/;

const TAXES: Words<DeductionCategory> = [
  ['medicare', /\b(?:medicare|medi|med ee|fica med|fica m|fica hi)\b/],
  ['socialsec', /\b(?:social security|social sec|soc sec|socsec|oasdi|fica|ss ee|ss tax)\b|^ss$/],
  ['local', /\b(?:local|city|county|municipal|school district|occupational|eit|lst|nyc|township|borough|village)\b/],
  ['federal', /\b(?:federal|fed|fit|fwt|fitw|us income)\b/],
  ['state', /\b(?:state|sit|swt|sitw|sdi|sui|pfl|fli|pfml|paid family|disability)\b/],
  ['state', STATE_NAMES],
];

const DEDUCTIONS: Words<DeductionCategory> = [
  ['garnishment', /\b(?:garnish\w*|child supp\w*|support order|levy|attachment|alimony|creditor|bankruptcy)\b/],
  ['other', /\bloan\b/],
  ['retirement', /\b(?:401 ?k|403 ?b|457 ?b?|roth|ira|pension|retirement|tsp|thrift savings)\b/],
  [
    'benefits',
    /\b(?:medical|med|health|dental|dent|vision|vis|flexible spending|life|ad d|add|disability|std|ltd|hsa|fsa|insurance|ins|cobra|commuter|parking|transit|dependent care|accident|critical illness|hospital|legal|benefits?)\b/,
  ],
];

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const categoryOf = <Category>(words: Words<Category>, text: string): Category | undefined =>
  words.find(([, pattern]) => pattern.test(plain(text)))?.[0];

export const earningCategory = (description: string): EarningCategory => categoryOf(EARNINGS, description) ?? 'other';

/**
 * Returns the category of a line in the table of taxes. Some lines name a state only by its two letters, for example
 * `NY Withholding`.
 */
export const taxCategory = (description: string): DeductionCategory =>
  categoryOf(TAXES, description) ?? (STATE_CODE.test(description) ? 'state' : 'other');

/** Returns the category of a line in the table of other deductions. */
export const deductionCategory = (description: string): DeductionCategory =>
  categoryOf(DEDUCTIONS, description) ?? 'other';

export const isSalary = (description: string): boolean => /\bsalar(?:y|ied)\b/.test(plain(description));

/** Premiums and differentials are paid for hours that are already counted in another line. */
export const repeatsHours = (description: string): boolean =>
  /\b(?:premium|prem|diff|differential)\b/.test(plain(description));
