import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differByOne, fitOf, whileTyping, wholeName, wordsOf } from './company-names.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
const names = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."abct12 .&-,'éÉİßﬁ㎏℡"), maxLength: 24 }),
  fc
    .array(fc.constantFrom('the', 'and', 'co', 'Inc.', 'LLC', 'Harbor', '&', 'Pine'), { maxLength: 6 })
    .map((words) => words.join(' ')),
);

describe('wordsOf', () => {
  test.each([
    ['Home Depot', 'home depot'],
    ['  THE HOME  DEPOT, INC.  ', 'home depot'],
    ["Lowe's", 'lowes'],
    ['Lowe’s Companies, Inc', 'lowes'],
    ['McDonald´s Corp.', 'mcdonalds'],
    ['AT&T', 'att'],
    ['Harbor & Pine Furnishings', 'harbor pine furnishings'],
    ['Harbor and Pine Furnishings LLC', 'harbor pine furnishings'],
    ['U.S. Foods', 'us foods'],
    ['J. Crew', 'j crew'],
    ['St. John L.L.C.', 'st john'],
    ['7-Eleven', '7 eleven'],
    ['Coca-Cola Company', 'coca cola'],
    ['Amazon.com, Inc.', 'amazon'],
    ['Café Zoë', 'cafe zoe'],
    ['Quill & Co', 'quill'],
    ['Kroger Co of Ohio', 'kroger of ohio'],
    ['The Company Store', 'company store'],
    ['The Limited', 'limited'],
    ['Co-op Foods', 'co op foods'],
    ['The And', 'the and'],
    ['株式会社', '株式会社'],
    ['one two three four five six seven eight nine', 'one two three four five six seven eight'],
    ['!!! 🙂', ''],
    ['', ''],
  ])('wordsOf turns the company name "%s" into the words "%s"', (name, words) => {
    expect(wordsOf(name).join(' ')).toBe(words);
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(names, (name) => {
        const words = wordsOf(name);
        expect(wordsOf(words.join(' '))).toEqual(words);
      }),
    );
  });

  test('returns words of letters and digits only', () => {
    fc.assert(fc.property(names, (name) => wordsOf(name).every((word) => /^[\p{L}\p{N}]+$/u.test(word))));
  });
});

describe('differByOne', () => {
  /** Textbook implementation of the optimal string alignment distance. */
  function distance(a: string, b: string): number {
    const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)]);
    const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
    for (let j = 0; j <= b.length; j++) rows[0]?.splice(j, 1, j);
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        const other = Number(a[i - 1] !== b[j - 1]);
        const ways = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + other];
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) ways.push(at(i - 2, j - 2) + 1);
        rows[i]?.splice(j, 1, Math.min(...ways));
      }
    }
    return at(a.length, b.length);
  }

  test.each([
    ['kroger', 'krogr', true],
    ['kroger', 'krogger', true],
    ['kroger', 'krager', true],
    ['kroger', 'korger', true],
    ['kroger', 'kroger', false],
    ['kroger', 'krgr', false],
    ['kroger', 'rkogre', false],
    ['', 'a', true],
    ['', '', false],
  ])('differByOne(%s, %s) is %s', (a, b, differ) => expect(differByOne(a, b)).toBe(differ));

  test('differByOne() is true if and only if the edit distance is one; swapping the two words does not change the result', () => {
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        expect(differByOne(a, b)).toBe(distance(a, b) === 1);
        expect(differByOne(b, a)).toBe(differByOne(a, b));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('fitOf', () => {
  const fit = (query: string, name: string) => fitOf(whileTyping(query), wordsOf(name));

  test.each([
    ['Home Depot', 'Home Depot', 1],
    ['the home depot inc', 'Home Depot', 1],
    ['home dep', 'Home Depot', 0.875],
    ['hoem depto', 'Home Depot', 0.89],
    ['homedepot', 'Home Depot', 0.98],
    ['wal mart', 'Walmart', 0.98],
    ['homdepot', 'Home Depot', 0.92],
    ['depot home', 'Home Depot', 0.97],
    ['home', 'Home Depot', 0.62],
    ['strbuc', 'Starbucks', 0.73],
    ['ups', 'USPS', 0.86],
    ['usp', 'UPS', 0.83],
  ])('fitOf finds all words of "%s" in the company name %s with confidence %d', (query, name, confidence) => {
    expect(fit(query, name).confidence).toBeCloseTo(confidence, 2);
    expect(fit(query, name).is_complete).toBe(true);
  });

  test.each([
    ['home depot store', 'Home Depot'],
    ['hme dpt', 'Home Depot'],
    ['up', 'Pu'],
    ['dollar g', 'Dollar Tree'],
    ['studio 55', 'Studio 54'],
    ['7eleven', '1 Eleven'],
    ['target target', 'Target'],
    ['', 'Target'],
  ])('fitOf does not find all words of "%s" in the company name %s', (query, name) => {
    expect(fit(query, name).is_complete).toBe(false);
    expect(fit(query, name).confidence).toBeLessThan(1);
  });

  test('a query for a whole name does not match the beginning of another name', () => {
    expect(fitOf(wholeName('star'), ['starbucks'])).toEqual({ confidence: 0, is_complete: false });
    expect(fitOf(whileTyping('star'), ['starbucks']).is_complete).toBe(true);
  });

  test('each word of a name is matched at most once', () => {
    expect(fit('johnson johnson', 'Johnson & Johnson').confidence).toBe(1);
    expect(fit('johnson johnson', 'Johnson').is_complete).toBe(false);
  });

  test('fitOf() returns a confidence between 0 and 1; it returns 1 if and only if both names have the same words', () => {
    fc.assert(
      fc.property(names, names, fc.boolean(), (a, b, is_unfinished) => {
        const { confidence, is_complete } = fitOf({ words: wordsOf(a), is_unfinished }, wordsOf(b));
        const same = wordsOf(a).length > 0 && wordsOf(a).join(' ') === wordsOf(b).join(' ');
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(confidence === 1).toBe(same);
        expect(!is_complete || confidence > 0).toBe(true);
      }),
    );
  });
});
