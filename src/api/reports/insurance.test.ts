import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { NOT_FOUND } from '#test/answers.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const INSURANCE = { provider_id: 'vouch_insurance', product_type: 'insurance' };
const PATHS = ['report', 'report/home', 'report/auto', 'home', 'auto'];

async function linkOf(more: object = INSURANCE) {
  const connected = await connect(client.sandbox, await newUser(client.sandbox, newId()), more);
  await finishTasks(house);
  return connected;
}
const read = async (link_id: string, path: string) => client.sandbox('GET', `/v1/links/${link_id}/insurance/${path}/`);

type Policy = { policy_type: string };
const typesOf = ({ insurance }: { insurance: { policies: Policy[] } }) =>
  insurance.policies.map(({ policy_type }) => policy_type).toSorted();

describe('GET /v1/links/{link_id}/insurance/report/', () => {
  test('200: returns the task, the identity and all insurance data', async () => {
    const { link_id, task_id, public_token } = await linkOf({ ...INSURANCE, tracking_info: 'loan-17' });
    const report = (await read(link_id, 'report')).json();
    const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    expect(report).toMatchObject({
      id: task_id,
      status: 'done',
      finished_at: expect.stringMatching(/Z$/),
      access_token,
      tracking_info: 'loan-17',
      provider: 'vouch_insurance',
      identity: { ssn: expect.stringMatching(/^\*{5}\d{4}$/) },
    });
    expect(typesOf(report)).toEqual(['AUTO', 'HOMEOWNERS']);
  });

  test('200: license numbers are masked, and internal timestamps are omitted', async () => {
    const { insurance } = (await read((await linkOf()).link_id, 'report')).json();
    for (const driver of insurance.drivers) expect(driver.license_number).toMatch(/^\*{5}.{4}$/);
    for (const list of Object.values<object[]>(insurance)) {
      for (const item of list) expect(Object.keys(item)).not.toContain('created_at');
    }
  });

  test('200: the report is available right after the login, before any data was read', async () => {
    const idle = await openTestHouse();
    try {
      const { sandbox } = await newClient(idle);
      const { link_id, task_id } = await connect(sandbox, await newUser(sandbox, newId()), INSURANCE);
      const response = await sandbox('GET', `/v1/links/${link_id}/insurance/report/`);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({
        id: task_id,
        status: 'parse',
        finished_at: null,
        identity: null,
        insurance: { policies: [], drivers: [], addresses: [], driving_records: [], agents: [] },
      });
    } finally {
      await idle.close();
    }
  });

  test('400 for an unknown fmt', async () => {
    const { link_id } = await linkOf();
    const response = await client.sandbox('GET', `/v1/links/${link_id}/insurance/report/?fmt=xml`);
    expect(response.statusCode).toBe(400);
  });
});

describe('the home and auto insurance reports', () => {
  test.each([
    ['home', 'HOMEOWNERS'],
    ['auto', 'AUTO'],
  ])(
    '200: both endpoints for the %s insurance report return the same report, and it contains only policies of that type',
    async (kind, policy_type) => {
      const { link_id } = await linkOf();
      const report = (await read(link_id, `report/${kind}`)).json();
      expect(typesOf(report)).toEqual([policy_type]);
      expect((await read(link_id, kind)).json()).toEqual(report);
      const whole = (await read(link_id, 'report')).json();
      // Each report has its own PDF, so `pdf_report` differs.
      expect({ ...report, insurance: { ...report.insurance, policies: [] } }).toEqual({
        ...whole,
        pdf_report: report.pdf_report,
        insurance: { ...whole.insurance, policies: [] },
      });
    },
  );
});

describe('each of the five insurance endpoints', () => {
  test.each(PATHS)('404 for a link’s /insurance/%s/ if the link was connected for another product', async (path) => {
    const { link_id } = await linkOf({ provider_id: 'vouch_bank', product_type: 'assets' });
    expect((await read(link_id, path)).json()).toEqual(NOT_FOUND);
  });
});
