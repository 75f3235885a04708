// The wording and the arrangement of the boxes of each 1099 form. Labels are those of the official recipient copies.
import { MONTHS } from '../statements/formats.ts';

export const F1099_SUBTYPES = [
  'F1099_NEC',
  'F1099_MISC',
  'F1099_INT',
  'F1099_DIV',
  'F1099_G',
  'F1099_R',
  'F1099_K',
] as const;
export type F1099Subtype = (typeof F1099_SUBTYPES)[number];

/** `name` is the name of the field in docs/documents.md. The reader is not expected to find a box without a name. */
export type BoxSpec = { number: string; label: string; name?: string; kind?: 'text' | 'check' };

export type F1099Form = {
  form: string;
  title: string;
  omb: string;
  /**
   * True if the last two digits of the year are typed on the form and not preprinted. This is true for most forms,
   * because since 2022 most forms are no longer reissued every year.
   */
  typed_year: boolean;
  boxes: readonly BoxSpec[];
  /** The numbers of the boxes at the top of the middle column, above the rows. */
  head: readonly string[];
  /** The rows of the form, with one or two boxes each. */
  rows: readonly (readonly string[])[];
  /** The rows beside the account number, with three boxes each. */
  foot: readonly (readonly string[])[];
};

const box = (number: string, label: string, name?: string): BoxSpec =>
  name === undefined ? { number, label } : { number, label, name };
const text = (number: string, label: string, name?: string): BoxSpec => ({ ...box(number, label, name), kind: 'text' });
const check = (number: string, label: string): BoxSpec => ({ number, label, kind: 'check' });

