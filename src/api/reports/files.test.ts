import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { type Connector, ProviderFailure } from '#connectors/contract.ts';
import { vouchBank } from '#connectors/sandbox/vouch-bank.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import { NOT_FOUND } from '#test/answers.ts';
import { BASE_URL, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
/** A link to a bank, for tests that change nothing. */
let bank_link_id: string;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
  bank_link_id = await linkOf(BANK);
});
afterAll(() => house.close());

const REFUSED = { detail: 'This address has expired or was altered.' };
const BANK = { provider_id: 'vouch_bank', product_type: 'assets' };

type Filed = { id: string; file: string; md5sum: string };

async function linkOf(more: object, { sandbox } = client, in_house = house): Promise<string> {
  const { link_id } = await connect(sandbox, await newUser(sandbox, newId()), more);
  await finishTasks(in_house);
  return link_id;
}
const pathOf = (url: string): string => url.slice(BASE_URL.length);
async function statementOf(link_id: string, { sandbox } = client): Promise<Filed> {
  return (await sandbox('GET', `/v1/links/${link_id}/bank_statements/`)).json().results[0];
}
const open = (path: string, method: 'GET' | 'HEAD' = 'GET') => house.app.inject({ method, url: path });

describe('GET /files/{id}/{name}', () => {
  test.each<[string, object, string, (answer: never) => Filed]>([
    ['statement', { product_type: 'income' }, 'statements/', ({ results }: { results: [Filed] }) => results[0]],
    [
      'w2',
      { product_type: 'income' },
      'employments/',
      ({ results }: { results: [{ w2s: [Filed] }] }) => results[0].w2s[0],
    ],
    ['tax', { provider_id: 'vouch_tax' }, 'tax/', ([first]: [Filed]) => first],
    ['bank-statement', BANK, 'bank_statements/', ({ results }: { results: [Filed] }) => results[0]],
  ])(
    '200: returns a %s file to a request without an authentication header; the field `md5sum` is the MD5 hash of the file',
    async (kind, login, path, pick) => {
      const link_id = await linkOf(login);
      const { id, file, md5sum } = pick((await client.sandbox('GET', `/v1/links/${link_id}/${path}`)).json<never>());
      expect(file).toMatch(new RegExp(`^${BASE_URL}/files/${link_id}/${kind}-${id}\\.pdf\\?`));
      const { statusCode, headers, rawPayload } = await open(pathOf(file));
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${kind}-${id}.pdf"`,
        'cache-control': 'no-store',
        'content-length': String(rawPayload.length),
      });
      expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect(createHash('md5').update(rawPayload).digest('hex')).toBe(md5sum);
    },
  );

  test('200: HEAD sends the same headers without a body', async () => {
    const { file } = await statementOf(bank_link_id);
    const [get, head] = [await open(pathOf(file)), await open(pathOf(file), 'HEAD')];
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload.length).toBe(0);
    for (const name of ['content-type', 'content-disposition', 'content-length']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  test('403 for a file’s URL after 15 minutes; the next API response contains a new URL', async () => {
    const path = pathOf((await statementOf(bank_link_id)).file);
    house.clock.advance(15 * 60_000 - 1_000);
    expect((await open(path)).statusCode).toBe(200);
    house.clock.advance(1_000);
    const late = await open(path);
    expect(late.statusCode).toBe(403);
    expect(late.json()).toEqual(REFUSED);
    expect((await open(pathOf((await statementOf(bank_link_id)).file))).statusCode).toBe(200);
  });

  test('403 if any part of a file’s URL was altered', async () => {
    const [link_id, other] = [bank_link_id, await linkOf(BANK)];
    const [path, { id }] = [pathOf((await statementOf(link_id)).file), await statementOf(other)];
    const [plain = '', query = ''] = path.split('?');
    for (const altered of [
      plain,
      `${plain}?`,
      path.replace(link_id, other),
      path.replace(/bank-statement-[0-9a-f]+/, `bank-statement-${id}`),
      path.replace('bank-statement-', 'statement-'),
      path.replace(/expires=\d/, 'expires=9'),
      path.replace(/signature=.*/, `signature=${'0'.repeat(64)}`),
      `${path}0`,
      `/files/x/y?${query}`,
    ]) {
      const response = await open(altered);
      expect([altered, response.statusCode]).toEqual([altered, 403]);
      expect(response.json()).toEqual(REFUSED);
    }
  });

  test('404 if the file’s link was deleted or is unknown, if the file’s object is unknown, or if the kind of file is unknown', async () => {
    const link_id = await linkOf(BANK);
    const { id, file } = await statementOf(link_id);
    const signed = (name: string, link = link_id) => pathOf(fileUrl(house, link, name));
    for (const path of [
      signed(`bank-statement-${newId()}.pdf`),
      signed(`statement-${id}.pdf`),
      signed(`tax-${id}.pdf`),
      signed('anything.pdf'),
      signed(`bank-statement-${id}.pdf`, newId()),
    ]) {
      const response = await open(path);
      expect([path, response.statusCode]).toEqual([path, 404]);
      expect(response.json()).toEqual(NOT_FOUND);
    }
    expect((await open(pathOf(file))).statusCode).toBe(200);
    await client.sandbox('DELETE', `/v1/links/${link_id}/`);
    expect((await open(pathOf(file))).json()).toEqual(NOT_FOUND);
  });

  test('404 if the user was erased, even if the file was opened just before the erasure', async () => {
    const user_id = await newUser(client.sandbox, newId());
    const { link_id } = await connect(client.sandbox, user_id, BANK);
    await finishTasks(house);
    const path = pathOf((await statementOf(link_id)).file);
    expect((await open(path)).statusCode).toBe(200);
    await client.sandbox('DELETE', `/v1/users/${user_id}/`);
    expect((await open(path)).json()).toEqual(NOT_FOUND);
  });

  test('405 for methods other than GET and HEAD', async () => {
    const { file } = await statementOf(bank_link_id);
    const response = await house.app.inject({ method: 'POST', url: pathOf(file) });
    expect(response.statusCode).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD');
  });
});

