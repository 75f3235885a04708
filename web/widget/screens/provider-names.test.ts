import { expect, test } from 'vitest';
import { ENGLISH, loadWords } from '../../shared/words.ts';
import { BANK } from '../../testing/samples.ts';
import { providerTexts } from './provider-names.ts';

test('the search list says in words which provider is down', async () => {
  const down = { ...BANK, is_down: true };
  expect(providerTexts(ENGLISH, BANK)).toEqual({ title: BANK.name });
  expect(providerTexts(ENGLISH, down)).toEqual({ title: BANK.name, note: 'Not responding right now' });
  expect(providerTexts(await loadWords('es'), down)).toMatchObject({ note: 'No responde en este momento' });
});

test('the built-in provider of files has a description instead of its name', () => {
  const files = { ...BANK, id: 'vouch_files', name: 'Files' };
  expect(providerTexts(ENGLISH, files)).toEqual({ title: ENGLISH.file_way });
});
