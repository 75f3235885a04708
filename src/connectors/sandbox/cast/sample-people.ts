// The sample people of the sandbox: invented people and their bank accounts. Their telephone numbers are from the range
// reserved for fiction. Their SSNs begin with 9 or 666, because no real SSN does.
import type { BankAccount, Person } from '#connectors/sandbox/lives/life.ts';

/** The SSN of every sample person whose scenario does not define another SSN. */
const SAMPLE_SSN = '991919991';

export const JORDAN: Person = {
  first_name: 'Jordan',
  middle_initials: 'E',
  last_name: 'Averill',
  email: 'jordan.averill@example.com',
  phone: '+13035550142',
  ssn: SAMPLE_SSN,
  date_of_birth: '1988-04-17',
  address: { street: '418 Larimer Court', city: 'Denver', state: 'CO', zip: '80205', country: 'US' },
  filing_status: 'single',
};

export const MARISOL: Person = {
  first_name: 'Marisol',
  middle_initials: null,
  last_name: 'Quenby',
  email: 'marisol.quenby@example.com',
  phone: '+15035550118',
  ssn: '991912211',
  date_of_birth: '1983-11-02',
  address: { street: '77 Burnside Lane', city: 'Portland', state: 'OR', zip: '97209', country: 'US' },
  filing_status: 'married',
};

export const TESSA: Person = {
  first_name: 'Tessa',
  middle_initials: 'R',
  last_name: 'Holloway-Finch',
  email: 'tessa.hf@example.com',
  phone: '+16145550163',
  ssn: '666382548',
  date_of_birth: '2001-06-25',
  address: { street: '1209 Neil Avenue, Apt 3', city: 'Columbus', state: 'OH', zip: '43201', country: 'US' },
  filing_status: 'single',
};

export const DESMOND: Person = {
  first_name: 'Desmond',
  middle_initials: 'K',
  last_name: 'Abara-Wills',
  email: 'desmond.abara@example.com',
  phone: '+15125550177',
  ssn: SAMPLE_SSN,
  date_of_birth: '1979-01-30',
  address: { street: '2300 Barton Hollow Road', city: 'Austin', state: 'TX', zip: '78704', country: 'US' },
  filing_status: 'head',
};

export const PRIYA: Person = {
  first_name: 'Priya',
  middle_initials: null,
  last_name: 'Lindqvist',
  email: 'priya.lindqvist@example.com',
  phone: '+16175550109',
  ssn: SAMPLE_SSN,
  date_of_birth: '1992-09-08',
  address: { street: '56 Tremont Row', city: 'Boston', state: 'MA', zip: '02111', country: 'US' },
  filing_status: 'single',
};

/** All sample routing numbers begin with 99, because no bank uses 99. They have a valid checksum. */
export const CHECKING: BankAccount = {
  key: 'checking',
  bank_name: 'Vouch Bank',
  account_name: 'Everyday Checking',
  account_type: 'C',
  routing_number: '991000012',
  account_number: '400100214721',
};

export const SAVINGS: BankAccount = {
  key: 'savings',
  bank_name: 'Vouch Bank',
  account_name: 'Rainy Day Savings',
  account_type: 'S',
  routing_number: '991000012',
  account_number: '400100218890',
};
