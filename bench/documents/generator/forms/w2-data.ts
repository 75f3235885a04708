// The contents of a W-2 for one job in one year, and the values that the reader should find. The boxes are consistent
// with each other.
import {
  type Address,
  addressLines,
  digits,
  type Employer,
  maskedSsn,
  newAddress,
  newEmployer,
  newPerson,
  newSsn,
  type Person,
  type Sector,
  STATES,
  type State,
} from '../people.ts';
import { decimal, type Random, type Truth } from '../sample.ts';

export type W2State = {
  state: State;
  state_id: string;
  state_wages: number;
  state_tax: number | null;
  local: { wages: number; tax: number; locality: string } | null;
};

export type W2 = {
  year: number;
  ssn: string;
  employer: Employer;
  employer_lines: string[];
  control_number: string | null;
  person: Person;
  employee_address: Address;
  employee_lines: string[];
  wages: number;
  federal_tax: number;
  social_security_wages: number;
  social_security_tax: number;
  medicare_wages: number;
  medicare_tax: number;
  social_security_tips: number | null;
  allocated_tips: number | null;
  dependent_care: number | null;
  nonqualified_plans: number | null;
  box_12: { code: string; amount: number }[];
  statutory_employee: boolean;
  retirement_plan: boolean;
  third_party_sick_pay: boolean;
  other: string[];
  states: W2State[];
};

/** The maximum wages that are subject to social security tax, by year, in cents. */
const WAGE_BASES: Record<number, number> = {
  2020: 13_770_000,
  2021: 14_280_000,
  2022: 14_700_000,
  2023: 16_020_000,
  2024: 16_860_000,
  2025: 17_610_000,
};
const WITHOUT_INCOME_TAX: ReadonlySet<State> = new Set(['TX', 'FL', 'WA']);
const LOCAL_TAXES: Partial<Record<State, readonly string[]>> = {
  OH: ['CLMBS', 'AKRON', 'R.I.T.A.', 'DAYTON', 'OXBOW'],
  PA: ['PHILA', 'TX CL DIST', 'ALLEGH CO', '510101'],
  NY: ['NYC', 'YONKERS', 'NYC RES'],
  CO: ['DENVER', 'AURORA'],
};
const BOX_14: Partial<Record<State, readonly string[]>> = {
  CA: ['CASDI', 'CA SDI', 'SDI'],
  NY: ['NYPFL', 'NY SDI', 'NYDBL'],
  NJ: ['UI/WF/SWF', 'FLI', 'DI PP'],
  WA: ['WA PFML', 'WAPFL'],
  MA: ['MA PFML', 'MAPFML'],
  OR: ['ORSTT', 'OR PFML'],
};
const BOX_14_ANYWHERE = ['UNION DUES', 'SEC 125', 'Health', '414H', 'AUTO', 'UNIFORM'];

type W2Options = { years?: readonly number[]; states_max?: number; box_12_max?: number; full_ssn?: boolean };

