// The lines of Form 1040 by year: number, wording, and the position of the amount.

/**
 * If `place` is `inner`, the amount is in the column to the left of the main column. If `pair` is given, the row has
 * two amounts, for example `2a` and `2b`.
 */
export type LineSpec = {
  number: string;
  text: string;
  place?: 'inner' | 'none';
  pair?: { number: string; text: string };
};

const pairs: LineSpec[] = [
  { number: '2a', text: 'Tax-exempt interest', pair: { number: '2b', text: 'Taxable interest' } },
  { number: '3a', text: 'Qualified dividends', pair: { number: '3b', text: 'Ordinary dividends' } },
  { number: '4a', text: 'IRA distributions', pair: { number: '4b', text: 'Taxable amount' } },
  { number: '5a', text: 'Pensions and annuities', pair: { number: '5b', text: 'Taxable amount' } },
  { number: '6a', text: 'Social security benefits', pair: { number: '6b', text: 'Taxable amount' } },
];

export function incomeLines(year: number): LineSpec[] {
  if (year === 2021)
    return [
      { number: '1', text: 'Wages, salaries, tips, etc. Attach Form(s) W-2' },
      ...pairs,
      { number: '7', text: 'Capital gain or (loss). Attach Schedule D if required. If not required, check here' },
      { number: '8', text: 'Other income from Schedule 1, line 10' },
      { number: '9', text: 'Add lines 1, 2b, 3b, 4b, 5b, 6b, 7, and 8. This is your total income' },
      { number: '10', text: 'Adjustments to income from Schedule 1, line 26' },
      { number: '11', text: 'Subtract line 10 from line 9. This is your adjusted gross income' },
      { number: '12a', text: 'Standard deduction or itemized deductions (from Schedule A)', place: 'inner' },
      {
        number: '12b',
        text: 'Charitable contributions if you take the standard deduction (see instructions)',
        place: 'inner',
      },
      { number: '12c', text: 'Add lines 12a and 12b' },
      { number: '13', text: 'Qualified business income deduction from Form 8995 or Form 8995-A' },
      { number: '14', text: 'Add lines 12c and 13' },
      { number: '15', text: 'Taxable income. Subtract line 14 from line 11. If zero or less, enter -0-' },
    ];
  return [
    { number: '1a', text: 'Total amount from Form(s) W-2, box 1 (see instructions)' },
    { number: '1b', text: 'Household employee wages not reported on Form(s) W-2' },
    { number: '1c', text: 'Tip income not reported on line 1a (see instructions)' },
    { number: '1d', text: 'Medicaid waiver payments not reported on Form(s) W-2 (see instructions)' },
    { number: '1e', text: 'Taxable dependent care benefits from Form 2441, line 26' },
    { number: '1f', text: 'Employer-provided adoption benefits from Form 8839, line 29' },
    { number: '1g', text: 'Wages from Form 8919, line 6' },
    { number: '1h', text: 'Other earned income (see instructions)' },
    { number: '1i', text: 'Nontaxable combat pay election (see instructions)', place: 'inner' },
    { number: '1z', text: 'Add lines 1a through 1h' },
    ...pairs,
    {
      number: '6c',
      text: 'If you elect to use the lump-sum election method, check here (see instructions)',
      place: 'none',
    },
    { number: '7', text: 'Capital gain or (loss). Attach Schedule D if required. If not required, check here' },
    { number: '8', text: `${year === 2022 ? 'Other' : 'Additional'} income from Schedule 1, line 10` },
    { number: '9', text: 'Add lines 1z, 2b, 3b, 4b, 5b, 6b, 7, and 8. This is your total income' },
    { number: '10', text: 'Adjustments to income from Schedule 1, line 26' },
    { number: '11', text: 'Subtract line 10 from line 9. This is your adjusted gross income' },
    { number: '12', text: 'Standard deduction or itemized deductions (from Schedule A)' },
    { number: '13', text: 'Qualified business income deduction from Form 8995 or Form 8995-A' },
    { number: '14', text: 'Add lines 12 and 13' },
    { number: '15', text: 'Subtract line 14 from line 11. If zero or less, enter -0-. This is your taxable income' },
  ];
}

