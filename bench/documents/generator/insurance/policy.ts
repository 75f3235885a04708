// The contents of home and auto insurance policies, and the values that the reader should find in them.
import { decimal, type Random, type Truth } from '../sample.ts';
import { dateOf, money, wholeDollars, yearsAfter } from '../statements/formats.ts';
import { addressOf, digitsOf, holderOf, insurerOf } from '../statements/parties.ts';

/**
 * `text` is the printed text of a cell. `value` is a decimal number if the cell contains an amount; otherwise it equals
 * `text`.
 */
type Value = { text: string; value: string };

export const dollars = (cents: number): Value => ({ text: wholeDollars(cents), value: decimal(cents) });
export const exact = (cents: number, dollar = true): Value => ({
  text: money(cents, { dollar }),
  value: decimal(cents),
});
export const words = (text: string): Value => ({ text, value: text });

export type Coverage = {
  description: string;
  limit?: Value;
  deductible?: Value;
  premium?: Value;
  /** The part of the premium for this coverage. Some pages do not print it. */
  premium_cents: number;
};

export type Policy = {
  insurer: string;
  number: string;
  insured: string;
  mailing: string[];
  effective: string;
  expiration: string;
  fee_cents: number;
  total_cents: number;
};

export type Vehicle = { year: string; make: string; model: string; vin: string; coverages: Coverage[] };

export function policyOf(random: Random, kind: 'home' | 'auto', months: 6 | 12, cents: number): Policy {
  const effective = dateOf(random, 2021, 2025);
  const fee_cents = random.pick([0, 0, 1_500, 2_750]);
  return {
    insurer: insurerOf(random),
    number: random.pick([
      `${kind === 'home' ? 'HO' : 'PA'}-${digitsOf(random, 7)}`,
      `${digitsOf(random, 3)} ${digitsOf(random, 4)} ${digitsOf(random, 3)}`,
      `PL${digitsOf(random, 8)}-0${random.integer(1, 9)}`,
      digitsOf(random, 10),
      `Q${digitsOf(random, 2)}-${digitsOf(random, 6)}-${digitsOf(random, 2)}`,
    ]),
    insured: holderOf(random),
    mailing: addressOf(random),
    effective,
    expiration: months === 12 ? yearsAfter(effective, 1) : halfYearAfter(effective),
    fee_cents,
    total_cents: cents + fee_cents,
  };
}

function halfYearAfter(date: string): string {
  const month = Number(date.slice(5, 7)) + 6;
  const year = Number(date.slice(0, 4)) + (month > 12 ? 1 : 0);
  return `${year}-${String(((month - 1) % 12) + 1).padStart(2, '0')}${date.slice(7)}`;
}

type HomeShape = { premiums: 'all' | 'dwelling' | 'none'; deductibles: boolean; letters: boolean };

export function homeCoverages(random: Random, shape: HomeShape): Coverage[] {
  const dwelling = random.integer(140, 890) * 100_000;
  const part = (percent: number): number => Math.round((dwelling * percent) / 100);
  const all_perils = random.pick([50_000, 100_000, 250_000]);
  const rate = random.integer(18, 52) / 10_000;
  const base = Math.round(dwelling * rate);
  const make = (letter: string, name: string, limit: Value, premium_cents: number, deductible?: Value): Coverage => ({
    description: shape.letters ? `${letter} ${name}` : name,
    limit,
    premium_cents,
    ...(shape.deductibles && deductible !== undefined ? { deductible } : {}),
    ...premiumOf(shape, letter, premium_cents),
  });
  const liability = random.pick([100_000_00, 300_000_00, 500_000_00]);
  const medical = random.pick([1_000_00, 5_000_00]);
  const options = [
    make(
      '',
      'Water Backup',
      dollars(random.pick([5_000_00, 10_000_00])),
      random.integer(2_500, 9_900),
      dollars(100_000),
    ),
    make('', 'Identity Fraud Expense', dollars(15_000_00), 2_500, dollars(random.pick([10_000, 25_000]))),
    make('', 'Ordinance or Law', words('10%'), random.integer(1_100, 6_000)),
    make('', 'Scheduled Jewelry', dollars(random.integer(20, 90) * 10_000), random.integer(1_900, 9_000)),
  ].filter(() => random.chance(0.35));
  const wind = random.chance(0.3)
    ? [make('', 'Windstorm or Hail', words('Included'), 0, words(random.pick(['1%', '2%', '5%'])))]
    : [];
  return [
    make('A', random.pick(['Dwelling', 'Dwelling Protection']), dollars(dwelling), base, dollars(all_perils)),
    make('B', 'Other Structures', dollars(part(10)), 0, dollars(all_perils)),
    make(
      'C',
      random.pick(['Personal Property', 'Personal Property Protection']),
      dollars(part(random.pick([50, 70]))),
      0,
      dollars(all_perils),
    ),
    make('D', random.pick(['Loss of Use', 'Additional Living Expense']), dollars(part(20)), 0),
    make(
      'E',
      random.pick(['Personal Liability', 'Family Liability Protection']),
      dollars(liability),
      random.integer(1_200, 6_800),
    ),
    make(
      'F',
      random.pick(['Medical Payments to Others', 'Guest Medical Protection']),
      dollars(medical),
      random.integer(300, 900),
    ),
    ...(shape.deductibles ? wind : []),
    ...options,
  ].map((coverage) => ({ ...coverage, description: coverage.description.trim() }));
}

function premiumOf({ premiums }: HomeShape, letter: string, cents: number): { premium?: Value } {
  if (premiums === 'none') return {};
  if (premiums === 'dwelling' && letter !== 'A' && letter !== '') return {};
  return { premium: cents === 0 ? words('Included') : exact(cents) };
}