export function newW2(random: Random, options: W2Options = {}): W2 {
  const year = random.pick(options.years ?? [2020, 2021, 2022, 2023, 2024, 2025]);
  const home = random.pick(STATES);
  const employer = newEmployer(
    random,
    random.pick<Sector>(['office', 'trade', 'restaurant', 'hospital', 'shop']),
    home,
  );
  const tips = employer.sector === 'restaurant' && random.chance(0.6) ? random.integer(100_000, 1_400_000) : null;
  const gross = random.chance(0.08) ? random.integer(17_000_000, 28_000_000) : random.integer(480_000, 13_500_000);

  const insurance = random.chance(0.5) ? Math.round(gross * 0.01 * random.integer(2, 8)) : 0;
  const dependentCare = random.chance(0.1) ? Math.min(random.integer(50_000, 500_000), Math.round(gross * 0.1)) : null;
  const medicareWages = Math.max(gross - insurance - (dependentCare ?? 0), 100_000) + (tips ?? 0);
  const box12 = newBox12(random, gross, options.box_12_max ?? 4);
  const deferred = box12.filter(({ code }) => 'DEGS'.includes(code)).reduce((sum, { amount }) => sum + amount, 0);
  const wages = Math.max(medicareWages - deferred, 50_000);
  const base = WAGE_BASES[year] ?? 0;
  const socialTips = tips === null ? null : Math.min(tips, base);
  const socialWages = Math.min(medicareWages - (socialTips ?? 0), base - (socialTips ?? 0));
  const extraMedicare = Math.max(0, medicareWages - 20_000_000) * 0.009;

  // Some programs print 0.00 in boxes without an amount.
  const none = random.chance(0.12) ? 0 : null;
  const person = newPerson(random);
  const employeeAddress = newAddress(random, home);
  const comma = random.chance(0.6);
  const upper = (line: string) => line.toUpperCase();
  const capitals = random.chance(0.55);
  const lines = (address: Address) => addressLines(address, comma).map((line) => (capitals ? upper(line) : line));
  const cased: Person = capitals
    ? {
        first: upper(person.first),
        middle: person.middle && upper(person.middle),
        last: upper(person.last),
        suffix: person.suffix && upper(person.suffix),
      }
    : person;
  const ssn = newSsn(random);
  const states = newStates(random, home, wages, options.states_max ?? 2);
  return {
    year,
    ssn: options.full_ssn || random.chance(0.6) ? ssn : maskedSsn(ssn, random.pick(['XXX-XX-', '***-**-'] as const)),
    employer: { ...employer, name: capitals ? upper(employer.name) : employer.name },
    employer_lines: lines(employer.address),
    control_number: random.chance(0.6) ? newControlNumber(random) : null,
    person: cased,
    employee_address: employeeAddress,
    employee_lines: lines(employeeAddress),
    wages,
    federal_tax: random.chance(0.06) ? 0 : Math.round(wages * (0.04 + random.next() * 0.16)),
    social_security_wages: socialWages,
    social_security_tax: Math.round((socialWages + (socialTips ?? 0)) * 0.062),
    medicare_wages: medicareWages,
    medicare_tax: Math.round(medicareWages * 0.0145 + extraMedicare),
    social_security_tips: socialTips ?? none,
    allocated_tips: tips !== null && random.chance(0.3) ? random.integer(10_000, 200_000) : none,
    dependent_care: dependentCare ?? none,
    nonqualified_plans: random.chance(0.04) ? random.integer(100_000, 2_000_000) : none,
    box_12: box12,
    statutory_employee: random.chance(0.03),
    retirement_plan: deferred > 0 || random.chance(0.2),
    third_party_sick_pay: random.chance(0.05),
    other: newOther(random, home, gross),
    states,
  };
}

/** The parts of the employee's name, as box e of the W-2 prints them. */
export function employeeNameParts({ first, middle, last, suffix }: Person): {
  given: string;
  last: string;
  suffix: string;
} {
  return { given: middle === null ? first : `${first} ${middle[0]}`, last, suffix: suffix ?? '' };
}

export function employeeName(person: Person): string {
  const { given, last, suffix } = employeeNameParts(person);
  return [given, last, suffix].filter((part) => part !== '').join(' ');
}

type W2Printed = { pages?: [number, number]; subtype?: 'W2C' | null };

/** Returns the values that the reader should find if the W-2 shows all filled boxes. */
export function truthOfW2(w2: W2, { pages = [1, 1], subtype = null }: W2Printed = {}): Truth {
  const fields: Truth['fields'] = {
    year: String(w2.year),
    employee_ssn: w2.ssn,
    employer_ein: w2.employer.ein,
    employer_name: w2.employer.name,
    employer_address: w2.employer_lines.join(', '),
    employee_name: employeeName(w2.person),
    employee_address: w2.employee_lines.join(', '),
  };
  if (w2.control_number !== null) fields['control_number'] = w2.control_number;
  for (const [name, cents] of amountsOf(w2)) if (cents !== null) fields[name] = decimal(cents);
  if (w2.statutory_employee) fields['statutory_employee'] = true;
  if (w2.retirement_plan) fields['retirement_plan'] = true;
  if (w2.third_party_sick_pay) fields['third_party_sick_pay'] = true;
  if (w2.other.length > 0) fields['other'] = w2.other.join(', ');
  return {
    document_type: 'W2',
    subtype,
    pages,
    fields,
    tables: {
      ...(w2.box_12.length > 0
        ? { box_12: w2.box_12.map(({ code, amount }) => ({ code, amount: decimal(amount) })) }
        : {}),
      ...(w2.states.length > 0 ? { states: w2.states.map(truthOfState) } : {}),
    },
  };
}

