// Invented sample people who exist only at the sandbox bank.
import type { Person } from '#connectors/sandbox/lives/life.ts';
import { JORDAN } from './sample-people.ts';

export const ODALYS: Person = {
  first_name: 'Odalys',
  middle_initials: null,
  last_name: 'Brennecke',
  email: 'odalys.brennecke@example.com',
  phone: '+16025550126',
  ssn: JORDAN.ssn,
  date_of_birth: '1995-02-11',
  address: { street: '9 Saguaro Bend', city: 'Phoenix', state: 'AZ', zip: '85004', country: 'US' },
  filing_status: 'single',
};

export const HAROLD: Person = {
  first_name: 'Harold',
  middle_initials: 'P',
  last_name: 'Winterbourne',
  email: 'harold.winterbourne@example.com',
  phone: '+18135550151',
  ssn: JORDAN.ssn,
  date_of_birth: '1952-10-06',
  address: { street: '640 Heron Key Drive', city: 'Tampa', state: 'FL', zip: '33602', country: 'US' },
  filing_status: 'single',
};

export const WREN: Person = {
  first_name: 'Wren',
  middle_initials: null,
  last_name: 'Castellow',
  email: 'wren.castellow@example.com',
  phone: '+15055550187',
  ssn: JORDAN.ssn,
  date_of_birth: '1986-07-19',
  address: { street: '31 Acequia Lane', city: 'Santa Fe', state: 'NM', zip: '87501', country: 'US' },
  filing_status: 'single',
};

export const CASPIAN: Person = {
  first_name: 'Caspian',
  middle_initials: 'T',
  last_name: 'Orozco-Bell',
  email: 'caspian.ob@example.com',
  phone: '+16145550195',
  ssn: JORDAN.ssn,
  date_of_birth: '1999-12-28',
  address: { street: '802 Weiland Street, Unit B', city: 'Columbus', state: 'OH', zip: '43206', country: 'US' },
  filing_status: 'single',
};

/** The joint owner of one of Desmond's accounts. */
export const AMA: Person = {
  first_name: 'Ama',
  middle_initials: null,
  last_name: 'Abara-Wills',
  email: 'ama.abara@example.com',
  phone: '+15125550178',
  ssn: JORDAN.ssn,
  date_of_birth: '1981-05-14',
  address: { street: '2300 Barton Hollow Road', city: 'Austin', state: 'TX', zip: '78704', country: 'US' },
  filing_status: 'married',
};
