// The labels of Form W-2 as worded on the official form and by payroll programs, and the labels of corrected forms.
// Labels without a field are listed because they limit the cells of the other labels.
import type { LabelSpec } from './labels.ts';

/** The boxes that have one amount, by the names of their fields. */
export const W2_AMOUNTS: readonly LabelSpec[] = [
  {
    key: 'wages',
    number: '1',
    phrases: [
      'Wages tips other compensation',
      'Wages tips and other compensation',
      'Wages tips other comp[ensation]',
      'Wages tips and other comp',
      'Wages tips other',
      'Wages tips etc',
      'Wages and other compensation',
      'Wages tips',
      'Wages',
    ],
  },
  {
    key: 'federal_tax',
    number: '2',
    phrases: [
      'Federal income tax withheld',
      'Federal income tax',
      'Federal tax withheld',
      'Federal withholding',
      'Fed income tax withheld',
      'Fed inc tax withheld',
      'Fed income tax',
      'Fed tax withheld',
      'Federal inc tax withheld',
      'Federal tax',
      'FIT withheld',
      'Federal tax WH',
      'Fed tax WH',
      'Federal WH',
      'Fed WH',
      'Federal income tax WH',
      'Fed income tax WH',
      'Federal tax withholding',
      'Federal income tax withholding',
    ],
  },
  {
    key: 'social_security_wages',
    number: '3',
    phrases: ['Social security wages', 'Soc sec wages', 'Soc security wages', 'SS wages', 'OASDI wages'],
  },
  {
    key: 'social_security_tax',
    number: '4',
    phrases: [
      'Social security tax withheld',
      'Social security tax',
      'Soc sec tax withheld',
      'Soc security tax withheld',
      'Soc sec tax',
      'SS tax withheld',
      'SS tax',
      'OASDI tax withheld',
      'OASDI tax',
      'Social security tax WH',
      'Soc sec tax WH',
      'SS tax WH',
      'Social security withheld',
      'Social security withholding',
    ],
  },
  {
    key: 'medicare_wages',
    number: '5',
    phrases: [
      'Medicare wages and tips',
      'Medicare wages tips',
      'Medicare wages & tips',
      'Medicare wages',
      'Med wages and tips',
    ],
  },
  {
    key: 'medicare_tax',
    number: '6',
    phrases: [
      'Medicare tax withheld',
      'Medicare tax',
      'Med tax withheld',
      'Medicare tax WH',
      'Medicare withheld',
      'Medicare withholding',
    ],
  },
  {
    key: 'social_security_tips',
    number: '7',
    phrases: ['Social security tips', 'Soc sec tips', 'Soc security tips', 'SS tips'],
  },
  { key: 'allocated_tips', number: '8', phrases: ['Allocated tips', 'Alloc tips'] },
  {
    key: 'dependent_care',
    number: '10',
    phrases: ['Dependent care benefits', 'Dependent care', 'Dep care benefits', 'Dependent care benefit', 'Dep care'],
  },
  {
    key: 'nonqualified_plans',
    number: '11',
    phrases: ['Nonqualified plans', 'Nonqual plans', 'Non-qualified plan', 'Nonqualified plan'],
  },
];

const W2_PARTIES: readonly LabelSpec[] = [
  {
    key: 'employee_ssn',
    number: 'a',
    phrases: [
      'Employees social security number',
      'Employees soc sec number',
      'Employees soc sec no',
      'Employees social security no',
      'Employees SSA number',
      'Employees SSN',
      'Employee social security number',
      'Employee SSN',
      'Employee soc sec no',
      'Employees correct SSN',
      'Employee social security no',
      'Employees social security',
      'Employee soc sec number',
      'Social security no',
      'Soc sec number',
      'Soc sec no',
      'Social security number',
      'SSN',
    ],
  },
  {
    key: 'employer_ein',
    number: 'b',
    phrases: [
      'Employer identification number[EIN]',
      'Employers identification number[EIN]',
      'Employers federal identification number',
      'Employer ID number[EIN]',
      'Employer identification no[EIN]',
      'Employers Federal EIN',
      'Employers FED ID number',
      'Employers FED ID no',
      'Employers federal ID number',
      'Employers federal ID no',
      'Employers identification no',
      'Employers EIN',
      'Employer EIN',
      'Employers ID number',
      'Federal EIN',
      'Federal ID number',
    ],
  },
  {
    key: 'employer',
    number: 'c',
    phrases: [
      'Employers name[street address][address and ZIP code][address][city state and ZIP code][and ZIP code]',
      'Employer name[street address][address and ZIP code][address][city state and ZIP code][and ZIP code]',
      'Employers name & address',
    ],
  },
  { key: 'employer_address', phrases: ['Employers address[and ZIP code]', 'Employer address[and ZIP code]'] },
  { key: 'control_number', number: 'd', phrases: ['Control number', 'Control no', 'Control #'] },
  {
    key: 'employee',
    number: 'e',
    phrases: [
      'Employees first name and[middle]initial',
      'Employees first name[initial]',
      'Employees first name MI',
      'Employees name first initial last',
      'Employees name[first middle initial last][first initial last][first and last][street address][address and ZIP code][address][city state and ZIP code][and ZIP code]',
      'Employee name[street address][address and ZIP code][address][city state and ZIP code][and ZIP code]',
      'Employees name & address',
      'Employees correct name',
    ],
  },
  {
    key: 'employee',
    number: 'e/f',
    phrases: [
      'Employees name[street address][address and ZIP code][address][city state and ZIP code][and ZIP code]',
      'Employee name[street address][address and ZIP code][address][city state and ZIP code][and ZIP code]',
      'Employees first name and initial last name address and ZIP code',
    ],
  },
  { key: 'last_name', phrases: ['Last name', 'Employees last name'] },
  { key: 'suffix', phrases: ['Suff', 'Suffix'] },
  {
    key: 'employee_address',
    number: 'f',
    phrases: [
      'Employees address[and ZIP code]',
      'Employee address[and ZIP code]',
      'Employees street address',
      'Address and ZIP code',
    ],
  },
];

