// The contents of the 1099 forms: payer, recipient, and the values of the boxes by number.
import {
  type Address,
  addressLines,
  digits,
  maskedSsn,
  nameOf,
  newAddress,
  newBank,
  newEin,
  newEmployer,
  newPerson,
  newSsn,
  type Sector,
  townLine,
} from '../people.ts';
import { decimal, type Random, type Truth } from '../sample.ts';
import { F1099_FORMS, type F1099Subtype } from './f1099-forms.ts';

/** An amount in cents, a text, or `true` for a checked box. */
type BoxValue = number | string | true;

export type F1099 = {
  subtype: F1099Subtype;
  year: number;
  payer_name: string;
  payer_lines: string[];
  payer_phone: string;
  payer_tin: string;
  recipient_name: string;
  recipient_address: Address;
  recipient_tin: string;
  account_number: string | null;
  boxes: Map<string, BoxValue>;
};

export function newF1099(random: Random, subtype: F1099Subtype, years = [2020, 2021, 2022, 2023, 2024, 2025]): F1099 {
  const year = random.pick(years);
  const person = newPerson(random);
  const capitals = random.chance(0.4);
  const printed = (text: string) => (capitals ? text.toUpperCase() : text);
  const ssn = newSsn(random);
  const payer = newEmployer(random, random.pick<Sector>(['office', 'trade', 'shop']));
  const company = random.chance(0.12) && ['F1099_NEC', 'F1099_MISC', 'F1099_K'].includes(subtype);
  const address = newAddress(random);
  return {
    subtype,
    year,
    payer_name: printed(payerName(random, subtype, payer.name, payer.address.state)),
    payer_lines: addressLines(payer.address, random.chance(0.7)).map(printed),
    payer_phone: payer.phone,
    payer_tin: payer.ein,
    recipient_name: printed(
      company
        ? newEmployer(random, 'shop').name
        : nameOf(person, random.pick(['initial', 'initial.', 'full', 'short'])),
    ),
    recipient_address: { ...address, street: address.street.map(printed), city: printed(address.city) },
    recipient_tin: company
      ? newEin(random)
      : random.chance(0.5)
        ? ssn
        : maskedSsn(ssn, random.pick(['XXX-XX-', '***-**-', 'XXXXX'] as const)),
    account_number: random.chance(0.6) ? newAccount(random) : null,
    boxes: newBoxes(random, subtype, year, payer.address.state),
  };
}

export function recipientTown(form: F1099): string {
  return townLine(form.recipient_address);
}

export function truthOfF1099(form: F1099, pages: [number, number] = [1, 1], zeros = false): Truth {
  const fields: Truth['fields'] = {
    year: String(form.year),
    payer_name: form.payer_name,
    payer_tin: form.payer_tin,
    recipient_name: form.recipient_name,
    recipient_tin: form.recipient_tin,
    ...(form.account_number === null ? {} : { account_number: form.account_number }),
  };
  for (const { number, name, kind } of F1099_FORMS[form.subtype].boxes) {
    if (name === undefined) continue;
    const value = form.boxes.get(number);
    if (typeof value === 'number') fields[name] = decimal(value);
    else if (typeof value === 'string') fields[name] = value;
    else if (zeros && kind === undefined) fields[name] = '0.00';
  }
  return { document_type: 'F1099', subtype: form.subtype, pages, fields, tables: {} };
}

const STATE_NAMES: Record<string, string> = {
  CA: 'Employment Development Department',
  NY: 'Department of Labor',
  OH: 'Ohio Department of Job and Family Services',
  PA: 'Office of Unemployment Compensation',
};

function payerName(random: Random, subtype: F1099Subtype, company: string, state: string): string {
  if (subtype === 'F1099_INT') return newBank(random);
  if (subtype === 'F1099_DIV')
    return random.pick(['Larkspur Brokerage Services LLC', 'Tamworth Investments, Inc.', 'Granary Fund Services']);
  if (subtype === 'F1099_R')
    return random.pick(['Kestrel Retirement Trust Company', 'Wynford Teachers Pension Fund', 'Ellery Life & Annuity']);
  if (subtype === 'F1099_K')
    return random.pick([
      'Parcelwing Payments, Inc.',
      'Quickstall Marketplace LLC',
      'Tapfare Technologies Inc',
      company,
    ]);
  if (subtype === 'F1099_G') return STATE_NAMES[state] ?? `State of ${state} Workforce Agency`;
  return company;
}

function newAccount(random: Random): string {
  return random.pick([
    digits(random, 10),
    `${digits(random, 4)}-${digits(random, 4)}`,
    `XXXXXX${digits(random, 4)}`,
    `Z${digits(random, 2)}-${digits(random, 6)}`,
    `VEND${digits(random, 5)}`,
  ]);
}

