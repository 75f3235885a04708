// Checks that documentation and code agree. `npm run docs` rewrites the generated pages.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { statusOf } from '#api/platform/errors.ts';
import { ERROR_CODES } from '#base/errors.ts';
import { COMMAND_VARIABLES, SETTINGS } from '#config.ts';
import { WORKER_CONNECTIONS_MAX } from '#storage/platform/queue.ts';
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

test('docs/errors.md lists exactly the error codes that the source files contain, each with its HTTP status', () => {
  const rows = [...readFileSync('docs/errors.md', 'utf8').matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)];
  const documented = rows.map(([, status, code]) => `${code} ${status}`).toSorted();
  expect(documented).toEqual(ERROR_CODES.map((code) => `${code} ${statusOf(code)}`).toSorted());
});

test('every setting named in the documentation exists', () => {
  const pages = ['README.md', 'docs/operating.md', 'SECURITY.md', 'CONTRIBUTING.md'];
  const named = pages.flatMap(
    (page) => readFileSync(page, 'utf8').match(/\b(?:VOUCH_[A-Z_]+|DATABASE_(?:DIRECT_)?URL)\b/g) ?? [],
  );
  const known = new Set([...Object.keys(SETTINGS), ...COMMAND_VARIABLES, 'TEST_VOUCH_DATABASE_URL']);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('every metric in the alerts and on the dashboard exists, and the dashboard shows every metric of an alert', async () => {
  const house = await openTestHouse();
  try {
    const { body } = await house.app.inject({ method: 'GET', url: '/metrics' });
    const known = new Set([...body.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name));
    const dashboard = metricsIn(readFileSync('docs/grafana-dashboard.json', 'utf8'));
    const alerts = metricsIn(/### Alerts\n(.*?)\n### /s.exec(readFileSync('docs/operating.md', 'utf8'))?.[1] ?? '');
    expect(alerts.length).toBeGreaterThan(10);
    expect([...alerts, ...dashboard].filter((name) => !known.has(name))).toEqual([]);
    expect(alerts.filter((name) => !dashboard.includes(name))).toEqual([]);
  } finally {
    await house.close();
  }
});

/**
 * Returns the names of our metrics in the text. The endings `_bucket`, `_sum` and `_count`, with which a histogram is
 * queried, are removed.
 */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\bvouch_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''));

test('docs/operating.md states how many connections a process uses', () => {
  const shared = Number(SETTINGS.VOUCH_DATABASE_CONNECTIONS.fallback);
  const text = readFileSync('docs/operating.md', 'utf8').replace(/\s+/g, ' ');
  // Besides the connections of the pool, one connection listens for notices of the database.
  expect(text).toContain(`An API process uses up to ${shared + 1} connections`);
  expect(text).toContain(`a worker up to ${shared + 1 + WORKER_CONNECTIONS_MAX}`);
});
