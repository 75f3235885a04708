// Invented people, employers, banks and addresses, and the ways in which documents mask numbers. Every name is made up.
// The street, the town and the postal code of an address never belong together in reality.
import type { Random } from './sample.ts';

export type Person = { first: string; middle: string | null; last: string; suffix: string | null };

/** `street` has one or two lines. `townLine` makes the line with the town. */
export type Address = { street: string[]; city: string; state: State; zip: string };

export type Sector = 'office' | 'trade' | 'restaurant' | 'hospital' | 'agency' | 'shop' | 'church' | 'farm';

export type Employer = { name: string; sector: Sector; address: Address; ein: string; phone: string };

export const STATES = ['CA', 'NY', 'TX', 'FL', 'OH', 'PA', 'IL', 'WA', 'CO', 'MA', 'OR', 'GA', 'MN', 'NJ'] as const;
export type State = (typeof STATES)[number];

const FIRST =
  `Maribel Thaddeus Ingrid Cornelius Anjali Bartholomew Rosalie Emeka Odalys Lars Philippa Desmond Yuki Gideon
 Henrietta Rafael Xiomara Clifford Noor Sterling Beatriz Jamal Ottilie Wendell Priscilla Tobias Amara Leopold Soledad Ruben
 Jo Al Christabella Maximilian`.split(/\s+/);
const MIDDLE = 'Ann Lee Marie James Ray Louise Dean Elaine Joseph Ruth'.split(' ');
const LAST = [
  'Halvorsen',
  'Okafor-Lindgren',
  'Castellano',
  'Pemberton',
  'Nakashima',
  'Quillfeather',
  'Abdulrahim',
  "O'Shaughnessy",
  'Wojciechowski',
  'de la Fuente',
  'Brandvold',
  'Thistlewood',
  'Venkataraman',
  'McElhaney',
  'Ng',
  'Fitzwilliam',
  'Dubois',
  'Arceneaux',
  'St. Clair',
  'Vandermolen',
  'Ibarra Montoya',
  'Lee',
  'Crowhurst',
  'Szczepanik',
];
const SUFFIXES = ['Jr', 'Sr', 'II', 'III'];

const STREETS =
  `Alder Basalt Cinnamon Dogwood Elderberry Foxglove Granary Hawthorn Ironmonger Juniper Kestrel Larkspur Millrace
 Nightingale Orchard Parsonage Quarry Ropewalk Saltmarsh Tannery Underhill Vinegar Windlass Yarrow`.split(/\s+/);
const STREET_KINDS = [
  'Street',
  'St',
  'Avenue',
  'Ave',
  'Road',
  'Rd',
  'Lane',
  'Blvd',
  'Drive',
  'Court',
  'Parkway',
  'Way',
];
const TOWNS =
  `Ashgrove|Bellhaven|Copper Falls|Dunmore Heights|Eastwick|Fennimore|Glen Arbor|Harrowgate|Larkin|Mount Selby|New Tamworth
Oxbow|Port Ellery|Rivermead|South Kirkby|Tillman Springs|West Calloway|Wynford`.split(/[|\n]/);

/** The first three digits of each state's postal codes. */
const ZIP_PREFIXES: Record<State, readonly string[]> = {
  CA: ['900', '921', '945', '958'],
  NY: ['100', '112', '142'],
  TX: ['750', '770', '787'],
  FL: ['328', '331'],
  OH: ['432', '441', '454'],
  PA: ['152', '191'],
  IL: ['604', '606'],
  WA: ['981', '992'],
  CO: ['802', '805'],
  MA: ['021', '010'],
  OR: ['972', '974'],
  GA: ['303', '314'],
  MN: ['551', '554'],
  NJ: ['071', '088'],
};

const COMPANY_WORDS =
  `Amberline|Bluecap|Cobalt Ridge|Dovetail|Eastmoor|Fernhollow|Grindstone|Highwater|Inkwell|Jasper & Finch|Kettlewell
Lodestar|Marrowby|Northgate|Oakhampton|Pinwheel|Quarrystone|Redfern|Summerlin|Three Rivers|Umberto|Verdance|Wexcombe`.split(
    /[|\n]/,
  );
const COMPANY_KINDS: Record<Sector, readonly string[]> = {
  office: [
    'Analytics',
    'Software',
    'Insurance Services',
    'Consulting Group',
    'Title & Escrow',
    'Biosciences',
    'Logistics',
  ],
  trade: [
    'Mechanical',
    'Roofing & Sheet Metal',
    'Electric',
    'Paving Contractors',
    'Freight Lines',
    'Millwork',
    'Plastics',
  ],
  restaurant: ['Grill', 'Taqueria', 'Oyster House', 'Brewing & Kitchen', 'Diner', 'Hospitality Group'],
  hospital: ['Regional Medical Center', 'Health System', 'Memorial Hospital', 'Skilled Nursing & Rehabilitation'],
  agency: ['County', 'Unified School District', 'Water Reclamation Authority', 'Port District'],
  shop: ['Hardware', 'Pet Supply', 'Auto Repair', 'Dental Arts', 'Landscaping', 'Flooring', 'Veterinary Clinic'],
  church: ['Lutheran Church', 'Community Food Bank', 'Montessori Academy', 'Historical Society'],
  farm: ['Orchards', 'Packing Company', 'Farms', 'Vineyards', 'Staffing Solutions', 'Labor Contracting'],
};
const COMPANY_FORMS: Record<Sector, readonly string[]> = {
  office: [', Inc.', ' LLC', ' Corporation', ' Inc', ', LLC', ' Holdings, Inc.'],
  trade: [', Inc.', ' LLC', ' Co.', ' Corp.', ''],
  restaurant: [' LLC', ' Inc', '', ', LLC'],
  hospital: ['', '', ', Inc.'],
  agency: ['', ''],
  shop: [' LLC', ', Inc.', ' & Sons', '', ' PLLC'],
  church: ['', ', Inc.'],
  farm: [', Inc.', ' LLC', ' LP'],
};

