// Invented people, banks, insurers, companies and addresses.
import type { Random } from '../sample.ts';

const FIRST = [
  'Marisol',
  'Desmond',
  'Ingrid',
  'Tobias',
  'Keiko',
  'Lamar',
  'Philippa',
  'Rashid',
  'Annelise',
  'Gustavo',
  'Bernadette',
  'Yusuf',
  'Cordelia',
  'Emmett',
  'Shanice',
  'Leopold',
  'Noor',
  'Winifred',
  'Alejandra',
  'Jo',
  'Bartholomew',
  'Thuy',
] as const;
const LAST = [
  'Quillfeather',
  'Obuya',
  'Marchetti',
  'Stanhope',
  'Villalobos',
  'Kerrigan',
  'Tanabe',
  'Okafor',
  'Lindgren',
  'Pruitt',
  'Dombrowski',
  'Ashworth-Bell',
  "O'Shaughnessy",
  'Featherstone',
  'Castellanos-Ruiz',
  'Nguyen',
  'Ivarsson',
  'Li',
  'Montgomery',
  'de la Fuente',
  'Haverford',
  'Zielinski',
] as const;
const STREETS = [
  'Alder Ct',
  'Old Quarry Rd',
  'N Birchwood Ave',
  'Salt Creek Lane',
  'Harrier Way',
  'W 14th St',
  'Merchant Street',
  'Juniper Hollow Dr',
  'County Road 218',
  'Lower Mill Rd',
  'Saint Agnes Blvd',
  'E Tamarack Ter',
] as const;
/** Invented towns. Each town is listed with the first three digits of a ZIP code of its state. */
const TOWNS = [
  ['Marlow Falls', 'OH', '441'],
  ['East Tilbury', 'PA', '180'],
  ['Sandhollow', 'AZ', '857'],
  ['Port Ellery', 'WA', '983'],
  ['Cutter Springs', 'CO', '806'],
  ['New Ashby', 'GA', '302'],
  ['Lake Verity', 'MN', '553'],
  ['Fort Callan', 'TX', '786'],
  ['Grandview Heights', 'FL', '337'],
  ['Pell City Junction', 'NC', '276'],
  ['Orrin', 'IL', '604'],
  ['Tavish', 'NY', '125'],
] as const;
const BANKS = [
  'Granite Valley Bank',
  'First Larkspur National Bank',
  'Pell & Harbor Bank',
  'Meridian Commons Bank',
  'Old Foundry Savings Bank',
  'Bank of Cutter Springs',
  'Northlight Bank, N.A.',
  'Sycamore Trust Company',
  'Citizens of Ellery Bank',
  'Vantage Prairie Bank',
] as const;
const CREDIT_UNIONS = [
  'Tidewater Makers Credit Union',
  'Three Rivers Teachers Federal Credit Union',
  'Copperline Credit Union',
  'Lake Verity Community Credit Union',
  'Signal Hill FCU',
] as const;
const INSURERS = [
  'Harbor & Pine Mutual Insurance Company',
  'Bluestem Casualty Company',
  'Ironbark Property and Casualty',
  'Candlewood Insurance Company of Ohio',
  'Fourwinds Indemnity Company',
  'Prairie Lantern Mutual',
  'Stonebridge Crossing Insurance Company',
  'Westmarch General Insurance Co.',
] as const;
const COMPANIES = [
  'Calloway Freight Lines',
  'Bright Kiln Ceramics LLC',
  'Tamarack Dental Group',
  'Osprey Point Foods Inc',
  'Verity Lake School District 12',
  'Halden Precision Machining',
  'Juniper Home Health',
  'Northgate Roofing Co',
  'Ellery County Treasurer',
  'Moss & Arrow Design',
  'Redfern Logistics LLC',
  'Sable Creek Hospital',
] as const;
const SHOPS = [
  'CORNER LARDER',
  'PIKE STREET GROCERS',
  'GASLAMP FUEL 0412',
  'RIVERBEND PHARMACY',
  'TACO PAVILION',
  'THE BOOK ATTIC',
  'HARDWARE & MORE #88',
  'SUNNY DAYS CAFE',
  'PETAL AND STEM',
  'ZIPLINE RIDES',
  'QUICKMART 2207',
  'BLUE OTTER COFFEE',
  'LUMEN CINEMAS',
  'PAWS & CLAWS VET',
  'DOLLAR BARN 1190',
  'GREENLEAF MARKET',
  'VOLTA CHARGING',
  'MAIN ST LAUNDRY',
  'SQ *HONEYCOMB BAKERY',
  'TST* THE IRON SKILLET',
] as const;
const BILLERS = [
  'VERITY POWER & LIGHT',
  'TRICOUNTY WATER',
  'SPARROW WIRELESS',
  'LANTERN BROADBAND',
  'BLUESTEM CASUALTY',
  'PRAIRIE AUTO FINANCE',
  'OAKROOT STUDENT LOANS',
  'CITY OF MARLOW FALLS',
  'HEARTH GAS COOP',
  'FLEXLINE GYM',
] as const;

