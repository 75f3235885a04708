import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '#domain/console/roles.ts';
import { newMember, type TestMember } from '#test/console.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';

let house: TestHouse;
let client: TestClient;
let developer: TestMember;
beforeAll(async () => {
  house = await openTestHouse();
  client = await newClient(house);
  developer = await member('developer');
});
afterAll(() => house.close());

const member = (role: Role, of = client) =>
  newMember(house, [{ client_id: of.client_id, environment: 'sandbox', role }]);
const path = (draft: object, more: Record<string, string> = {}, page = '', of = client): string =>
  `${of.client_id}/sandbox/templates/preview/${page}?${new URLSearchParams({ kind: 'invitation', draft: JSON.stringify(draft), ...more })}`;
const preview = async (draft: object, more?: Record<string, string>) => {
  const response = await developer.call('GET', path(draft, more));
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const page = (draft: object, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  developer.call('GET', path(draft, {}, 'page/'), undefined, headers);

const DRAFT = {
  branding: { company_name: 'Acme Lending', accent_color: '#2b59c3' },
  orders: {
    first_email: { subject: '{{first_name}}, hello', text: 'From {{company_name}}: <b>{{link}}</b>' },
    reminder_sms: { text: 'Still waiting, {{first_name}}' },
  },
};

describe('GET …/templates/preview/', () => {
  test('200: shows the texts of the draft for an invented applicant, with placeholders filled', async () => {
    expect(await preview(DRAFT)).toMatchObject({ subject: 'Jordan, hello', from_name: 'Acme Lending' });
    expect((await preview(DRAFT, { kind: 'reminder' })).sms).toMatch(
      /^Still waiting, Jordan https?:\/\/.*\/s\/preview$/,
    );
  });

  test('200: for a draft without texts, shows the default messages', async () => {
    const { subject, sms } = await preview({});
    expect(subject).toContain('asks you to verify your information');
    expect(sms).toContain('/s/preview');
  });

  test('200: the preview applies the draft to a stored template, and the stored template stays unchanged', async () => {
    const made = await client.sandbox('POST', '/v1/templates/', { name: 'Mortgages', ...DRAFT });
    const { id } = made.json();
    const shown = await preview({ orders: { first_email: { subject: '' } } }, { template_id: id });
    expect(shown).toMatchObject({
      from_name: 'Acme Lending',
      subject: expect.stringContaining('Acme Lending asks you'),
    });
    expect((await client.sandbox('GET', `/v1/templates/${id}/`)).json()).toEqual(made.json());
  });

  test.each([
    ['{', 'draft'],
    ['[]', 'draft'],
    ['{"branding":{"accent_color":"blue"}}', 'branding.accent_color'],
    ['{"orders":{"support_email":"nobody"}}', 'orders.support_email'],
  ])('400 for a preview of the template draft %s; the error names the field %s', async (draft, field) => {
    const response = await developer.call('GET', path({}, { draft }));
    expect(response.statusCode).toBe(400);
    expect(response.json().error.extra['invalid-params']).toMatchObject([{ field }]);
  });

  test('404 for another client’s template', async () => {
    const other = await newClient(house);
    const { id } = (await other.sandbox('POST', '/v1/templates/', { name: 'Theirs' })).json();
    expect((await developer.call('GET', path({}, { template_id: id }))).statusCode).toBe(404);
  });

  test.each(ROLES)(
    'for the role %s, a template preview is allowed or gets 403, as the row "keys, webhooks, templates, logs" of the role table says',
    async (role) => {
      const { call } = await member(role);
      const expected = ['owner', 'developer', 'auditor'].includes(role) ? 200 : 403;
      expect((await call('GET', path(DRAFT))).statusCode).toBe(expected);
      const headers = { 'sec-fetch-site': 'same-origin' };
      expect((await call('GET', path(DRAFT, {}, 'page/'), undefined, headers)).statusCode).toBe(expected);
    },
  );
});

describe('GET …/templates/preview/page/', () => {
  test('200: returns the mail as it would be sent; the page has its own origin and runs no script', async () => {
    const { statusCode, headers, body } = await page(DRAFT);
    expect(statusCode).toBe(200);
    expect(body).toContain('From Acme Lending: &#60;b&#62;');
    expect(body).not.toContain('<b>');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'; sandbox");
    expect(policy).not.toContain('script-src');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('403 if the request does not come from one of the console’s own pages; otherwise, an attacker could write a link that shows the attacker’s texts', async () => {
    expect((await page(DRAFT, {})).statusCode).toBe(403);
    for (const site of ['cross-site', 'none']) {
      expect((await page(DRAFT, { 'sec-fetch-site': site })).statusCode).toBe(403);
    }
  });
});