const BANK_WORDS = [
  'First Ellery',
  'Harborstone',
  'Mid-Prairie',
  'Keystone Vale',
  'Blue Spruce',
  'Summit & Shore',
  'Old Orchard',
];
const BANK_KINDS = [
  'Bank',
  'Credit Union',
  'Federal Credit Union',
  'National Bank',
  'Savings Bank',
  'Bank, N.A.',
  'Trust',
];

export function newPerson(random: Random): Person {
  return {
    first: random.pick(FIRST),
    middle: random.chance(0.55) ? random.pick(MIDDLE) : null,
    last: random.pick(LAST),
    suffix: random.chance(0.06) ? random.pick(SUFFIXES) : null,
  };
}

/**
 * The formats of a name, in the order of the list: `Marie T Lee`, `Marie T. Lee`, `Marie Ann Lee`, `Marie Lee`, `Lee,
 * Marie T`.
 */
export const NAME_STYLES = ['initial', 'initial.', 'full', 'short', 'last-first'] as const;
export type NameStyle = (typeof NAME_STYLES)[number];

export function nameOf({ first, middle, last, suffix }: Person, style: NameStyle): string {
  const between = {
    initial: middle?.[0],
    'initial.': middle && `${middle[0]}.`,
    full: middle,
    short: null,
    'last-first': null,
  };
  if (style === 'last-first')
    return `${[last, suffix].filter(Boolean).join(' ')}, ${[first, middle?.[0]].filter(Boolean).join(' ')}`;
  return [first, between[style], last, suffix].filter(Boolean).join(' ');
}

export function newAddress(random: Random, state: State = random.pick(STATES)): Address {
  const street = [
    `${random.integer(1, 19_999)} ${random.chance(0.15) ? 'N ' : ''}${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`,
  ];
  const unit = `${random.pick(['Apt', 'Unit', 'Suite', '#'])} ${random.integer(1, 980)}`.replace('# ', '#');
  if (random.chance(0.3)) {
    if (random.chance(0.5)) street.push(unit);
    else street[0] += ` ${unit}`;
  }
  if (random.chance(0.06)) street.splice(0, 2, `PO Box ${random.integer(10, 9899)}`);
  const zip = `${random.pick(ZIP_PREFIXES[state])}${String(random.integer(1, 99)).padStart(2, '0')}`;
  return {
    street,
    city: random.pick(TOWNS),
    state,
    zip: random.chance(0.15) ? `${zip}-${random.integer(1000, 9999)}` : zip,
  };
}

/**
 * Returns the line with the town, for example `Oxbow, OH 45402`. If `comma` is false, the line has no comma; mailing
 * systems print it like this.
 */
export function townLine({ city, state, zip }: Address, comma = true): string {
  return `${city}${comma ? ',' : ''} ${state} ${zip}`;
}

/** The printed lines of an address. */
export function addressLines(address: Address, comma = true): string[] {
  return [...address.street, townLine(address, comma)];
}

export function newEmployer(random: Random, sector: Sector, state?: State): Employer {
  const address = newAddress(random, state);
  const word = sector === 'agency' ? address.city : random.pick(COMPANY_WORDS);
  const name = `${word} ${random.pick(COMPANY_KINDS[sector])}${random.pick(COMPANY_FORMS[sector])}`;
  return {
    name: sector === 'agency' && random.chance(0.3) ? `${random.pick(['City of', 'Town of'])} ${address.city}` : name,
    sector,
    address,
    ein: newEin(random),
    phone: `(${random.integer(201, 989)}) 555-01${String(random.integer(0, 99)).padStart(2, '0')}`,
  };
}

export function newBank(random: Random): string {
  return `${random.pick(BANK_WORDS)} ${random.pick(BANK_KINDS)}`;
}

/** The first two digits of employer identification numbers, as the IRS assigns them. */
const EIN_PREFIXES = ['12', '26', '31', '36', '41', '47', '54', '63', '74', '81', '84', '93'];

export function newEin(random: Random): string {
  return `${random.pick(EIN_PREFIXES)}-${digits(random, 7)}`;
}

/**
 * Returns a Social Security number that is never issued, because its middle group is 00. Its first group is in the
 * valid range.
 */
export function newSsn(random: Random): string {
  const area = random.integer(1, 665);
  return `${String(area).padStart(3, '0')}-00-${String(random.integer(1, 9999)).padStart(4, '0')}`;
}

export const SSN_MASKS = ['XXX-XX-', '***-**-', 'xxx-xx-', '###-##-', 'XXXXX', '*****'] as const;

/** Returns a mask followed by the last four digits, as nearly all documents print the number. */
export function maskedSsn(ssn: string, mask: (typeof SSN_MASKS)[number]): string {
  return `${mask}${ssn.slice(-4)}`;
}

export const ACCOUNT_MASKS = ['XXXXXX', '******', 'x', '...', 'xxxx', '****', 'XXXXX-', '*', 'ending in '] as const;

/** Returns a text of `count` random digits that does not begin with 0. */
export function digits(random: Random, count: number): string {
  return Array.from({ length: count }, (_, index) => random.integer(index === 0 ? 1 : 0, 9)).join('');
}