const CARS = [
  ['Toyota', ['Camry LE', 'RAV4', 'Tacoma SR5']],
  ['Ford', ['F-150 XLT', 'Escape SE', 'Fusion']],
  ['Honda', ['Civic', 'CR-V EX', 'Odyssey']],
  ['Chevrolet', ['Silverado 1500', 'Malibu LT', 'Equinox']],
  ['Subaru', ['Outback', 'Forester 2.5i']],
  ['Hyundai', ['Elantra SE', 'Tucson']],
  ['Jeep', ['Grand Cherokee Laredo', 'Wrangler']],
] as const;

type AutoShape = { capitals: boolean };

export function vehiclesOf(random: Random, least: number, most: number, shape: AutoShape): Vehicle[] {
  const bodily = random.pick(['$25,000 / $50,000', '$100,000 / $300,000', '$250,000 / $500,000']);
  const split = random.pick(['plain', 'each'] as const);
  const [person = '', accident = ''] = bodily.split(' / ');
  const bodily_text = split === 'plain' ? bodily : `${person} each person / ${accident} each accident`;
  const damage = random.pick([25_000_00, 50_000_00, 100_000_00]);
  const with_uninsured = random.chance(0.8);
  const with_roadside = random.chance(0.5);
  return Array.from({ length: random.integer(least, most) }, () => {
    const [make, models] = random.pick(CARS);
    const year = random.integer(2005, 2025);
    const full_cover = random.chance(0.8);
    const coverage = (description: string, cents: number, limit?: Value, deductible?: Value): Coverage => ({
      description,
      premium_cents: cents,
      premium: exact(cents),
      ...(limit === undefined ? {} : { limit }),
      ...(deductible === undefined ? {} : { deductible }),
    });
    const coverages = [
      coverage('Bodily Injury Liability', random.integer(6_100, 31_000), words(bodily_text)),
      coverage('Property Damage Liability', random.integer(4_400, 19_800), dollars(damage)),
      coverage('Medical Payments', random.integer(500, 2_900), dollars(random.pick([1_000_00, 5_000_00]))),
      ...(with_uninsured ? [coverage('Uninsured Motorist', random.integer(900, 6_400), words(bodily_text))] : []),
      ...(full_cover
        ? [
            coverage(
              'Comprehensive',
              random.integer(1_900, 9_900),
              words('Actual Cash Value'),
              dollars(random.pick([10_000, 25_000, 50_000])),
            ),
            coverage(
              'Collision',
              random.integer(6_900, 42_000),
              words('Actual Cash Value'),
              dollars(random.pick([25_000, 50_000, 100_000])),
            ),
          ]
        : []),
      ...(with_roadside ? [coverage('Roadside Assistance', random.integer(200, 1_200))] : []),
    ];
    const cased = (text: string): string => (shape.capitals ? text.toUpperCase() : text);
    return { year: String(year), make: cased(make), model: cased(random.pick(models)), vin: vinOf(random), coverages };
  });
}

const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Returns a vehicle identification number of seventeen characters. The ninth character is the correct check digit. */
function vinOf(random: Random): string {
  const characters = Array.from({ length: 17 }, (_, at) =>
    at < 11 ? random.pick([...VIN_LETTERS]) : String(random.integer(0, 9)),
  );
  const worth = (character: string): number => {
    if (/\d/.test(character)) return Number(character);
    const at = 'ABCDEFGH'.indexOf(character);
    if (at >= 0) return at + 1;
    return { J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 }[character] ?? 'STUVWXYZ'.indexOf(character) + 2;
  };
  const sum = characters.reduce((total, character, at) => total + worth(character) * (VIN_WEIGHTS[at] ?? 0), 0);
  characters[8] = sum % 11 === 10 ? 'X' : String(sum % 11);
  return characters.join('');
}

export const premiumSum = (coverages: readonly Coverage[]): number =>
  coverages.reduce((sum, { premium_cents }) => sum + premium_cents, 0);

const coverageRow = ({ description, limit, deductible, premium }: Coverage): Record<string, string> => ({
  description,
  ...(limit === undefined ? {} : { limit: limit.value }),
  ...(deductible === undefined ? {} : { deductible: deductible.value }),
  ...(premium === undefined ? {} : { premium: premium.value }),
});

const fieldsOf = (policy: Policy): Record<string, string> => ({
  insurer_name: policy.insurer,
  policy_number: policy.number,
  insured_name: policy.insured,
  effective_date: policy.effective,
  expiration_date: policy.expiration,
  premium: decimal(policy.total_cents),
});

export const homeTruth = (
  policy: Policy,
  property: readonly string[],
  coverages: readonly Coverage[],
  pages: number,
): Truth => ({
  document_type: 'INSURANCE_HOME_POLICY',
  subtype: null,
  pages: [1, pages],
  fields: { ...fieldsOf(policy), property_address: property.join(', ') },
  tables: { coverages: coverages.map(coverageRow) },
});

/** `coverages` must be in the order in which they are printed. */
export const autoTruth = (
  policy: Policy,
  vehicles: readonly Vehicle[],
  coverages: readonly Coverage[],
  pages: number,
): Truth => ({
  document_type: 'INSURANCE_AUTO_POLICY',
  subtype: null,
  pages: [1, pages],
  fields: fieldsOf(policy),
  tables: {
    coverages: coverages.map(coverageRow),
    vehicles: vehicles.map(({ year, make, model, vin }) => ({ year, make, model, vin })),
  },
});
