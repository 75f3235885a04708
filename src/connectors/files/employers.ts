// Groups the payments and W-2s of imported files by employer.
import type { ImportHead } from '#analysis/imports/merging/import-content.ts';
import { wordsOf } from '#domain/connections/company-names.ts';

type Payment = ImportHead['payments'][number];
type W2 = ImportHead['w2s'][number];

export type Employer = {
  /** Identifies the employer within the person's files. */
  key: string;
  ein: string | null;
  payments: Payment[];
  w2s: W2[];
};

/** The maximum length of a company name in a NACHA file. */
const COMPANY_NAME_LENGTH = 16;

/**
 * Groups by employer. Equal EINs mean the same employer. A payment without an EIN belongs to the employer with the same
 * name. The payment may contain only the beginning of that name. W-2s are grouped first, so that payments can be added
 * to the employers of the W-2s.
 */
export function employersIn(payments: readonly Payment[], w2s: readonly W2[]): Employer[] {
  const employers: (Employer & { names: Set<string> })[] = [];
  const find = (ein: string | null, name: string, is_cut: boolean) =>
    employers.find((one) => ein !== null && one.ein === ein) ??
    employers.find(
      (one) =>
        (ein === null || one.ein === null) &&
        [...one.names].some((other) => other === name || (is_cut && other.startsWith(name))),
    );
  const add = (ein: string | null, name: string, is_cut: boolean): Employer => {
    const found = find(ein, name, is_cut);
    if (found !== undefined) {
      found.names.add(name);
      found.ein ??= ein;
      return found;
    }
    const employer = { key: ein ?? name, ein, payments: [], w2s: [], names: new Set([name]) };
    employers.push(employer);
    return employer;
  };
  for (const w2 of w2s) add(w2.employer.tax_id, nameOf(w2.employer.name), false).w2s.push(w2);
  for (const payment of payments) {
    const is_cut = payment.company_name.length >= COMPANY_NAME_LENGTH;
    add(einOf(payment), nameOf(payment.company_name), is_cut).payments.push(payment);
  }
  return employers.map(({ names: _names, ...employer }) => employer);
}

const nameOf = (name: string): string => wordsOf(name).join(' ');

/** By convention, a company's id is the digit 1 followed by its EIN. */
const einOf = ({ company_id }: Payment): string | null => /^1(\d{9})$/.exec(company_id)?.[1] ?? null;