describe('a provider’s answer to a request for a file', () => {
  let openFile: () => Promise<Buffer | undefined>;
  let own_house: TestHouse;
  let owner: TestClient;
  beforeAll(async () => {
    const bank: Connector = { ...vouchBank, openFile: () => openFile() };
    own_house = await openWorkingHouse({ connectors: new Map([[bank.manifest.id, bank]]) });
    owner = await newClient(own_house);
  });
  afterAll(() => own_house.close());

  /** The path of a file that has never been opened. */
  const newPath = async () => pathOf((await statementOf(await linkOf(BANK, owner, own_house), owner)).file);

  test.each<[string, () => Promise<Buffer>]>([
    ['reports a failure', () => Promise.reject(new ProviderFailure('unavailable', 'Closed for the night.'))],
    ['throws an unexpected error', () => Promise.reject(new Error('the page has another form'))],
  ])('502 for a request for a file if the provider %s', async (_how, failure) => {
    openFile = failure;
    const response = await own_house.app.inject(await newPath());
    expect(response.statusCode).toBe(502);
    expect(response.json()).toEqual({ detail: 'Bad gateway.' });
  });

  test('404 if the provider no longer has the file', async () => {
    openFile = async () => undefined;
    expect((await own_house.app.inject(await newPath())).json()).toEqual(NOT_FOUND);
  });

  test('the file is fetched only once for all concurrent and later requests', async () => {
    let asked = 0;
    openFile = async () => {
      asked++;
      return Buffer.from('%PDF-');
    };
    const path = await newPath();
    const at_once = await Promise.all(Array.from({ length: 20 }, () => own_house.app.inject(path)));
    expect(at_once.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, () => '%PDF-'));
    expect((await own_house.app.inject(path)).statusCode).toBe(200);
    expect(asked).toBe(1);
  });
});

describe('a file that is opened repeatedly', () => {
  test('429 for the 301st request within a minute for files of the same link; requests for files of another link are not affected', async () => {
    const [path, other] = [
      pathOf((await statementOf(await linkOf(BANK))).file),
      pathOf((await statementOf(bank_link_id)).file),
    ];
    for (let i = 0; i < 300; i++) expect((await open(path)).statusCode).toBe(200);
    const refused = await open(path);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ error: { code: 'throttled' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await open(other)).statusCode).toBe(200);
  });
});
