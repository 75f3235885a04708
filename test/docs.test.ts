// Checks that documentation and code agree. `npm run docs` rewrites the generated pages.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { statusOf } from '#api/platform/errors.ts';
import { ERROR_CODES } from '#base/errors.ts';
import { COMMAND_VARIABLES, SETTINGS } from '#config.ts';
import { openTestHouse } from '#test/house.ts';
import { apiPage, configurationPage } from '../tools/generated-docs.ts';
import { scoringPage } from '../tools/scoring-page.ts';

test('docs/configuration.md lists every setting with its default', async () => {
  await expect(configurationPage(SETTINGS)).toMatchFileSnapshot('../docs/configuration.md');
});

test('docs/api.md lists every endpoint', async () => {
  const house = await openTestHouse();
  try {
    const response = await house.app.inject({ method: 'GET', url: '/openapi.json' });
    await expect(apiPage(response.json())).toMatchFileSnapshot('../docs/api.md');
  } finally {
    await house.close();
  }
});

test('docs/scoring.md lists every scoring attribute, score and alert', async () => {
  await expect(scoringPage()).toMatchFileSnapshot('../docs/scoring.md');
});

test('docs/errors.md lists exactly the error codes in the code, with their HTTP status', () => {
  const rows = [...readFileSync('docs/errors.md', 'utf8').matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)];
  const documented = rows.map(([, status, code]) => `${code} ${status}`).toSorted();
  expect(documented).toEqual(ERROR_CODES.map((code) => `${code} ${statusOf(code)}`).toSorted());
});

test('every setting named in the documentation exists', () => {
  const pages = ['README.md', 'docs/operating.md', 'SECURITY.md', 'CONTRIBUTING.md'];
  const named = pages.flatMap((page) => readFileSync(page, 'utf8').match(/\b(?:VOUCH_[A-Z_]+|DATABASE_URL)\b/g) ?? []);
  const known = new Set([...Object.keys(SETTINGS), ...COMMAND_VARIABLES, 'TEST_VOUCH_DATABASE_URL']);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
