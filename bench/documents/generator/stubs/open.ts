// Every layout first calls `open`, which generates a pay stub from a seed and opens the sheet on which the pay stub is
// printed.
import type { PayOptions } from '../pay-figures.ts';
import { ACCOUNT_MASKS, addressLines, maskedSsn, type NameStyle, nameOf, type Sector, SSN_MASKS } from '../people.ts';
import { type Random, randomOf } from '../sample.ts';
import { type DateStyle, date, plain, type Shown } from './formats.ts';
import { type Face, newSheet } from './sheet.ts';
import { newStub } from './stub.ts';
import { type Words, worded } from './words.ts';

export type Opening = {
  sectors: readonly Sector[];
  words: readonly Words[];
  dates: readonly DateStyle[];
  names?: readonly NameStyle[];
  size?: [number, number];
  face?: Face;
  /** Returns true if names and addresses are printed in capital letters. */
  upper?: (random: Random) => boolean;
  pay?: Partial<PayOptions>;
};

export function open(layout: string, seed: number, opening: Opening) {
  const random = randomOf(seedOf(layout, seed));
  const stub = newStub(random, random.pick(opening.sectors), opening.pay);
  const { check, employer, person, home } = stub;
  const upper = opening.upper?.(random) ?? false;
  const cased = (text: string) => (upper ? text.toUpperCase() : text);
  const dates = random.pick(opening.dates);
  const sheet = newSheet({
    layout,
    seed,
    created: check.pay_date,
    ...(opening.size && { size: opening.size }),
    ...(opening.face && { face: opening.face }),
  });
  const mask = random.pick(SSN_MASKS);
  const accountMask = random.pick(ACCOUNT_MASKS);
  const comma = random.chance(0.8);
  /** Returns both dates of the period in one text, and records them as expected values. */
  const period = (separator: string): string => {
    sheet.record('period_start', check.period_start);
    sheet.record('period_end', check.period_end);
    return `${date(check.period_start, dates).text}${separator}${date(check.period_end, dates).text}`;
  };
  return {
    random,
    sheet,
    stub,
    check,
    ...worded(check, random.pick(opening.words), employer.address.city),
    employer_name: plain(cased(employer.name)),
    employer_address: addressLines(employer.address, comma).map(cased),
    employer_ein: plain(employer.ein),
    employee_name: plain(cased(nameOf(person, random.pick(opening.names ?? ['initial', 'full', 'short'])))),
    employee_address: addressLines(home, comma).map(cased),
    employee_id: plain(stub.employee_id),
    employee_ssn: plain(maskedSsn(stub.ssn, mask)),
    check_number: plain(stub.number),
    pay_date: date(check.pay_date, dates),
    period_start: date(check.period_start, dates),
    period_end: date(check.period_end, dates),
    period,
    account: (digits: string): Shown => ({ text: `${accountMask}${digits}`, truth: digits }),
    day: (day: string): string => date(day, dates).text,
  };
}

/** Mixes the layout's name into the seed, so that two layouts with the same seed show different people. */
function seedOf(layout: string, seed: number): number {
  let hash = 2_166_136_261;
  for (const letter of `${layout} ${seed}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}
