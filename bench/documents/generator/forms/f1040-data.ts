// The amounts of a 1040 return with its Schedules C and E, in whole dollars. All sums on the forms are correct.
import { type Address, newAddress, newPerson, newSsn, type Person } from '../people.ts';
import type { Random, Truth } from '../sample.ts';

export const FILING_STATUSES = [
  'single',
  'married_joint',
  'married_separate',
  'head_of_household',
  'surviving_spouse',
] as const;
export type FilingStatus = (typeof FILING_STATUSES)[number];

/** Amounts in dollars by line number, for example `1a` or `25d`. Empty lines are absent. */
export type Lines = Map<string, number>;

export type ScheduleC = { lines: Lines; business: string; code: string; other: [string, number][] };
/** Each rented property on Schedule E has a map of its lines 3 to 22. `totals` contains the lines with the totals. */
export type ScheduleE = { properties: { address: string; kind: number; days: number; lines: Lines }[]; totals: Lines };

export type Return1040 = {
  year: number;
  status: FilingStatus;
  person: Person;
  spouse: Person | null;
  ssn: string;
  spouse_ssn: string | null;
  address: Address;
  occupation: string;
  dependents: { name: string; ssn: string; relation: string }[];
  lines: Lines;
  schedule_c: ScheduleC | null;
  schedule_e: ScheduleE | null;
};

/**
 * Standard deductions by year. Each year has three amounts: for single and separate filers, for joint filers and
 * surviving spouses, and for heads of household.
 */
const DEDUCTIONS: Record<number, readonly [number, number, number]> = {
  2021: [12_550, 25_100, 18_800],
  2022: [12_950, 25_900, 19_400],
  2023: [13_850, 27_700, 20_800],
  2024: [14_600, 29_200, 21_900],
};
const RATES = [0.1, 0.12, 0.22, 0.24, 0.32, 0.35];
/**
 * The upper limits of the tax brackets by year. Each year has three rows, for the same filing statuses as in
 * `DEDUCTIONS`.
 */
const BRACKETS: Record<number, readonly (readonly number[])[]> = {
  2021: [
    [9_950, 40_525, 86_375, 164_925, 209_425, 523_600],
    [19_900, 81_050, 172_750, 329_850, 418_850, 628_300],
    [14_200, 54_200, 86_350, 164_900, 209_400, 523_600],
  ],
  2022: [
    [10_275, 41_775, 89_075, 170_050, 215_950, 539_900],
    [20_550, 83_550, 178_150, 340_100, 431_900, 647_850],
    [14_650, 55_900, 89_050, 170_050, 215_950, 539_900],
  ],
  2023: [
    [11_000, 44_725, 95_375, 182_100, 231_250, 578_125],
    [22_000, 89_450, 190_750, 364_200, 462_500, 693_750],
    [15_700, 59_850, 95_350, 182_100, 231_250, 578_100],
  ],
  2024: [
    [11_600, 47_150, 100_525, 191_950, 243_725, 609_350],
    [23_200, 94_300, 201_050, 383_900, 487_450, 731_200],
    [16_550, 63_100, 100_500, 191_950, 243_700, 609_350],
  ],
};

export type ReturnOptions = { years?: readonly number[]; schedule_c?: boolean; schedule_e?: boolean };

export function newReturn(random: Random, options: ReturnOptions = {}): Return1040 {
  const year = random.pick(options.years ?? [2021, 2022, 2023, 2024]);
  const status = random.pick<FilingStatus>([
    'single',
    'single',
    'married_joint',
    'married_joint',
    'head_of_household',
    'married_separate',
    'surviving_spouse',
  ]);
  const person = newPerson(random);
  const spouse = status === 'married_joint' ? { ...newPerson(random), last: person.last, suffix: null } : null;
  const children = status === 'head_of_household' || status === 'surviving_spouse' ? 1 : random.pick([0, 0, 1, 2]);
  const scheduleC = options.schedule_c ? newScheduleC(random, year) : null;
  const scheduleE = options.schedule_e ? newScheduleE(random) : null;
  return {
    year,
    status,
    person,
    spouse,
    ssn: newSsn(random),
    spouse_ssn: spouse === null ? null : newSsn(random),
    address: newAddress(random),
    occupation: random.pick(['Nurse', 'Electrician', 'Teacher', 'Software tester', 'Sales', 'Driver', 'Retired']),
    dependents: Array.from({ length: children }, () => ({
      name: `${newPerson(random).first} ${person.last}`,
      ssn: newSsn(random),
      relation: random.pick(['Son', 'Daughter']),
    })),
    lines: newLines(random, { year, status, children, scheduleC, scheduleE }),
    schedule_c: scheduleC,
    schedule_e: scheduleE,
  };
}

