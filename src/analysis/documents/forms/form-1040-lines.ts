// The lines of Form 1040 and its schedules. Our fields are named after the line numbers of 2022 to 2024; in other years
// the same amounts are on other lines.
import type { Subtype } from '#domain/documents/read-documents.ts';
import type { LabelSpec } from './labels.ts';

const LINES = '1a 1z 2b 3b 4b 5b 6b 7 8 9 10 11 12 14 15 16 24 25a 25d 33 34 37'.split(' ');

/**
 * The line numbers that differ from the field names, by year. An empty text marks a line that does not exist in that
 * year.
 */
const CHANGED: Record<number, Record<string, string>> = {
  2018: {
    '1a': '1',
    '1z': '',
    '5b': '',
    '6b': '5b',
    '7': '',
    '8': '',
    '9': '6',
    '10': '',
    '11': '7',
    '12': '8',
    '14': '',
    '15': '10',
    '16': '11',
    '24': '15',
    '25a': '',
    '25d': '16',
    '33': '18',
    '34': '19',
    '37': '22',
  },
  2019: {
    '1a': '1',
    '1z': '',
    '5b': '4d',
    '6b': '5b',
    '7': '6',
    '8': '7a',
    '9': '7b',
    '10': '8a',
    '11': '8b',
    '12': '9',
    '14': '11a',
    '15': '11b',
    '16': '12a',
    '24': '16',
    '25a': '',
    '25d': '17',
    '33': '19',
    '34': '20',
    '37': '23',
  },
  2020: { '1a': '1', '1z': '', '10': '10c' },
  2021: { '1a': '1', '1z': '', '12': '12c' },
  2025: { '7': '7a', '11': '11a', '12': '12e' },
};
const FIRST_YEAR = 2018;
const LAST_CHANGED = 2025;

export type LineMap = ReadonlyMap<string, string>;

/** Returns the field names by line number. */
export function linesOf1040(subtype: Subtype | null, year: number | undefined): LineMap {
  if (subtype === 'SCHEDULE_C') return identity('1 7 13 28 30 31'.split(' '));
  if (subtype === 'SCHEDULE_E') return identity('3 20 26'.split(' '));
  const changed = year === undefined ? {} : (CHANGED[Math.min(Math.max(year, FIRST_YEAR), LAST_CHANGED)] ?? {});
  const lines = LINES.map((line): [string, string] => [changed[line] ?? line, `line_${line}`]);
  return new Map(lines.filter(([line]) => line !== ''));
}

const identity = (lines: readonly string[]): LineMap => new Map(lines.map((line) => [line, `line_${line}`]));

/** Lines of Schedule E that have one column for each property; the first column is property A. */
export const PROPERTY_LINES: readonly string[] = ['line_3', 'line_20'];

export const STATUSES: readonly LabelSpec[] = [
  { key: 'single', phrases: ['Single'] },
  {
    key: 'married_joint',
    phrases: [
      'Married filing jointly[even if only one had income]',
      'Married filing joint',
      'Married filing joint return',
    ],
  },
  {
    key: 'married_separate',
    phrases: ['Married filing separately[MFS]', 'Married filing separate', 'Married filing separate return'],
  },
  { key: 'head_of_household', phrases: ['Head of household[HOH]'] },
  {
    key: 'surviving_spouse',
    phrases: [
      'Qualifying surviving spouse[QSS]',
      'Qualifying widower[QW]',
      'Qualifying widow er[QW]',
      'Qualifying widow[QW]',
      'Surviving spouse',
    ],
  },
];

export const LABELS_1040: readonly LabelSpec[] = [
  ...STATUSES,
  { key: 'filing_status', phrases: ['Filing status'] },
  {
    key: 'first_name',
    phrases: [
      'Your first name and middle initial',
      'Your first name and initial',
      'Your first name',
      'First name and middle initial',
    ],
  },
  {
    key: 'spouse_name',
    phrases: [
      'If joint return spouses first name and middle initial',
      'If a joint return spouses first name and initial',
      'Spouses first name and middle initial',
      'Spouses first name',
    ],
  },
  { key: 'last_name', phrases: ['Last name'] },
  { key: 'ssn', phrases: ['Your social security number', 'Your SSN'] },
  { key: 'spouse_ssn', phrases: ['Spouses social security number', 'Spouses SSN'] },
  {
    key: 'address',
    phrases: [
      'Home address number and street',
      'Home address',
      'City town or post office',
      'Apt no',
      'ZIP code',
      'Foreign country name',
    ],
  },
  {
    key: 'name',
    phrases: [
      'Name of proprietor',
      'Names shown on return',
      'Names shown on Form 1040',
      'Name shown on return',
      'Names as shown on return',
    ],
  },
  { key: 'other_ssn', phrases: ['Social security number SSN', 'Social security number'] },
  {
    key: 'principal',
    phrases: [
      'Principal business or profession',
      'Income or loss from rental real estate and royalties',
      'Income or Loss From Rental Real Estate',
    ],
  },
];
