import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asWritten, type Condition, companyKeys, withErrors, withWordsMissing } from './company-keys.ts';
import { fitOf, whileTyping, wholeName, wordsOf } from './company-names.ts';

const NOTHING = { ein: null, domain: null, phone: null, state: null, zip: null };
const keysOf = (name: string): string[] => companyKeys(wordsOf(name), NOTHING);

/** Evaluates a condition in the same way as the index does. */
function meets(keys: readonly string[], condition: Condition): boolean {
  if ('all' in condition) return condition.all.every((one) => meets(keys, one));
  if ('any' in condition) return condition.any.some((one) => meets(keys, one));
  return keys.some((key) => (condition.is_start ? key.startsWith(condition.key) : key === condition.key));
}

/**
 * Generates words that use only three different characters, so that misspelt, partial and whole names often match each
 * other.
 */
const word = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 11 });
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

/** A name, and the same name with one typing error. */
const misspelt = fc
  .tuple(name, fc.nat(40), fc.constantFrom('add', 'drop', 'change', 'swap'), fc.constantFrom('a', 'b', 'z'))
  .map(([text, place, kind, letter]) => {
    const i = place % text.length;
    const [head, tail] = [text.slice(0, i), text.slice(i)];
    const spelt = {
      add: head + letter + tail,
      drop: head + tail.slice(1),
      change: head + letter + tail.slice(1),
      swap: head + (tail[1] ?? '') + (tail[0] ?? '') + tail.slice(2),
    };
    return { text, spelt: spelt[kind as keyof typeof spelt] };
  });

describe('withErrors', () => {
  test('finds every name that fitOf reports as a match for the query', () => {
    let fitting = 0;
    fc.assert(
      fc.property(
        fc.oneof(misspelt, fc.record({ text: name, spelt: name })),
        fc.boolean(),
        fc.nat(8),
        (given, is_unfinished, left) => {
          const query = {
            words: wordsOf(is_unfinished ? given.spelt.slice(0, -left || undefined) : given.spelt),
            is_unfinished,
          };
          if (!fitOf(query, wordsOf(given.text)).is_complete) return;
          fitting++;
          expect(meets(keysOf(given.text), withErrors(query))).toBe(true);
        },
      ),
      { numRuns: 5_000 },
    );
    expect(fitting).toBeGreaterThan(500);
  });

  test('withErrors() does not match a name that shares only a long first word with the query', () => {
    expect(meets(keysOf('Construction Partners'), withErrors(whileTyping('construction health')))).toBe(false);
  });
});

describe('asWritten', () => {
  test.each([
    ['home depot', 'Home Depot', true],
    ['homede', 'Home Depot', true],
    ['home de', 'Home Depot', true],
    ['wal mart', 'Walmart', true],
    ['hoem', 'Home Depot', false],
    ['homr depot', 'Home Depot', false],
  ])(
    'asWritten() accepts a company name only if the query has no typing errors: query "%s" and name %s give %s',
    (query, company, found) => {
      expect(meets(keysOf(company), asWritten(whileTyping(query)))).toBe(found);
    },
  );

  test('finds only names that withErrors also finds', () => {
    fc.assert(
      fc.property(name, name, fc.boolean(), (a, b, is_unfinished) => {
        const query = { words: wordsOf(a), is_unfinished };
        expect(!meets(keysOf(b), asWritten(query)) || meets(keysOf(b), withErrors(query))).toBe(true);
      }),
    );
  });
});

describe('withWordsMissing', () => {
  const finds = (query: string, company: string): boolean => {
    const condition = withWordsMissing(wholeName(query));
    return condition !== undefined && meets(keysOf(company), condition);
  };

  test('matches names with the query’s first word, and names with two adjacent words of the query', () => {
    expect(finds('Walmart Supercenter', 'Walmart')).toBe(true);
    expect(finds('Local Home Depot 4512', 'Home Depot')).toBe(true);
    expect(finds('Supercenter Walmart', 'Walmart')).toBe(false);
    expect(finds('Store Home Street Depot', 'Home Depot')).toBe(false);
  });

  test('withWordsMissing() returns undefined for a query of one word and for an empty query', () => {
    expect(withWordsMissing(wholeName('walmart'))).toBe(undefined);
    expect(withWordsMissing(wholeName(''))).toBe(undefined);
  });
});

test('a word has at most nine index keys, and no index key contains a space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const words = wordsOf(text);
      const keys = companyKeys(words, { ...NOTHING, ein: '999000001', domain: 'a.example' });
      expect(keys.filter((key) => key === '' || key.includes(' '))).toEqual([]);
      expect(keys.length).toBeLessThanOrEqual(9 * words.length + 13 + 2);
    }),
  );
});
