// The positions of the amounts in EFW2 records, as the Social Security Administration publishes them. The positions are
// the same in all tax years. A field that did not exist in a tax year is empty in the files of that year. These codes
// of box 12 were added later: Y in 2005, AA and BB in 2006, DD in 2011, EE in 2016, FF in 2017, GG and HH in 2018, II
// in 2023. Box 9 (advance payments of the earned income credit) ended with 2010.

/**
 * `from` is the first position of the amount in an employee’s record. `total` is the first position of its total in the
 * employer’s record of totals. Two fields may belong to one box.
 */
export type AmountField = { box: string; name: string; from: number; total: number };

/** An amount in a record has 11 digits, and a total has 15. */
export const AMOUNT_LENGTH = 11;
export const TOTAL_LENGTH = 15;

/** The amounts in RW records. Their totals are in the RT record. */
export const RW_AMOUNTS: readonly AmountField[] = [
  { box: '1', name: 'wages', from: 188, total: 10 },
  { box: '2', name: 'federal income tax', from: 199, total: 25 },
  { box: '3', name: 'social security wages', from: 210, total: 40 },
  { box: '4', name: 'social security tax', from: 221, total: 55 },
  { box: '5', name: 'Medicare wages', from: 232, total: 70 },
  { box: '6', name: 'Medicare tax', from: 243, total: 85 },
  { box: '7', name: 'social security tips', from: 254, total: 100 },
  { box: '9', name: 'advance earned income credit', from: 265, total: 115 },
  { box: '10', name: 'dependent care benefits', from: 276, total: 130 },
  { box: '12D', name: '401(k) contributions', from: 287, total: 145 },
  { box: '12E', name: '403(b) contributions', from: 298, total: 160 },
  { box: '12F', name: '408(k)(6) contributions', from: 309, total: 175 },
  { box: '12G', name: '457(b) contributions', from: 320, total: 190 },
  { box: '12H', name: '501(c)(18)(D) contributions', from: 331, total: 205 },
  { box: '11', name: 'nonqualified section 457 plans', from: 353, total: 235 },
  { box: '12W', name: 'health savings account contributions', from: 364, total: 250 },
  { box: '11', name: 'nonqualified plans other than section 457', from: 375, total: 265 },
  { box: '12Q', name: 'nontaxable combat pay', from: 386, total: 280 },
  { box: '12C', name: 'group term life insurance over $50,000', from: 408, total: 310 },
  { box: '12V', name: 'income from nonstatutory stock options', from: 419, total: 340 },
  { box: '12Y', name: 'section 409A deferrals', from: 430, total: 355 },
  { box: '12AA', name: 'Roth 401(k) contributions', from: 441, total: 370 },
  { box: '12BB', name: 'Roth 403(b) contributions', from: 452, total: 385 },
  { box: '12DD', name: 'employer-sponsored health coverage', from: 463, total: 295 },
  { box: '12FF', name: 'small employer health reimbursement', from: 474, total: 400 },
];

/**
 * The amounts in RO records. Their totals are in the RU record. The codes A and B of box 12 share one amount, which is
 * named `12A`.
 */
export const RO_AMOUNTS: readonly AmountField[] = [
  { box: '8', name: 'allocated tips', from: 12, total: 10 },
  { box: '12A', name: 'uncollected employee tax on tips', from: 23, total: 25 },
  { box: '12R', name: 'medical savings account contributions', from: 34, total: 40 },
  { box: '12S', name: 'SIMPLE retirement contributions', from: 45, total: 55 },
  { box: '12T', name: 'adoption expenses', from: 56, total: 70 },
  { box: '12M', name: 'uncollected social security tax on life insurance', from: 67, total: 85 },
  { box: '12N', name: 'uncollected Medicare tax on life insurance', from: 78, total: 100 },
  { box: '12Z', name: 'section 409A income', from: 89, total: 115 },
  { box: '12EE', name: 'Roth 457(b) contributions', from: 111, total: 145 },
  { box: '12GG', name: 'income from qualified equity grants', from: 122, total: 160 },
  { box: '12HH', name: 'section 83(i) deferrals', from: 133, total: 175 },
  { box: '12II', name: 'Medicaid waiver payments', from: 144, total: 190 },
];

/** The postal abbreviations of the states, keyed by the numeric state codes (FIPS) that RS records use. */
export const STATES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA ' +
    '26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX ' +
    '49UT 50VT 51VA 53WA 54WV 55WI 56WY 60AS 66GU 69MP 72PR 78VI'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 2), pair.slice(2)]),
);
