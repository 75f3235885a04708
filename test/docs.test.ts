// Checks that documentation and code agree. `npm run docs` rewrites the generated pages.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { statusOf } from '#api/platform/errors.ts';
import { ERROR_CODES } from '#base/errors.ts';
import { COMMAND_VARIABLES, SETTINGS } from '#config.ts';
import { freshDatabase } from '#test/database.ts';
import { openTestHouse } from '#test/house.ts';
import { dataModelPage } from '../tools/data-model-page.ts';
import { apiPage, configurationPage } from '../tools/generated-docs.ts';
import { readSchema, type Schema } from '../tools/schema-catalog.ts';
import { schemaFile } from '../tools/schema-file.ts';
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

// The tests of this group are skipped if `TEST_VOUCH_DATABASE_URL` names a database server, because other versions of
// PostgreSQL format some definitions differently.
describe.skipIf(process.env['TEST_VOUCH_DATABASE_URL'] !== undefined)('the database schema', () => {
  test('docs/schema.sql contains the schema of a freshly migrated database', async () => {
    await expect(schemaFile(await schemaAfter(''))).toMatchFileSnapshot('../docs/schema.sql');
  });

  test('docs/schema.sql creates the same schema as the migrations', async () => {
    const migrated = await schemaAfter('');
    const created = await schemaAfter(`drop schema vouch cascade; ${schemaFile(migrated)}`);
    expect(created).toEqual(migrated);
  });

  test('docs/data-model.md shows every table', async () => {
    await expect(dataModelPage(await schemaAfter(''))).toMatchFileSnapshot('../docs/data-model.md');
  });
});

/** Runs the SQL in a separate, freshly migrated database and returns the resulting schema. */
async function schemaAfter(sql: string): Promise<Schema> {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    await client.query(sql);
    return await readSchema(client);
  } finally {
    await client.end();
    await database.drop();
  }
}

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
