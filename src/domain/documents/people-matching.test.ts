import { describe, expect, it } from 'vitest';
import { isNameOf, matchPerson } from './people-matching.ts';

const jane = { id: 'jane', first_name: 'Jane', last_name: 'Roe' };
const john = { id: 'john', first_name: 'John', last_name: 'Roe' };
const nora = { id: 'nora', first_name: 'Nora', last_name: 'O’Sullivan-Núñez' };
const nameless = { id: 'nameless', first_name: null, last_name: null };

describe('a name on a document is the name of a person', () => {
  it.each(['Jane Roe', 'ROE, JANE', 'Jane Q. Roe', 'J ROE', 'JANE ROE AND MARK DOE', 'Roe Jane Jr.'])(
    'written as %s',
    (name) => expect(isNameOf(name, jane)).toBe(true),
  );

  it('without accents and punctuation', () => {
    expect(isNameOf('NORA OSULLIVAN NUNEZ', nora)).toBe(true);
  });

  it('with one misread letter in a word of five letters or more', () => {
    const person = { first_name: 'Marta', last_name: 'Keller' };
    expect(isNameOf('MARTA KELIER', person)).toBe(true);
    expect(isNameOf('MARTA KEILEN', person)).toBe(false);
    expect(isNameOf('MARTA ROE', { first_name: 'Marta', last_name: 'Rod' })).toBe(false);
  });

  it('not with another first or last name', () => {
    expect(isNameOf('John Roe', jane)).toBe(false);
    expect(isNameOf('Jane Doe', jane)).toBe(false);
    expect(isNameOf('K Roe', jane)).toBe(false);
  });

  it('not if only the first name is there twice', () => {
    expect(isNameOf('Roe', { first_name: 'Roe', last_name: 'Roe' })).toBe(false);
  });
});

describe('matching a document to the people of a collection', () => {
  it('finds the one person with the name', () => {
    expect(matchPerson('John Roe', [jane, john])).toEqual({ user_id: 'john' });
  });

  it('takes the only person if no name was read or the person has no name', () => {
    expect(matchPerson(undefined, [jane])).toEqual({ user_id: 'jane' });
    expect(matchPerson('Max Muster', [nameless])).toEqual({ user_id: 'nameless' });
  });

  it('takes no one if two people fit or no name was read', () => {
    expect(matchPerson('J Roe', [jane, john])).toEqual({ is_other: false });
    expect(matchPerson(undefined, [jane, john])).toEqual({ is_other: false });
  });

  it('reports the name of someone else', () => {
    expect(matchPerson('Max Muster', [jane])).toEqual({ is_other: true });
    expect(matchPerson('Max Muster', [jane, john])).toEqual({ is_other: true });
  });

  it('does not call anyone someone else in a collection without people', () => {
    expect(matchPerson('Max Muster', [])).toEqual({ is_other: false });
  });
});
