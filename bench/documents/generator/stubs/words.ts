// The names that payroll systems use for earnings, taxes, deductions and contributions. `{state}` and `{city}` are
// placeholders.
import type { ContributionKind, DeductionKind, EarningKind, PayCheck } from '../pay-figures.ts';
import type { TaxKind } from '../pay-taxes.ts';

export type Words = {
  earnings: Record<EarningKind, string>;
  taxes: Record<TaxKind, string>;
  deductions: Record<DeductionKind, string>;
  contributions: Record<ContributionKind, string>;
};

/** Returns the vocabulary `base` with some of its words replaced. */
export const wordsLike = (base: Words, own: { [Part in keyof Words]?: Partial<Words[Part]> }): Words => ({
  earnings: { ...base.earnings, ...own.earnings },
  taxes: { ...base.taxes, ...own.taxes },
  deductions: { ...base.deductions, ...own.deductions },
  contributions: { ...base.contributions, ...own.contributions },
});

/** Returns the lines of a pay check with their names instead of their kinds. */
export function worded({ earnings, taxes, deductions, contributions, state }: PayCheck, words: Words, city: string) {
  const filled = (text: string) => text.replace('{state}', state).replace('{city}', city);
  return {
    earnings: earnings.map((line) => ({ ...line, name: filled(words.earnings[line.kind]) })),
    taxes: taxes.map((line) => ({ ...line, name: filled(words.taxes[line.kind]) })),
    deductions: deductions.map((line) => ({ ...line, name: filled(words.deductions[line.kind]) })),
    contributions: contributions.map((line) => ({ ...line, name: filled(words.contributions[line.kind]) })),
  };
}

export const LONG: Words = {
  earnings: {
    salary: 'Salary',
    regular: 'Regular',
    overtime: 'Overtime',
    double_time: 'Double Time',
    piece: 'Piece Work',
    evening: 'Evening Differential',
    night: 'Night Differential',
    weekend: 'Weekend Differential',
    on_call: 'On Call',
    charge: 'Charge Nurse',
    holiday: 'Holiday',
    pto: 'Paid Time Off',
    sick: 'Sick',
    jury: 'Jury Duty',
    training: 'Training',
    card_tips: 'Credit Card Tips',
    cash_tips: 'Cash Tips',
    commission: 'Commission',
    bonus: 'Bonus',
    retro: 'Retro Pay',
    longevity: 'Longevity Pay',
    allowance: 'Phone Allowance',
    housing: 'Housing Allowance',
  },
  taxes: {
    federal: 'Federal Income Tax',
    social_security: 'Social Security',
    medicare: 'Medicare',
    state: '{state} State Income Tax',
    disability: '{state} Disability Insurance',
    family_leave: '{state} Paid Family Leave',
    unemployment: '{state} Unemployment',
    long_term_care: 'WA Cares Fund',
    transit: 'OR Statewide Transit Tax',
    local: '{city} Local Income Tax',
    local_services: 'Local Services Tax',
  },
  deductions: {
    medical: 'Medical Insurance',
    dental: 'Dental Insurance',
    vision: 'Vision Insurance',
    hsa: 'Health Savings Account',
    fsa: 'Flexible Spending Account',
    commuter: 'Commuter Benefit',
    k401: '401(k)',
    k403: '403(b)',
    k457: '457(b)',
    pension: 'Pension',
    roth: 'Roth 401(k)',
    life: 'Supplemental Life',
    disability_short: 'Short Term Disability',
    disability_long: 'Long Term Disability',
    union: 'Union Dues',
    garnishment: 'Wage Garnishment',
    support: 'Child Support',
    loan: '401(k) Loan',
    charity: 'Charitable Giving',
    stock: 'Employee Stock Purchase',
    uniform: 'Uniform',
    meals: 'Employee Meals',
    tips_paid: 'Cash Tips Paid',
  },
  contributions: {
    match: '401(k) Match',
    medical: 'Medical Insurance',
    dental: 'Dental Insurance',
    hsa: 'Health Savings Account',
    life: 'Basic Life',
    pension: 'Pension',
    social_security: 'Social Security',
    medicare: 'Medicare',
  },
};

export const CODES: Words = {
  earnings: {
    salary: 'SALARY',
    regular: 'REG',
    overtime: 'OT',
    double_time: 'DBL TIME',
    piece: 'PIECE RT',
    evening: 'DIFF EVE',
    night: 'DIFF NGT',
    weekend: 'DIFF WKND',
    on_call: 'ON-CALL',
    charge: 'CHARGE',
    holiday: 'HOL',
    pto: 'PTO',
    sick: 'SICK',
    jury: 'JURY',
    training: 'TRAIN',
    card_tips: 'CC TIPS',
    cash_tips: 'TIPS CASH',
    commission: 'COMM',
    bonus: 'BONUS',
    retro: 'RETRO',
    longevity: 'LONGEVITY',
    allowance: 'PHONE',
    housing: 'HOUSING',
  },
  taxes: {
    federal: 'FIT',
    social_security: 'SOC SEC',
    medicare: 'MEDICARE',
    state: 'SIT {state}',
    disability: 'SDI {state}',
    family_leave: 'PFL {state}',
    unemployment: 'SUI {state}',
    long_term_care: 'WA LTC',
    transit: 'OR TRANSIT',
    local: 'LOCAL TAX',
    local_services: 'LST',
  },
  deductions: {
    medical: 'MED PRE',
    dental: 'DENT PRE',
    vision: 'VIS PRE',
    hsa: 'HSA EE',
    fsa: 'FSA',
    commuter: 'COMMUTER',
    k401: '401K',
    k403: '403B',
    k457: '457',
    pension: 'PENSION',
    roth: 'ROTH',
    life: 'LIFE INS',
    disability_short: 'STD',
    disability_long: 'LTD',
    union: 'UNION DUES',
    garnishment: 'GARNISH',
    support: 'CHILD SUPP',
    loan: '401K LOAN',
    charity: 'CHARITY',
    stock: 'ESPP',
    uniform: 'UNIFORM',
    meals: 'MEALS',
    tips_paid: 'TIPS PD',
  },
  contributions: {
    match: '401K ER',
    medical: 'MED ER',
    dental: 'DENT ER',
    hsa: 'HSA ER',
    life: 'GTL ER',
    pension: 'PENSION ER',
    social_security: 'FICA ER',
    medicare: 'MEDI ER',
  },
};

