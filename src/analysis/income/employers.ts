// The employer behind a payer's name: one of the companies we were told of, else the name as the bank prints it.
import { wordsOf } from '#domain/company-names.ts';
import type { EmployerRef } from '#domain/links.ts';
import { SAME_NAME, similarity } from './payer-names.ts';

export type EmployerFinder = (payer_words: readonly string[]) => EmployerRef;

/** The first of those that fit best. */
export function newEmployerFinder(employers: readonly EmployerRef[]): EmployerFinder {
  const known = employers.map((employer) => ({ employer, words: payerWordsOf(employer.name) }));
  return (payer_words) => {
    const fitting = known
      .map(({ employer, words }) => ({ employer, fit: similarity(words, payer_words) }))
      .filter(({ fit }) => fit >= SAME_NAME);
    const [best] = fitting.toSorted((a, b) => b.fit - a.fit);
    return best?.employer ?? { id: null, name: payer_words.join(' '), logo_url: null };
  };
}

/** A company's name as the words a bank would print. */
export const payerWordsOf = (name: string): string[] => wordsOf(name).map((word) => word.toUpperCase());
