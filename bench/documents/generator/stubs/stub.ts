// The data of a pay stub, independent of the layout that prints it: the person, the employer and the pay check.
import { newPayCheck, type PayCheck, type PayOptions } from '../pay-figures.ts';
import {
  type Address,
  digits,
  type Employer,
  newAddress,
  newEmployer,
  newPerson,
  newSsn,
  type Person,
  type Sector,
} from '../people.ts';
import type { Random } from '../sample.ts';

export type Stub = {
  employer: Employer;
  person: Person;
  home: Address;
  ssn: string;
  employee_id: string;
  /** The number of the check or of the deposit advice. */
  number: string;
  department: string;
  title: string;
  check: PayCheck;
};

const TITLES: Record<Sector, readonly string[]> = {
  office: ['Account Manager', 'Data Analyst', 'Escrow Officer', 'Software Engineer II'],
  trade: ['Journeyman', 'Driver', 'Machine Operator', 'Foreman'],
  restaurant: ['Server', 'Bartender', 'Line Cook', 'Shift Lead'],
  hospital: ['Registered Nurse', 'Respiratory Therapist', 'Nursing Assistant', 'Lab Technician'],
  agency: ['Clerk Typist III', 'Teacher', 'Equipment Operator', 'Engineer Associate'],
  shop: ['Technician', 'Sales Associate', 'Receptionist', 'Manager'],
  church: ['Office Administrator', 'Music Director', 'Program Coordinator'],
  farm: ['Harvest Crew', 'Packer', 'Forklift Operator'],
};

export function newStub(random: Random, sector: Sector, options: Partial<PayOptions> = {}): Stub {
  const employer = newEmployer(random, sector, options.state);
  const { state } = employer.address;
  return {
    employer,
    person: newPerson(random),
    home: newAddress(random, state),
    ssn: newSsn(random),
    employee_id: random.chance(0.3)
      ? `${random.pick(['E', 'A', 'EMP'])}${digits(random, 5)}`
      : digits(random, random.integer(3, 8)),
    number: digits(random, random.integer(4, 9)),
    department: String(random.integer(100, 9900)).padStart(4, '0'),
    title: random.pick(TITLES[sector]),
    check: newPayCheck(random, { ...options, sector, state }),
  };
}

/** Returns the lines that were paid in this period. Other lines have only a year-to-date amount. */
export const paidNow = <Row extends { current: number }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ current }) => current !== 0);
