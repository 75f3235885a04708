// Facts about the person in a report, as given by the data source.
import type { ProfileAnswer } from '#domain/reports/payroll.ts';
import { orDash, usDate } from '#render/figures.ts';
import type { Fact } from './facts.ts';
import { addressLine, shownSsn } from './words.ts';

export const personFacts = (profile: ProfileAnswer): Fact[] => [
  { label: 'Name', value: orDash(profile.full_name), span: 2 },
  { label: 'SSN', value: shownSsn(profile.ssn) },
  { label: 'Date of birth', value: usDate(profile.date_of_birth) },
  { label: 'Home address', value: addressLine(profile.home_address), span: 2 },
  { label: 'Phone', value: orDash(profile.phone) },
  { label: 'E-mail', value: orDash(profile.email) },
];