const MONTH_BOXES = 'abcdefghijkl'.split('').map((letter) => `5${letter}`);

function newBoxes(random: Random, subtype: F1099Subtype, year: number, state: string): Map<string, BoxValue> {
  const boxes = new Map<string, BoxValue>();
  const money = (from: number, to: number) => random.integer(from * 100, to * 100);
  const share = (cents: number, percent: number) => Math.round((cents * percent) / 100);
  const put = (number: string, value: BoxValue | null) => value !== null && boxes.set(number, value);
  const stateRow = (tax: string, id: string, income: string | null, base: number) => {
    if (!random.chance(0.35)) return;
    put(tax, share(base, random.integer(2, 6)));
    put(id, `${state} ${digits(random, 7)}`);
    if (income !== null) put(income, base);
  };
  switch (subtype) {
    case 'F1099_NEC': {
      const paid = money(600, random.chance(0.5) ? 9_000 : 140_000);
      put('1', paid);
      if (random.chance(0.15)) put('4', share(paid, 24));
      stateRow('5', '6', '7', paid);
      break;
    }
    case 'F1099_MISC': {
      const kind = random.integer(1, 3);
      const paid = money(600, 60_000);
      put(String(kind), kind === 2 ? money(10, 9_000) : paid);
      if (random.chance(0.25)) put(String((kind % 3) + 1), money(600, 9_000));
      if (random.chance(0.2)) put('4', share(paid, 24));
      if (random.chance(0.08)) put('6', money(700, 20_000));
      if (random.chance(0.08)) put('10', money(2_000, 40_000));
      stateRow('16', '17', '18', paid);
      break;
    }
    case 'F1099_INT': {
      const interest = money(10, random.chance(0.7) ? 900 : 9_000);
      put('1', interest);
      if (random.chance(0.1)) put('2', money(5, 200));
      if (random.chance(0.35)) put('3', money(5, 1_500));
      if (random.chance(0.15)) put('4', share(interest, 24));
      if (random.chance(0.3)) put('8', money(15, 2_500));
      if (random.chance(0.1)) put('9', money(5, 14));
      break;
    }
    case 'F1099_DIV': {
      const ordinary = money(12, random.chance(0.6) ? 1_500 : 24_000);
      put('1a', ordinary);
      if (random.chance(0.85)) put('1b', share(ordinary, random.integer(30, 100)));
      if (random.chance(0.5)) put('2a', money(5, 6_000));
      if (random.chance(0.15)) put('3', money(5, 300));
      if (random.chance(0.12)) put('4', share(ordinary, 24));
      if (random.chance(0.4)) put('5', share(ordinary, 4));
      if (random.chance(0.3)) put('7', share(ordinary, 3));
      if (random.chance(0.15)) put('12', money(10, 900));
      break;
    }
    case 'F1099_G': {
      if (random.chance(0.65)) {
        const paid = money(400, 28_000);
        put('1', paid);
        if (random.chance(0.6)) put('4', share(paid, 10));
        stateRow('11', '10b', null, paid);
      } else {
        put('2', money(12, 3_400));
        put('3', String(year - 1));
      }
      break;
    }
    case 'F1099_R': {
      const gross = money(900, 95_000);
      const rollover = random.chance(0.12);
      const taxable = rollover ? 0 : random.chance(0.7) ? gross : share(gross, random.integer(60, 98));
      put('1', gross);
      put('2a', taxable);
      if (!rollover && random.chance(0.75)) put('4', share(gross, random.integer(8, 22)));
      if (taxable < gross && !rollover) put('5', gross - taxable);
      put('7', rollover ? 'G' : random.pick(['7', '7', '1', '2', '4', '7D', '1B', '3']));
      if (random.chance(0.35)) put('IRA', true);
      if (random.chance(0.3)) put('2b', true);
      if (rollover || random.chance(0.2)) put('TOTAL', true);
      stateRow('14', '15', '16', taxable);
      break;
    }
    case 'F1099_K': {
      const from = random.chance(0.25) ? random.integer(2, 6) : 0;
      const until = random.chance(0.15) ? random.integer(8, 10) : 11;
      const typical = random.pick([300, 1_800, 6_000]);
      const months = MONTH_BOXES.map((_, at) => (at < from || at > until ? 0 : money(typical / 4, typical * 2)));
      const gross = months.reduce((sum, cents) => sum + cents, 0);
      put('1a', gross);
      put('1b', random.chance(0.6) ? gross : share(gross, 40));
      if (random.chance(0.6)) put('2', digits(random, 4));
      put('3', String(random.integer(40, 3_900)));
      const zeros = random.chance(0.5);
      months.forEach((cents, at) => {
        if (cents > 0 || zeros) put(MONTH_BOXES[at] ?? '', cents);
      });
      break;
    }
  }
  return boxes;
}
