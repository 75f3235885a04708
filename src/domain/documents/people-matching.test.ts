import { describe, expect, it } from 'vitest';
import { isNameOf, matchPerson } from './people-matching.ts';

const jane = { id: 'jane', first_name: 'Jane', last_name: 'Roe' };
const john = { id: 'john', first_name: 'John', last_name: 'Roe' };
const nora = { id: 'nora', first_name: 'Nora', last_name: 'O’Sullivan-Núñez' };
const nameless = { id: 'nameless', first_name: null, last_name: null };

describe('isNameOf()', () => {
  it.each(['Jane Roe', 'ROE, JANE', 'Jane Q. Roe', 'J ROE', 'JANE ROE AND MARK DOE', 'Roe Jane Jr.'])(
    'isNameOf() recognises the name of Jane Roe written as %s',
    (name) => expect(isNameOf(name, jane)).toBe(true),
  );

  it('ignores accents and punctuation', () => {
    expect(isNameOf('NORA OSULLIVAN NUNEZ', nora)).toBe(true);
  });

  it('accepts one misread letter in a word of at least five letters, but not in a shorter word', () => {
    const person = { first_name: 'Marta', last_name: 'Keller' };
    expect(isNameOf('MARTA KELIER', person)).toBe(true);
    expect(isNameOf('MARTA KEILEN', person)).toBe(false);
    expect(isNameOf('MARTA ROE', { first_name: 'Marta', last_name: 'Rod' })).toBe(false);
  });

  it('returns false for another first name or another last name', () => {
    expect(isNameOf('John Roe', jane)).toBe(false);
    expect(isNameOf('Jane Doe', jane)).toBe(false);
    expect(isNameOf('K Roe', jane)).toBe(false);
  });

  it('returns false if the person’s first and last name are the same word and the document contains this word only once', () => {
    expect(isNameOf('Roe', { first_name: 'Roe', last_name: 'Roe' })).toBe(false);
  });
});

describe('matchPerson()', () => {
  it('returns the person whose name is on the document, if only one person of the collection has this name', () => {
    expect(matchPerson('John Roe', [jane, john])).toEqual({ user_id: 'john' });
  });

  it('returns the only person of a collection if no name was read from the document, or if this person has no name', () => {
    expect(matchPerson(undefined, [jane])).toEqual({ user_id: 'jane' });
    expect(matchPerson('Max Muster', [nameless])).toEqual({ user_id: 'nameless' });
  });

  it('returns nobody if several people fit, or if no name was read and the collection has several people', () => {
    expect(matchPerson('J Roe', [jane, john])).toEqual({ is_other: false });
    expect(matchPerson(undefined, [jane, john])).toEqual({ is_other: false });
  });

  it('matchPerson sets is_other if the name on the document matches none of the collection’s people', () => {
    expect(matchPerson('Max Muster', [jane])).toEqual({ is_other: true });
    expect(matchPerson('Max Muster', [jane, john])).toEqual({ is_other: true });
  });

  it('matchPerson does not set is_other if the collection has no people', () => {
    expect(matchPerson('Max Muster', [])).toEqual({ is_other: false });
  });
});
