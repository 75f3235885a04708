// Invented people and companies, and well-known names that appear in many bank statements.
import type { Random } from './random.ts';

const FIRST = [
  'JANE',
  'MARCUS',
  'ELENA',
  'DARNELL',
  'PRIYA',
  'TOMAS',
  'WENDY',
  'OMAR',
  'GRETA',
  'LUIS',
  'HANNAH',
  'KOFI',
  'MEI',
  'ARTHUR',
  'ROSALIND',
  'DWAYNE',
  'NADIA',
  'PATRICK',
  'CHANTAL',
  'VIKTOR',
  'GRACE',
  'SUMMER',
  'CHASE',
  'PENNY',
] as const;
const LAST = [
  'HOLLOWAY',
  'BRANNIGAN',
  'OKONKWO',
  'VASQUEZ-MORENO',
  'LINDQVIST',
  'PARTRIDGE',
  'NAKAGAWA',
  'DELACROIX',
  'WHITCOMBE',
  'ABERNATHY',
  'SZYMANSKI',
  'TREMBLAY',
  'MCALLISTER',
  'FITZGERALD',
  'RAGHUNATHAN',
  'ST JAMES',
  'BANKS',
  'RENTERIA',
  'CASH',
  'PAYNE',
] as const;

const PLACE_WORDS = [
  'CEDAR RIDGE',
  'NORTH HARBOR',
  'BLUE MESA',
  'TWIN PINES',
  'IRON GATE',
  'SILVER CREEK',
  'LAKE MERRION',
  'STONEBRIDGE',
  'HAWTHORNE',
  'GREAT BASIN',
  'MAPLE HOLLOW',
  'ELK RUN',
  'COPPER CANYON',
  'BAYSHORE',
  'PRAIRIE STAR',
  'OLD MILL',
  'KINGSWELL',
  'FOXGLOVE',
  'WESTERLY',
  'GOLDEN PLAINS',
  'REDFERN',
  'ASHBY',
  'SOUTHGATE',
  'ORCHARD HILL',
  'TALLGRASS',
  'BRIARWOOD',
  'QUAKER POINT',
  'MONTCLAIR',
  'VERDANT',
  'HIGHLINE',
] as const;
const TRADES = [
  'MANUFACTURING',
  'HEALTH SYSTEM',
  'LOGISTICS',
  'FOODS',
  'DENTAL GROUP',
  'PLUMBING',
  'SOFTWARE',
  'RESTAURANT GROUP',
  'ELECTRIC COOP',
  'HOME CARE',
  'CONSTRUCTION',
  'MARKET',
  'HOTEL PARTNERS',
  'STAFFING',
  'TRUCKING',
  'MEDICAL CENTER',
  'CHILD CARE',
  'AUTO PARTS',
  'WAREHOUSE',
  'PROPERTY MGMT',
  'PHARMACY',
  'RETAIL STORES',
] as const;
const PUBLIC = ['SCHOOL DISTRICT', 'PUBLIC LIBRARY', 'UNIVERSITY', 'COUNTY'] as const;
/**
 * A trade is picked from this list with a probability of one in twenty. The words of these trades also appear in the
 * descriptions of credits that are not income.
 */
const MONEY_TRADES = [
  'INSURANCE AGENCY',
  'CREDIT SERVICES',
  'LENDING GROUP',
  'BANK & TRUST',
  'CASINO RESORT',
  'TAX SERVICE',
] as const;
const ENDINGS = ['', '', '', ' INC', ' LLC', ' CO', ' CORP', ' LTD'] as const;

export type Name = { first: string; last: string };

export const newName = (random: Random): Name => ({ first: random.pick(FIRST), last: random.pick(LAST) });
export const inFull = ({ first, last }: Name): string => `${first} ${last}`;
export const lastFirst = ({ first, last }: Name): string => `${last},${first}`;

export function newCompany(random: Random): string {
  const place = random.pick(PLACE_WORDS);
  if (random.chance(0.04)) return `CITY OF ${place}`;
  if (random.chance(0.1)) return `${place} ${random.pick(PUBLIC)}`;
  const trade = random.chance(0.05) ? random.pick(MONEY_TRADES) : random.pick(TRADES);
  const ending = random.pick(ENDINGS);
  // Most company names consist of a place and a trade. Some are names of family firms, and some begin with initials.
  if (random.chance(0.08)) return `${random.pick(LAST)} & SONS${ending}`;
  if (random.chance(0.06)) return `${initials(`${place} ${trade}`)} ${trade}${ending}`;
  return `${place} ${trade}${ending}`;
}

const initials = (text: string): string =>
  text
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('');

export const MERCHANTS = [
  ['SHOPRIGHT GROCERY #4412', 2_000, 16_000],
  ['CORNER FUEL 00238', 2_500, 6_500],
  ['BURRITO BARN', 900, 2_600],
  ['AMZN MKTP US*2K4RT81', 1_200, 9_000],
  ['TARGET T-1842', 1_500, 11_000],
  ['WAL-MART SUPERCENTER', 1_500, 14_000],
  ['NETFLIX.COM', 1_549, 1_549],
  ['SPOTIFY USA', 1_199, 1_199],
  ['COFFEE CART 17', 350, 1_100],
  ['UBER *TRIP', 900, 4_200],
  ['DOORDASH*TACO SPOT', 1_400, 4_800],
  ['CITY POWER & LIGHT', 6_000, 19_000],
  ['METRO WATER DEPT', 3_000, 8_500],
  ['BIGTEL WIRELESS', 5_500, 14_000],
  ['PINE STREET PHARMACY', 600, 5_200],
  ['HARDWARE DEPOT 1190', 1_100, 17_000],
  ['PLANET GYM', 2_499, 2_499],
  ['APPLE.COM/BILL', 299, 1_499],
] as const satisfies readonly (readonly [string, number, number])[];

export const TOWNS = [
  'AUSTIN TX',
  'COLUMBUS OH',
  'FRESNO CA',
  'TAMPA FL',
  'ALBANY NY',
  'RALEIGH NC',
  'TACOMA WA',
  'PEORIA IL',
  'MESA AZ',
] as const;