const CODED = [
  'See instructions for box 12',
  'See instrs for box 12',
  'See instr for box 12',
  'See inst for box 12',
  'Code',
];

const W2_BOX_12: readonly LabelSpec[] = [
  ...['12a', '12b', '12c', '12d', '12e', '12f'].map((number) => ({
    key: 'box_12',
    phrases: [
      number,
      `Box ${number}`,
      ...CODED.map((phrase) => `${number} ${phrase}`),
      ...CODED.map((phrase) => `Box ${number} ${phrase}`),
    ],
  })),
  {
    key: 'box_12',
    phrases: [
      '12 See instructions for box 12',
      '12 See instrs for box 12',
      'Box 12 codes',
      'Box 12',
      '12 See instructions',
    ],
  },
  { key: 'code', phrases: ['C o d e'] },
];

export const W2_BOX_13: readonly LabelSpec[] = [
  {
    key: 'statutory_employee',
    phrases: ['Statutory employee', 'Statutory emp', 'Stat emp[loyee]', 'Statutory', 'Stat empl'],
  },
  { key: 'retirement_plan', phrases: ['Retirement plan', 'Ret plan', 'Retirement', 'Retire plan'] },
  {
    key: 'third_party_sick_pay',
    phrases: [
      'Third party sick pay',
      '3rd party sick pay',
      'Third party sick',
      '3rd party sick',
      '3rd pty sick pay',
      '3rd party',
    ],
  },
];

const W2_STATES: readonly LabelSpec[] = [
  { key: 'state', number: '15', phrases: ['State'] },
  {
    key: 'state_id',
    phrases: [
      'Employers state ID number',
      'Employers state ID no',
      'Employers state I D number',
      'Employer state ID number',
      'Employer state ID no',
      'Employers state identification number',
      'Employers state ID #',
      'State ID number',
      'State ID no',
      'State employer ID',
      'Employers state ID',
      // OCR reads the capital letters `ID` in small print as a number.
      'Employers state 10 number',
      'Employers state 10 no',
      'Employers state 1D no',
    ],
  },
  { key: 'state_wages', number: '16', phrases: ['State wages tips etc', 'State wages tips', 'State wages'] },
  { key: 'state_tax', number: '17', phrases: ['State income tax[withheld]', 'State tax[withheld]', 'State inc tax'] },
  { key: 'local_wages', number: '18', phrases: ['Local wages tips etc', 'Local wages tips', 'Local wages'] },
  { key: 'local_tax', number: '19', phrases: ['Local income tax[withheld]', 'Local tax[withheld]', 'Local inc tax'] },
  { key: 'locality', number: '20', phrases: ['Locality name', 'Locality', 'Local name'] },
];

const W2_OTHERS: readonly LabelSpec[] = [
  { key: 'box_9', phrases: ['9 Verification code', 'Verification code', '9 Advance EIC payment'] },
  { key: 'box_13', phrases: ['13 Check all that apply', 'Box 13'] },
  {
    key: 'previous_party',
    phrases: [
      'Employees previously reported SSN',
      'Employees previously reported name',
      'Employees incorrect social security number',
      'Name as it appears on your previous',
      'Corrected SSN and or name',
      'Corrected SSN and name',
    ],
  },
  { key: 'year', phrases: ['Tax year/Form corrected', 'Tax year', 'For calendar year', 'For tax year'] },
  {
    key: 'form_title',
    empty: true,
    phrases: ['Form W-2', 'Wage and Tax Statement', 'Form W-2 Wage and Tax Statement', 'W-2 Wage and Tax Statement'],
  },
  { key: 'copy', empty: true, phrases: ['Copy A', 'Copy B', 'Copy C', 'Copy D', 'Copy 1', 'Copy 2'] },
  {
    key: 'employer_use',
    phrases: ['Employer use only', 'Employers use only', 'Dept', 'Corp', 'Batch #', 'Batch no', 'Void'],
  },
  { key: 'omb', empty: true, phrases: ['OMB No', 'State Correction Information', 'Locality Correction Information'] },
  { key: 'notice', empty: true, phrases: ['This information is being furnished', 'Department of the Treasury'] },
];

const W2_OTHER_TEXT: LabelSpec = { key: 'other', number: '14', phrases: ['Other[see instructions]'] };

const W2C_COLUMNS: readonly LabelSpec[] = [
  { key: 'previous', phrases: ['Previously reported', 'Previously reported information'] },
  { key: 'correct', phrases: ['Correct information', 'Corrected information'] },
];

export const W2_LABELS: readonly LabelSpec[] = [
  ...W2_AMOUNTS,
  ...W2_PARTIES,
  ...W2_BOX_12,
  ...W2_BOX_13,
  ...W2_STATES,
  W2_OTHER_TEXT,
  ...W2_OTHERS,
  ...W2C_COLUMNS,
];
