// A sample person's profile as a bank or an insurer shows it.
import type { Profile } from '#domain/reports/payroll.ts';
import type { Person } from './life.ts';
import { idOf } from './random.ts';

export function profileOf(person: Person, id_seed: string): Profile {
  const { first_name, last_name, middle_initials, email, phone, ssn, date_of_birth, address } = person;
  return {
    id: idOf(id_seed, 'profile'),
    first_name,
    last_name,
    full_name: fullName(person),
    middle_initials,
    email,
    phone,
    ssn,
    date_of_birth,
    home_address: address,
  };
}

export const fullName = ({ first_name, middle_initials, last_name }: Person): string =>
  [first_name, middle_initials, last_name].filter((name) => name !== null).join(' ');
