// Finds the employer that a payer's name refers to: a known company if one matches, else the name as the bank prints
// it.
import { wordsOf } from '#domain/connections/company-names.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import { COMPARISONS_MAX, SAME_NAME, similarity } from './payer-names.ts';

/**
 * The companies that match the payer's name, in the order of the input. `is_complete` is false if the search looked
 * only for equal names.
 */
export type Fitting<Company> = { companies: readonly { company: Company; fit: number }[]; is_complete: boolean };
export type CompanyFinder<Company> = (payer_words: readonly string[]) => Fitting<Company>;

/**
 * Compares each payer's name with the name of every company, up to `COMPARISONS_MAX` comparisons. Beyond this limit,
 * only equal names are found.
 */
export function newCompanyFinder<Company>(
  companies: readonly Company[],
  nameOf: (company: Company) => string | null,
): CompanyFinder<Company> {
  const named = new Map<string, { company: Company; words: readonly string[] }>();
  for (const company of companies) {
    const words = wordsOf(nameOf(company) ?? '').map((word) => word.toUpperCase());
    const key = words.join(' ');
    // If two companies have the same name, the first company is used.
    if (key !== '' && !named.has(key)) named.set(key, { company, words });
  }
  const known = new Map<string, Fitting<Company>>();
  let left = COMPARISONS_MAX;
  return (payer_words) => {
    const key = payer_words.join(' ');
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const is_complete = named.size <= left;
    const equal = named.get(key);
    const compared = is_complete ? [...named.values()] : equal === undefined ? [] : [equal];
    left -= compared.length;
    const companies = compared
      .map(({ company, words }) => ({ company, fit: similarity(words, payer_words) }))
      .filter(({ fit }) => fit >= SAME_NAME);
    const fitting = { companies, is_complete };
    known.set(key, fitting);
    return fitting;
  };
}

/**
 * Returns the company that matches best. Of several equally good matches, it returns the first. If no company matches,
 * it returns the name that the bank prints.
 */
export function employerIn({ companies }: Fitting<EmployerRef>, payer_words: readonly string[]): EmployerRef {
  const [best] = companies.toSorted((a, b) => b.fit - a.fit);
  return best?.company ?? { id: null, name: payer_words.join(' '), logo_url: null };
}