export const givenName = ({ first, middle }: Person): string => (middle === null ? first : `${first} ${middle[0]}`);
export const lastName = ({ last, suffix }: Person): string => (suffix === null ? last : `${last} ${suffix}`);

/** The taxpayer's name as schedules print it: `Marie T Lee`, or both names on a joint return. */
export function nameOnSchedule({ person, spouse }: Return1040, joint: boolean): string {
  const own = `${givenName(person)} ${lastName(person)}`;
  return joint && spouse !== null ? `${givenName(person)} & ${givenName(spouse)} ${lastName(person)}` : own;
}

const F1040_LINES = '1a 1z 2b 3b 4b 5b 6b 7 8 9 10 11 12 14 15 16 24 25a 25d 33 34 37'.split(' ');

export function truthOf1040(filed: Return1040, ssn: string, pages: [number, number]): Truth {
  return {
    document_type: 'F1040',
    subtype: null,
    pages,
    fields: {
      year: String(filed.year),
      first_name: givenName(filed.person),
      last_name: lastName(filed.person),
      ssn,
      filing_status: filed.status,
      ...linesOf(filed.lines, F1040_LINES),
    },
    tables: {},
  };
}

export function truthOfScheduleC(name: string, { lines }: ScheduleC, pages: [number, number]): Truth {
  const fields = { name, ...linesOf(lines, ['1', '7', '13', '28', '30', '31']) };
  return { document_type: 'F1040', subtype: 'SCHEDULE_C', pages, fields, tables: {} };
}

export function truthOfScheduleE(name: string, schedule: ScheduleE, pages: [number, number]): Truth {
  const first = schedule.properties[0]?.lines ?? new Map<string, number>();
  const fields = { name, ...linesOf(first, ['3', '20']), ...linesOf(schedule.totals, ['26']) };
  return { document_type: 'F1040', subtype: 'SCHEDULE_E', pages, fields, tables: {} };
}

function linesOf(lines: Lines, numbers: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    numbers.flatMap((number) => {
      const dollars = lines.get(number);
      return dollars === undefined ? [] : [[`line_${number}`, `${dollars}.00`]];
    }),
  );
}

type Situation = {
  year: number;
  status: FilingStatus;
  children: number;
  scheduleC: ScheduleC | null;
  scheduleE: ScheduleE | null;
};