export type Person = { first: string; middle: string; last: string };

export const personOf = (random: Random): Person => ({
  first: random.pick(FIRST),
  middle: random.pick(['', '', 'A', 'J', 'R', 'M.', 'Louise', 'T']),
  last: random.pick(LAST),
});

export const nameOf = ({ first, middle, last }: Person): string =>
  [first, middle, last].filter((part) => part !== '').join(' ');

/**
 * The maximum length of two names on one line. Longer names do not fit, because another part of the page head is beside
 * the names.
 */
const JOINT_LENGTH_MAX = 44;

/** Returns the name of one holder, or the names of two joint holders on one line. */
export function holderOf(random: Random): string {
  const person = personOf(random);
  if (random.chance(0.75)) return nameOf(person);
  const other = random.pick(FIRST.filter((first) => first !== person.first));
  const joint = random.pick([
    `${nameOf(person)} or ${other} ${person.last}`,
    `${nameOf(person)} and ${other} ${random.pick(LAST)}`,
    `${person.first} & ${other} ${person.last}`,
  ]);
  return joint.length > JOINT_LENGTH_MAX ? nameOf(person) : joint;
}

/** Returns an address of two or three lines: the street, in some addresses the unit, and the town. */
export function addressOf(random: Random): string[] {
  const [town, state, zip] = random.pick(TOWNS);
  const street = `${random.integer(3, 19_999)} ${random.pick(STREETS)}`;
  const unit = random.pick(['', '', '', ` Apt ${random.integer(1, 40)}`, ` # ${random.integer(2, 900)}`, 'own line']);
  const code = `${zip}${digitsOf(random, 2)}${random.chance(0.25) ? `-${digitsOf(random, 4)}` : ''}`;
  const last = `${town}${random.chance(0.8) ? ',' : ''} ${state} ${code}`;
  return unit === 'own line'
    ? [street, `${random.pick(['Unit', 'Apt', 'Suite'])} ${random.integer(1, 60)}${random.pick(['', 'B', 'C'])}`, last]
    : [`${street}${unit}`, last];
}

export const placeOf = (random: Random): string => {
  const [town, state] = random.pick(TOWNS);
  return `${town} ${state}`.toUpperCase();
};

export const bankOf = (random: Random): string => random.pick(BANKS);
export const creditUnionOf = (random: Random): string => random.pick(CREDIT_UNIONS);
export const insurerOf = (random: Random): string => random.pick(INSURERS);
export const companyOf = (random: Random): string => random.pick(COMPANIES);
export const shopOf = (random: Random): string => random.pick(SHOPS);
export const billerOf = (random: Random): string => random.pick(BILLERS);

export const digitsOf = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String(random.integer(0, 9))).join('');

export const phoneOf = (random: Random): string =>
  random.pick([
    `1-800-555-01${digitsOf(random, 2)}`,
    `(888) 555-01${digitsOf(random, 2)}`,
    `877.555.01${digitsOf(random, 2)}`,
  ]);

/** Returns the first letters of the words of a company's name, for its logo. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^A-Za-z]+/)
    .filter((word) => /^[A-Z]/.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');

/** Returns a domain for the company's web site. The reserved domain `.example` belongs to nobody. */
export const siteOf = (name: string): string =>
  `www.${name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .slice(0, 18)}.example`;
