import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { TERMS_VERSION } from '#domain/widget/terms.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

/**
 * Every version of the terms that was ever shown, with a digest of its texts. Add a line for a new version; never
 * change a line.
 */
const VERSIONS: Record<string, string> = {
  '1': '9e81cab6cfa1607d9e1eefb5ebef05b0f9d22d0add061beae0bab452e6d13cc0',
  '2': 'dbd61519544e6edcb0326a3391b298c0489f3067155f0ff4dbef3e73b78e84af',
  '3': 'a936da5089da3d7cd917935e08f211cce6e26c26d89e8f99f3e5a24419536ad4',
};

test('the terms cannot be changed without a new TERMS_VERSION', () => {
  const terms = [en, es].map((words) => Object.entries(words).filter(([name]) => name.startsWith('consent_')));
  expect(createHash('sha256').update(JSON.stringify(terms)).digest('hex')).toBe(VERSIONS[TERMS_VERSION]);
});