function newLines(random: Random, { year, status, children, scheduleC, scheduleE }: Situation): Lines {
  const lines: Lines = new Map();
  const get = (number: string) => lines.get(number) ?? 0;
  const sum = (...numbers: string[]) => numbers.reduce((total, number) => total + get(number), 0);
  const put = (number: string, dollars: number, printZero = false) => {
    if (dollars !== 0 || printZero) lines.set(number, dollars);
  };
  const maybe = (chance: number, number: string, from: number, to: number) => {
    if (random.chance(chance)) put(number, random.integer(from, to));
  };

  maybe(scheduleC === null ? 0.92 : 0.5, '1a', 9_000, 148_000);
  if (year > 2021) maybe(0.06, '1c', 100, 4_000);
  if (year > 2021) put('1z', sum('1a', '1c'));
  maybe(0.08, '2a', 20, 2_000);
  maybe(0.6, '2b', 1, 2_400);
  if (random.chance(0.35)) {
    put('3b', random.integer(10, 6_000));
    put('3a', Math.round(get('3b') * 0.8));
  }
  if (random.chance(0.15)) {
    put('4a', random.integer(800, 30_000));
    put('4b', random.chance(0.8) ? get('4a') : 0, true);
  }
  if (random.chance(0.18)) {
    put('5a', random.integer(2_000, 48_000));
    put('5b', Math.round(get('5a') * random.pick([1, 1, 0.92])));
  }
  if (random.chance(0.15)) {
    put('6a', random.integer(7_000, 38_000));
    put('6b', Math.round(get('6a') * random.pick([0.85, 0.5, 0.85])));
  }
  if (random.chance(0.25)) put('7', random.chance(0.3) ? -random.integer(100, 3_000) : random.integer(30, 14_000));
  const business = (scheduleC?.lines.get('31') ?? 0) + (scheduleE?.totals.get('26') ?? 0);
  if (scheduleC !== null || scheduleE !== null) put('8', business, true);
  else maybe(0.15, '8', 200, 9_000);
  put('9', (year === 2021 ? get('1a') : get('1z')) + sum('2b', '3b', '4b', '5b', '6b', '7', '8'), true);
  maybe(0.25, '10', 100, 4_000);
  put('11', get('9') - get('10'), true);

  const kind = status === 'head_of_household' ? 2 : status === 'married_joint' || status === 'surviving_spouse' ? 1 : 0;
  const standard = DEDUCTIONS[year]?.[kind] ?? 0;
  put('12', random.chance(0.15) ? standard + random.integer(500, 16_000) : standard);
  if (scheduleC !== null && (scheduleC.lines.get('31') ?? 0) > 0)
    put('13', Math.round(0.2 * (scheduleC.lines.get('31') ?? 0) * 0.92));
  put('14', sum('12', '13'));
  put('15', Math.max(0, get('11') - get('14')), true);
  put('16', taxOn(get('15'), BRACKETS[year]?.[kind] ?? []), true);
  put('18', sum('16', '17'), true);
  if (children > 0) put('19', Math.min(2_000 * children, get('18')));
  maybe(0.12, '20', 50, 1_200);
  put('21', sum('19', '20'));
  put('22', Math.max(0, get('18') - get('21')), true);
  const profit = scheduleC?.lines.get('31') ?? 0;
  if (profit > 433) put('23', Math.round(profit * 0.9235 * 0.153));
  put('24', sum('22', '23'), true);

  if (lines.has('1a')) put('25a', Math.round(get('1a') * 0.01 * random.integer(5, 17)));
  if (lines.has('5a')) put('25b', Math.round(get('5a') * 0.1));
  put('25d', sum('25a', '25b', '25c'));
  maybe(0.15, '26', 400, 9_000);
  maybe(0.08, '27', 100, 3_900);
  if (children > 0) maybe(0.25, '28', 200, 1_500);
  put('32', sum('27', '28', '29', '30', '31'));
  put('33', sum('25d', '26', '32'), true);
  const over = get('33') - get('24');
  if (over > 0) {
    put('34', over);
    put('35a', over);
  } else if (over < 0) put('37', -over);
  return lines;
}

function taxOn(income: number, ends: readonly number[]): number {
  let tax = 0;
  let from = 0;
  ends.forEach((end, index) => {
    tax += Math.max(0, Math.min(income, end) - from) * (RATES[index] ?? 0);
    from = end;
  });
  return Math.round(tax + Math.max(0, income - from) * 0.37);
}

/** The expense lines of Schedule C that small businesses use. */
const EXPENSES_C: [line: string, chance: number, share: number][] = [
  ['8', 0.6, 0.03],
  ['9', 0.6, 0.06],
  ['10', 0.3, 0.04],
  ['11', 0.25, 0.08],
  ['13', 0.5, 0.05],
  ['15', 0.6, 0.02],
  ['17', 0.5, 0.01],
  ['18', 0.7, 0.015],
  ['20b', 0.3, 0.06],
  ['21', 0.3, 0.02],
  ['22', 0.7, 0.05],
  ['23', 0.4, 0.01],
  ['24a', 0.3, 0.02],
  ['24b', 0.4, 0.01],
  ['25', 0.5, 0.02],
];