export const F1099_FORMS: Record<F1099Subtype, F1099Form> = {
  F1099_NEC: {
    form: '1099-NEC',
    title: 'Nonemployee Compensation',
    omb: '1545-0116',
    typed_year: true,
    boxes: [
      box('1', 'Nonemployee compensation', 'nonemployee_compensation'),
      check('2', 'Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale'),
      box('3', ''),
      box('4', 'Federal income tax withheld', 'federal_tax'),
      box('5', 'State tax withheld'),
      text('6', 'State/Payer’s state no.'),
      box('7', 'State income'),
    ],
    head: [],
    rows: [['1'], ['2'], ['3'], ['4']],
    foot: [['5', '6', '7']],
  },
  F1099_MISC: {
    form: '1099-MISC',
    title: 'Miscellaneous Information',
    omb: '1545-0115',
    typed_year: true,
    boxes: [
      box('1', 'Rents', 'rents'),
      box('2', 'Royalties', 'royalties'),
      box('3', 'Other income', 'other_income'),
      box('4', 'Federal income tax withheld', 'federal_tax'),
      box('5', 'Fishing boat proceeds'),
      box('6', 'Medical and health care payments'),
      check('7', 'Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale'),
      box('8', 'Substitute payments in lieu of dividends or interest'),
      box('9', 'Crop insurance proceeds'),
      box('10', 'Gross proceeds paid to an attorney'),
      box('11', 'Fish purchased for resale'),
      box('12', 'Section 409A deferrals'),
      check('13', 'FATCA filing requirement'),
      box('14', 'Excess golden parachute payments'),
      box('15', 'Nonqualified deferred compensation'),
      box('16', 'State tax withheld'),
      text('17', 'State/Payer’s state no.'),
      box('18', 'State income'),
    ],
    head: ['1', '2'],
    rows: [['3', '4'], ['5', '6'], ['7', '8'], ['9', '10'], ['11', '12'], ['13', '14'], ['15']],
    foot: [['16', '17', '18']],
  },
  F1099_INT: {
    form: '1099-INT',
    title: 'Interest Income',
    omb: '1545-0112',
    typed_year: true,
    boxes: [
      text('', 'Payer’s RTN (optional)'),
      box('1', 'Interest income', 'interest_income'),
      box('2', 'Early withdrawal penalty'),
      box('3', 'Interest on U.S. Savings Bonds and Treasury obligations', 'savings_bond_interest'),
      box('4', 'Federal income tax withheld', 'federal_tax'),
      box('5', 'Investment expenses'),
      box('6', 'Foreign tax paid'),
      text('7', 'Foreign country or U.S. territory'),
      box('8', 'Tax-exempt interest', 'tax_exempt_interest'),
      box('9', 'Specified private activity bond interest'),
      box('10', 'Market discount'),
      box('11', 'Bond premium'),
      box('12', 'Bond premium on Treasury obligations'),
      box('13', 'Bond premium on tax-exempt bond'),
      text('14', 'Tax-exempt and tax credit bond CUSIP no.'),
      text('15', 'State'),
      text('16', 'State identification no.'),
      box('17', 'State tax withheld'),
    ],
    head: ['', '1', '2'],
    rows: [['3'], ['4', '5'], ['6', '7'], ['8', '9'], ['10', '11'], ['12', '13']],
    foot: [['14', '15', '16', '17']],
  },
  F1099_DIV: {
    form: '1099-DIV',
    title: 'Dividends and Distributions',
    omb: '1545-0110',
    typed_year: true,
    boxes: [
      box('1a', 'Total ordinary dividends', 'ordinary_dividends'),
      box('1b', 'Qualified dividends', 'qualified_dividends'),
      box('2a', 'Total capital gain distr.', 'capital_gain'),
      box('2b', 'Unrecap. Sec. 1250 gain'),
      box('2c', 'Section 1202 gain'),
      box('2d', 'Collectibles (28%) gain'),
      box('2e', 'Section 897 ordinary dividends'),
      box('2f', 'Section 897 capital gain'),
      box('3', 'Nondividend distributions'),
      box('4', 'Federal income tax withheld', 'federal_tax'),
      box('5', 'Section 199A dividends'),
      box('6', 'Investment expenses'),
      box('7', 'Foreign tax paid'),
      text('8', 'Foreign country or U.S. possession'),
      box('9', 'Cash liquidation distributions'),
      box('10', 'Noncash liquidation distributions'),
      check('11', 'FATCA filing requirement'),
      box('12', 'Exempt-interest dividends'),
      box('13', 'Specified private activity bond interest dividends'),
      text('14', 'State'),
      text('15', 'State identification no.'),
      box('16', 'State tax withheld'),
    ],
    head: ['1a', '1b'],
    rows: [
      ['2a', '2b'],
      ['2c', '2d'],
      ['2e', '2f'],
      ['3', '4'],
      ['5', '6'],
      ['7', '8'],
      ['9', '10'],
      ['12', '13'],
    ],
    foot: [['11', '14', '15', '16']],
  },
  F1099_G: {
    form: '1099-G',
    title: 'Certain Government Payments',
    omb: '1545-0120',
    typed_year: true,
    boxes: [
      box('1', 'Unemployment compensation', 'unemployment_compensation'),
      box('2', 'State or local income tax refunds, credits, or offsets', 'state_tax_refund'),
      text('3', 'Box 2 amount is for tax year'),
      box('4', 'Federal income tax withheld', 'federal_tax'),
      box('5', 'RTAA payments'),
      box('6', 'Taxable grants'),
      box('7', 'Agriculture payments'),
      check('8', 'If checked, box 2 is trade or business income'),
      box('9', 'Market gain'),
      text('10a', 'State'),
      text('10b', 'State identification no.'),
      box('11', 'State income tax withheld'),
    ],
    head: ['1', '2'],
    rows: [['3', '4'], ['5', '6'], ['7', '8'], ['9']],
    foot: [['10a', '10b', '11']],
  },
  F1099_R: {
    form: '1099-R',
    title:
      'Distributions From Pensions, Annuities, Retirement or Profit-Sharing Plans, IRAs, Insurance Contracts, etc.',
    omb: '1545-0119',
    typed_year: false,
    boxes: [
      box('1', 'Gross distribution', 'gross_distribution'),
      box('2a', 'Taxable amount', 'taxable_amount'),
      check('2b', 'Taxable amount not determined'),
      check('TOTAL', 'Total distribution'),
      box('3', 'Capital gain (included in box 2a)'),
      box('4', 'Federal income tax withheld', 'federal_tax'),
      box('5', 'Employee contributions/Designated Roth contributions or insurance premiums'),
      box('6', 'Net unrealized appreciation in employer’s securities'),
      text('7', 'Distribution code(s)', 'distribution_code'),
      check('IRA', 'IRA/SEP/SIMPLE'),
      box('8', 'Other'),
      text('9a', 'Your percentage of total distribution'),
      box('9b', 'Total employee contributions'),
      box('10', 'Amount allocable to IRR within 5 years'),
      text('11', '1st year of desig. Roth contrib.'),
      check('12', 'FATCA filing requirement'),
      text('13', 'Date of payment'),
      box('14', 'State tax withheld'),
      text('15', 'State/Payer’s state no.'),
      box('16', 'State distribution'),
      box('17', 'Local tax withheld'),
      text('18', 'Name of locality'),
      box('19', 'Local distribution'),
    ],
    head: ['1', '2a'],
    rows: [
      ['2b', 'TOTAL'],
      ['3', '4'],
      ['5', '6'],
      ['7', 'IRA', '8'],
      ['9a', '9b'],
      ['10', '11', '12'],
    ],
    foot: [
      ['14', '15', '16'],
      ['17', '18', '19'],
    ],
  },
  F1099_K: {
    form: '1099-K',
    title: 'Payment Card and Third Party Network Transactions',
    omb: '1545-2205',
    typed_year: true,
    boxes: [
      box('1a', 'Gross amount of payment card/third party network transactions', 'gross_amount'),
      box('1b', 'Card Not Present transactions'),
      text('2', 'Merchant category code'),
      text('3', 'Number of payment transactions'),
      box('4', 'Federal income tax withheld'),
      ...MONTHS.map((month, at) => box(`5${'abcdefghijkl'[at] ?? ''}`, month, month.toLowerCase())),
      text('6', 'State'),
      text('7', 'State identification no.'),
      box('8', 'State income tax withheld'),
    ],
    head: ['1a'],
    rows: [
      ['1b', '2'],
      ['3', '4'],
      ['5a', '5b'],
      ['5c', '5d'],
      ['5e', '5f'],
      ['5g', '5h'],
      ['5i', '5j'],
      ['5k', '5l'],
    ],
    foot: [['6', '7', '8']],
  },
};
