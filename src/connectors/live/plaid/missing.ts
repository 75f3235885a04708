// The sentences about data that Plaid does not let us read.
import type { Absence } from './errors.ts';

const DATA = {
  numbers: 'account and routing numbers',
  owners: 'the owners of the accounts',
  debts: 'the terms of cards and loans',
  holdings: 'investments',
} as const;
export type Datum = keyof typeof DATA;

/** Data that does not exist is not missing, so it has no sentence. */
export const sentencesOf = (absences: ReadonlyMap<Datum, Absence>): string[] =>
  [...absences].flatMap(([datum, absent]) => {
    if (absent === 'none') return [];
    return absent === 'refused'
      ? `Plaid does not allow us to read ${DATA[datum]}.`
      : `The bank does not offer ${DATA[datum]} through Plaid.`;
  });
