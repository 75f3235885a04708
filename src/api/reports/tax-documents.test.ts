import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

type Document = { id: string; document_type: string; year: number; fields: Record<string, string | null> };

async function linkOf(provider_id: string): Promise<string> {
  const { link_id } = await connect(client.sandbox, await newUser(client.sandbox, newId()), { provider_id });
  await finishTasks(house);
  return link_id;
}
const documentsOf = async (link_id: string): Promise<Document[]> =>
  (await client.sandbox('GET', `/v1/links/${link_id}/tax/`)).json();

describe('GET /v1/links/{link_id}/tax/', () => {
  test('200: returns the documents, newest year first, as a JSON array and not as an object', async () => {
    const documents = await documentsOf(await linkOf('vouch_tax'));
    expect(documents.map(({ year, document_type }) => `${year} ${document_type}`)).toEqual([
      '2025 W2',
      '2025 F1040',
      '2025 F1099',
      '2024 W2',
    ]);
  });

  test('200: amounts are decimals, empty boxes are null, and TINs are masked', async () => {
    const documents = await documentsOf(await linkOf('vouch_tax'));
    const fieldsOf = (type: string) => documents.find(({ document_type }) => document_type === type)?.fields;
    expect(fieldsOf('W2')).toMatchObject({ wages: expect.stringMatching(/^\d+\.\d{2}$/) });
    expect(fieldsOf('F1040')).toHaveProperty('pension_and_annuities', null);
    expect(fieldsOf('F1099')).toMatchObject({ payer_tin: expect.stringMatching(/^\*{5}\d{4}$/), federal_tax: null });
  });

  test('200: the array is empty if the link has no tax documents', async () => {
    expect(await documentsOf(await linkOf('vouch_payroll'))).toEqual([]);
  });

  test('404 for an unknown link; 403 for a link of the other environment', async () => {
    expect((await client.sandbox('GET', `/v1/links/${newId()}/tax/`)).json()).toEqual(NOT_FOUND);
    const link_id = await linkOf('vouch_tax');
    expect((await client.prod('GET', `/v1/links/${link_id}/tax/`)).json()).toEqual(OTHER_ENVIRONMENT);
  });
});

describe('GET /v1/links/{link_id}/tax/{tax_id}/', () => {
  test('200: returns the document exactly as in the list', async () => {
    const link_id = await linkOf('vouch_tax');
    for (const document of await documentsOf(link_id)) {
      const response = await client.sandbox('GET', `/v1/links/${link_id}/tax/${document.id}/`);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual(document);
    }
  });

  test('404 for an unknown id or the id of another link’s document', async () => {
    const link_id = await linkOf('vouch_tax');
    const [document] = await documentsOf(await linkOf('vouch_tax'));
    for (const id of [newId(), document?.id, 'x']) {
      const response = await client.sandbox('GET', `/v1/links/${link_id}/tax/${id}/`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(NOT_FOUND);
    }
  });
});
