import { expect, test } from 'vitest';
import { ENTRY_MARK, lexiconOf } from './lexicon.ts';
import { tokensOf } from './tokens.ts';

const find = lexiconOf<'refund' | 'tax' | 'benefit'>([
  { tag: 'refund', role: 'entry', phrases: 'REFUND*, RETURN' },
  { tag: 'tax', role: 'payer', phrases: 'TAX REFUND, DEPT OF TAX*' },
  { tag: 'benefit', role: 'entry', phrases: 'TAX REFUND' },
]);
const tags = (text: string) => find(tokensOf(text)).map(({ tag }) => tag);

test('the longest matching phrase produces one hit for each list that contains the phrase', () => {
  expect(tags('STATE TAX REFUND')).toEqual(['tax', 'benefit']);
  expect(tags('STATE REFUND')).toEqual(['refund']);
});

test('a listed word with a star also matches longer words; a listed word without a star matches only itself', () => {
  expect(tags('REFUNDED RETURN RETURNING')).toEqual(['refund', 'refund']);
  expect(tags('DEPT OF TAXATION')).toEqual(['tax']);
});

test('a match contains its position in the text, and the phrase as the word list spells it but without the star', () => {
  expect(find(tokensOf('A DEPT OF TAXATION B'))).toEqual([
    { tag: 'tax', role: 'payer', name: 'DEPT OF TAX', from: 1, until: 4 },
  ]);
});

test('a phrase matches if there is a number between its words, but not if there is another word between them', () => {
  expect(tags('STATE TAX 03/14 REFUND')).toEqual(['tax', 'benefit']);
  expect(tags('STATE TAX OFFICE REFUND')).toEqual(['refund']);
  expect(find(tokensOf('TAX 03/14 REFUND'))[0]).toMatchObject({ from: 0, until: 4 });
});

test('a phrase marked with a leading | matches only at the start of the description’s entry field', () => {
  const find = lexiconOf<'cover'>([{ tag: 'cover', role: 'entry', phrases: '| LTD' }]);
  const entry = { raw: '', word: ENTRY_MARK };
  expect(find([...tokensOf('BASIN LTD'), entry, ...tokensOf('PAYMENT')])).toEqual([]);
  expect(find([...tokensOf('BASIN'), entry, ...tokensOf('LTD')])).toMatchObject([{ name: 'LTD', from: 1, until: 3 }]);
});

test('a word that is truncated at the given position matches, unless it is too short or could be completed in two ways', () => {
  const find = lexiconOf<'pension' | 'refund' | 'rebate'>([
    { tag: 'pension', role: 'entry', phrases: 'PENSION*, STATE PENSION' },
    { tag: 'refund', role: 'entry', phrases: 'TAX REFUND' },
    { tag: 'rebate', role: 'entry', phrases: 'TAX REBATE' },
  ]);
  const cut = (text: string, at = tokensOf(text).length - 1) => find(tokensOf(text), at).map(({ tag }) => tag);
  expect([cut('QUILL PENSIO'), cut('QUILL PENSI'), cut('QUILL PENS')]).toEqual([['pension'], ['pension'], []]);
  expect([cut('STATE PE'), cut('STATE P')]).toEqual([['pension'], []]);
  expect([cut('TAX REF'), cut('TAX RE')]).toEqual([['refund'], []]);
  expect([cut('QUILL PENSIO', -1), cut('PENSIO QUILL')]).toEqual([[], []]);
});