export const BOOKS: Words = wordsLike(LONG, {
  earnings: {
    regular: 'Hourly Rate',
    overtime: 'Overtime Hourly',
    holiday: 'Holiday Hourly',
    sick: 'Sick Hourly',
    pto: 'Vacation Hourly',
  },
  taxes: {
    federal: 'Federal Withholding',
    social_security: 'Social Security Employee',
    medicare: 'Medicare Employee',
    state: '{state} - Withholding',
    disability: '{state} - Disability Employee',
    family_leave: '{state} - Family Leave Employee',
    unemployment: '{state} - Unemployment Employee',
    local: 'City Tax',
  },
  deductions: {
    medical: 'Health Insurance (pre-tax)',
    k401: '401k Emp.',
    dental: 'Dental (pre-tax)',
    vision: 'Vision (pre-tax)',
  },
  contributions: { match: '401k Co. Match', medical: 'Health Insurance (company paid)' },
});

export const STATUTORY: Words = wordsLike(LONG, {
  earnings: { bonus: 'Annual Bonus', pto: 'Vacation', retro: 'Retroactive Pay' },
  taxes: {
    social_security: 'Social Security Tax',
    medicare: 'Medicare Tax',
    disability: '{state} SUI/SDI Tax',
    family_leave: '{state} Paid Family Leave Ins',
    local: '{city} Income Tax',
  },
  deductions: {
    medical: 'Medical Pretax',
    dental: 'Dental Pre Tax',
    vision: 'Vision Pre-Tx',
    k401: '401K Deferral',
    hsa: 'HSA Plan',
  },
});

export const WITHHOLDING: Words = wordsLike(LONG, {
  earnings: {
    regular: 'Regular Pay',
    overtime: 'Overtime Pay',
    holiday: 'Holiday Pay',
    sick: 'Sick Pay',
    pto: 'Vacation Pay',
  },
  taxes: {
    federal: 'Federal W/H',
    social_security: 'FICA - Social Security',
    medicare: 'FICA - Medicare',
    state: '{state} State W/H',
    disability: '{state} SDI',
    family_leave: '{state} PFML',
    local: '{city} City W/H',
  },
  deductions: {
    life: 'Vol Life - Employee',
    medical: 'PPO Medical EE+Family',
    loan: 'Retirement Loan 1',
    support: 'Child Supp Order 1',
  },
  contributions: { match: 'Retirement Match', medical: 'PPO Medical ER' },
});

export const CLINIC: Words = wordsLike(LONG, {
  earnings: {
    regular: 'Regular Hours',
    overtime: 'Overtime 1.5',
    double_time: 'Overtime 2.0',
    evening: 'Shift Diff 2nd',
    night: 'Shift Diff 3rd',
    weekend: 'Shift Diff Weekend',
    on_call: 'Standby/On Call',
    pto: 'PTO Scheduled',
    sick: 'Extended Illness Bank',
    training: 'Education Time',
  },
  taxes: {
    federal: 'Fed Withholding',
    social_security: 'Fed OASDI/EE',
    medicare: 'Fed MED/EE',
    state: '{state} Withholding',
  },
  deductions: { medical: 'Medical HMO', k403: '403B Tax Deferred', meals: 'Cafeteria', union: 'SEIU Dues' },
  contributions: { match: '403(b) Match' },
});

export const PUBLIC: Words = wordsLike(LONG, {
  earnings: {
    regular: 'Regular Time',
    salary: 'Regular Salary',
    overtime: 'Overtime @ 1.5',
    pto: 'Annual Leave',
    sick: 'Sick Leave',
    holiday: 'Holiday Leave',
  },
  taxes: {
    federal: 'Federal Tax',
    social_security: 'OASDI',
    medicare: 'Medicare',
    state: 'State Tax {state}',
    local: 'City Tax - {city}',
  },
  deductions: {
    pension: 'Retirement - PERS',
    k457: 'Deferred Comp 457',
    medical: 'Health Ins - Plan B',
    union: 'Assn Dues Local 212',
  },
  contributions: { pension: 'Retirement - PERS', medical: 'Health Ins - Plan B', dental: 'Dental - Delta PPO' },
});