export function secondPageLines(year: number): { title: string; lines: LineSpec[] }[] {
  const old = year === 2021;
  return [
    {
      title: 'Tax and Credits',
      lines: [
        { number: '16', text: 'Tax (see instructions). Check if any from Form(s): 1   8814   2   4972   3' },
        { number: '17', text: 'Amount from Schedule 2, line 3' },
        { number: '18', text: 'Add lines 16 and 17' },
        {
          number: '19',
          text: `${old ? 'Nonrefundable child' : 'Child'} tax credit or credit for other dependents from Schedule 8812`,
        },
        { number: '20', text: 'Amount from Schedule 3, line 8' },
        { number: '21', text: 'Add lines 19 and 20' },
        { number: '22', text: 'Subtract line 21 from line 18. If zero or less, enter -0-' },
        { number: '23', text: 'Other taxes, including self-employment tax, from Schedule 2, line 21' },
        { number: '24', text: 'Add lines 22 and 23. This is your total tax' },
      ],
    },
    {
      title: 'Payments',
      lines: [
        { number: '25', text: 'Federal income tax withheld from:', place: 'none' },
        { number: '25a', text: 'Form(s) W-2', place: 'inner' },
        { number: '25b', text: 'Form(s) 1099', place: 'inner' },
        { number: '25c', text: 'Other forms (see instructions)', place: 'inner' },
        { number: '25d', text: 'Add lines 25a through 25c' },
        { number: '26', text: `${year} estimated tax payments and amount applied from ${year - 1} return` },
        { number: old ? '27a' : '27', text: 'Earned income credit (EIC)', place: 'inner' },
        {
          number: '28',
          text: `${old ? 'Refundable child tax credit or additional' : 'Additional'} child tax credit from Schedule 8812`,
          place: 'inner',
        },
        { number: '29', text: 'American opportunity credit from Form 8863, line 8', place: 'inner' },
        {
          number: '30',
          text: old ? 'Recovery rebate credit. See instructions' : 'Reserved for future use',
          place: 'inner',
        },
        { number: '31', text: 'Amount from Schedule 3, line 15', place: 'inner' },
        {
          number: '32',
          text: `Add lines ${old ? '27a and 28 through 31' : '27, 28, 29, and 31'}. These are your total other payments and refundable credits`,
        },
        { number: '33', text: 'Add lines 25d, 26, and 32. These are your total payments' },
      ],
    },
    {
      title: 'Refund',
      lines: [
        {
          number: '34',
          text: 'If line 33 is more than line 24, subtract line 24 from line 33. This is the amount you overpaid',
        },
        { number: '35a', text: 'Amount of line 34 you want refunded to you. If Form 8888 is attached, check here' },
        { number: '36', text: `Amount of line 34 you want applied to your ${year + 1} estimated tax`, place: 'inner' },
      ],
    },
    {
      title: 'Amount You Owe',
      lines: [
        {
          number: '37',
          text: old
            ? 'Amount you owe. Subtract line 33 from line 24. For details on how to pay, see instructions'
            : 'Subtract line 33 from line 24. This is the amount you owe.',
        },
        { number: '38', text: 'Estimated tax penalty (see instructions)', place: 'inner' },
      ],
    },
  ];
}

export const STATUS_LABELS = (year: number): [status: string, label: string][] => [
  ['single', 'Single'],
  ['married_joint', year >= 2023 ? 'Married filing jointly (even if only one had income)' : 'Married filing jointly'],
  ['married_separate', 'Married filing separately (MFS)'],
  ['head_of_household', 'Head of household (HOH)'],
  ['surviving_spouse', year === 2021 ? 'Qualifying widow(er) (QW)' : 'Qualifying surviving spouse (QSS)'],
];
