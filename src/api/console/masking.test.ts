// Tests the fields of /v1/ responses: if a field's name suggests a sensitive value, the field must be marked as
// sensitive. Exceptions are listed here.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SENSITIVE } from '#base/schema.ts';
import { isNode, type Node } from '#test/document.ts';
import { openTestHouse, type TestHouse } from '#test/house.ts';

const SUSPECT =
  /ssn|social_security|account_number|routing|token|secret|password|(?:^|_)(?:tin|ein)$|license_number|iban|^file$|pdf|share_url|policy_number|loan_number/;

/** Fields that are not masked, each with the reason. */
const HARMLESS: Record<string, string> = {
  'EmploymentCompany.ein': 'the number of a company is public',
  'ListedUser.ssn': 'the field of User, with its mark',
  'RetrievedUser.ssn': 'the field of User, with its mark',
  'Key.masked_secret': 'the API itself shows only the last four characters',
  'CreatedKey.masked_secret': 'the API itself shows only the last four characters',
  'Policy.carrier_policy_number': 'the number of a contract opens no account',
  'OrderLoan.loan_number': 'the client’s own number of the loan',
};
const AMOUNT = /^social_security_(?:wages|tax|benefits|benefits_taxable)(?:_ytd)?$/;

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

test('every response field with a suspicious name is marked as sensitive, or is listed as harmless with a reason', async () => {
  const document: Node = (await house.app.inject('/openapi.json')).json();
  const names = await namedSchemas();
  const suspects = [...responseComponents(document)].flatMap(([title, { properties }]) =>
    Object.keys(isNode(properties) ? properties : {})
      .filter((field) => SUSPECT.test(field) && !AMOUNT.test(field))
      .map((field) => ({ name: `${title}.${field}`, is_marked: isMarked(names.get(title), field) })),
  );
  const open = suspects.filter(({ name, is_marked }) => !is_marked && HARMLESS[name] === undefined);
  expect(open.map(({ name }) => name)).toEqual([]);
  expect(suspects.filter(({ is_marked }) => is_marked).length).toBeGreaterThan(40);
  const idle = Object.keys(HARMLESS).filter((name) => !suspects.some((one) => one.name === name && !one.is_marked));
  expect(idle).toEqual([]);
});

function isMarked(schema: Node | undefined, field: string): boolean {
  const properties = schema?.['properties'];
  const found = isNode(properties) ? properties[field] : undefined;
  return isNode(found) && SENSITIVE in found;
}

/** Returns the named schemas of the domain, keyed by name. Only these schemas mark fields as sensitive. */
async function namedSchemas(): Promise<Map<string, Node>> {
  const files = readdirSync('src/domain', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const found = new Map<string, Node>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isNode(value) && typeof value['title'] === 'string' && isNode(value['properties']))
      found.set(value['title'], value);
    for (const part of Object.values(value)) visit(part);
  };
  for (const file of files) visit({ ...(await import(resolve(join('src/domain', file)))) });
  return found;
}

/** The components that occur in a response, directly or inside another component. */
function responseComponents(document: Node): Map<string, Node> {
  const { components, paths } = document;
  const schemas = isNode(components) && isNode(components['schemas']) ? components['schemas'] : {};
  const found = new Map<string, Node>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    const name = typeof value['$ref'] === 'string' ? value['$ref'].split('/').at(-1) : undefined;
    const schema = name === undefined ? undefined : schemas[name];
    if (name !== undefined && isNode(schema) && !found.has(name)) {
      found.set(name, schema);
      visit(schema);
    }
    for (const part of Object.values(value)) visit(part);
  };
  for (const operations of Object.values(isNode(paths) ? paths : {})) {
    for (const operation of Object.values(isNode(operations) ? operations : {})) {
      if (isNode(operation)) visit(operation['responses']);
    }
  }
  return found;
}