export function amountsOf(w2: W2): [name: string, cents: number | null][] {
  return [
    ['wages', w2.wages],
    ['federal_tax', w2.federal_tax],
    ['social_security_wages', w2.social_security_wages],
    ['social_security_tax', w2.social_security_tax],
    ['medicare_wages', w2.medicare_wages],
    ['medicare_tax', w2.medicare_tax],
    ['social_security_tips', w2.social_security_tips],
    ['allocated_tips', w2.allocated_tips],
    ['dependent_care', w2.dependent_care],
    ['nonqualified_plans', w2.nonqualified_plans],
  ];
}

function truthOfState(row: W2State): Record<string, string> {
  return {
    state: row.state,
    state_id: row.state_id,
    state_wages: decimal(row.state_wages),
    ...(row.state_tax === null ? {} : { state_tax: decimal(row.state_tax) }),
    ...(row.local === null
      ? {}
      : {
          local_wages: decimal(row.local.wages),
          local_tax: decimal(row.local.tax),
          locality: row.local.locality,
        }),
  };
}

function newBox12(random: Random, gross: number, entriesMax: number): W2['box_12'] {
  const entries: W2['box_12'] = [];
  if (random.chance(0.5))
    entries.push({
      code: random.pick(['D', 'D', 'D', 'E', 'S']),
      amount: Math.round(gross * 0.01 * random.integer(2, 9)),
    });
  if (random.chance(0.15)) entries.push({ code: 'C', amount: random.integer(1_200, 48_000) });
  if (random.chance(0.2))
    entries.push({ code: 'W', amount: Math.min(random.integer(20_000, 415_000), Math.round(gross * 0.08)) });
  if (random.chance(0.1)) entries.push({ code: 'AA', amount: Math.round(gross * 0.001 * random.integer(10, 60)) });
  if (random.chance(0.5))
    entries.push({ code: 'DD', amount: Math.min(random.integer(300_000, 2_400_000), Math.round(gross * 0.3)) });
  return entries.slice(0, entriesMax);
}

function newOther(random: Random, state: State, gross: number): string[] {
  const labels: string[] = [];
  const ofState = BOX_14[state];
  if (ofState !== undefined && random.chance(0.7)) labels.push(random.pick(ofState));
  if (random.chance(0.2)) labels.push(random.pick(BOX_14_ANYWHERE));
  return labels.map((label) => `${label} ${decimal(Math.round(gross * 0.001 * random.integer(2, 12)))}`);
}

function newStates(random: Random, home: State, wages: number, rowsMax: number): W2State[] {
  if (WITHOUT_INCOME_TAX.has(home) && random.chance(0.8)) return [];
  const rows = [stateRow(random, home, wages)];
  if (rowsMax > 1 && random.chance(0.15)) {
    const away = random.pick(STATES.filter((state) => state !== home && !WITHOUT_INCOME_TAX.has(state)));
    rows.push(stateRow(random, away, Math.round(wages * 0.01 * random.integer(5, 40))));
  }
  return rows;
}

function stateRow(random: Random, state: State, wages: number): W2State {
  const places = LOCAL_TAXES[state];
  const local =
    places === undefined || random.chance(0.35)
      ? null
      : { wages, tax: Math.round(wages * 0.001 * random.integer(5, 30)), locality: random.pick(places) };
  return {
    state,
    state_id: newStateId(random),
    state_wages: wages,
    state_tax: WITHOUT_INCOME_TAX.has(state) ? null : Math.round(wages * 0.001 * random.integer(12, 70)),
    local,
  };
}

function newStateId(random: Random): string {
  return random.pick([
    `${digits(random, 3)}-${digits(random, 4)}-${random.integer(1, 9)}`,
    `${digits(random, 2)}-${digits(random, 7)}`,
    digits(random, 8),
    `${digits(random, 9)} 000`,
    `${digits(random, 2)}${digits(random, 6)}WH`,
  ]);
}

function newControlNumber(random: Random): string {
  return random.pick([
    digits(random, 6),
    `${digits(random, 4)}-${digits(random, 5)}`,
    `${digits(random, 5)} ${random.pick(['A', 'R', 'T'])}${digits(random, 3)}`,
    `000${digits(random, 3)} ${random.pick(['PHX', 'CHI', 'EWR'])}/${digits(random, 3)}`,
  ]);
}