function newScheduleC(random: Random, year: number): ScheduleC {
  const lines: Lines = new Map();
  const get = (number: string) => lines.get(number) ?? 0;
  const receipts = random.integer(4_000, 180_000);
  lines.set('1', receipts);
  if (random.chance(0.2)) lines.set('2', Math.round(receipts * 0.01));
  lines.set('3', receipts - get('2'));
  if (random.chance(0.25)) lines.set('4', Math.round(receipts * 0.2));
  lines.set('5', get('3') - get('4'));
  if (random.chance(0.1)) lines.set('6', random.integer(20, 900));
  lines.set('7', get('5') + get('6'));
  const heavy = random.pick([0.6, 1, 1, 2.2]);
  for (const [line, chance, share] of EXPENSES_C)
    if (random.chance(chance)) lines.set(line, Math.round(receipts * share * heavy * (0.5 + random.next())) + 7);
  const other: [string, number][] = random.chance(0.5)
    ? ['Bank fees', 'Software subscriptions', 'Uniforms and laundry', 'Continuing education']
        .slice(0, random.integer(1, 4))
        .map((label) => [label, random.integer(30, 1_900)])
    : [];
  if (other.length > 0)
    lines.set(
      year >= 2023 ? '27b' : '27a',
      other.reduce((total, [, dollars]) => total + dollars, 0),
    );
  const expenses = [...EXPENSES_C.map(([line]) => line), '27a', '27b'];
  lines.set(
    '28',
    expenses.reduce((total, line) => total + get(line), 0),
  );
  lines.set('29', get('7') - get('28'));
  if (random.chance(0.3)) lines.set('30', random.integer(100, 1_500));
  lines.set('31', get('29') - get('30'));
  const [business, code] = random.pick([
    ['Landscape design', '541320'],
    ['Rideshare driver', '485300'],
    ['Bookkeeping services', '541219'],
    ['Handmade jewelry sales', '455219'],
    ['House painting', '238320'],
  ] as const);
  return { lines, business, code, other };
}

const EXPENSES_E = ['5', '6', '7', '9', '10', '11', '12', '14', '15', '16', '17', '18'];

function newScheduleE(random: Random): ScheduleE {
  const count = random.pick([1, 1, 2, 3]);
  const properties = Array.from({ length: count }, () => {
    const address = newAddress(random);
    const lines: Lines = new Map();
    const rents = random.integer(6_000, 48_000);
    lines.set('3', rents);
    for (const line of EXPENSES_E)
      if (random.chance(0.55)) lines.set(line, Math.round(rents * (0.01 + random.next() * 0.14)));
    lines.set(
      '20',
      EXPENSES_E.reduce((total, line) => total + (lines.get(line) ?? 0), 0),
    );
    lines.set('21', rents - (lines.get('20') ?? 0));
    if ((lines.get('21') ?? 0) < 0) lines.set('22', -(lines.get('21') ?? 0));
    return {
      address: `${address.street.join(' ')}, ${address.city}, ${address.state} ${address.zip}`,
      kind: random.pick([1, 1, 2]),
      days: random.pick([365, 365, 210]),
      lines,
    };
  });
  const totals: Lines = new Map();
  const results = properties.map(({ lines }) => lines.get('21') ?? 0);
  const total = (line: string) => properties.reduce((sum, { lines }) => sum + (lines.get(line) ?? 0), 0);
  totals.set('23a', total('3'));
  totals.set('23c', total('12'));
  totals.set('23d', total('18'));
  totals.set('23e', total('20'));
  totals.set(
    '24',
    results.filter((result) => result > 0).reduce((sum, result) => sum + result, 0),
  );
  totals.set('25', -results.filter((result) => result < 0).reduce((sum, result) => sum + result, 0));
  totals.set('26', (totals.get('24') ?? 0) - (totals.get('25') ?? 0));
  for (const line of ['23c', '23d', '24', '25']) if (totals.get(line) === 0) totals.delete(line);
  return { properties, totals };
}
