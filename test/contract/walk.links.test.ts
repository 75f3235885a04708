// Contract, sections 3.3 and 6: reading, listing and deleting links, and a user's links.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient } from '#test/house.ts';
import {
  linkInFull,
  linkOrDeleted,
  link as linkShape,
  retrievedUser,
  retrievedUserWithLinks,
  userWithLinks,
} from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectRead, expectRefused, newUser, connect, advance, exchanged } = walk;

const PAYROLL = { provider_id: 'vouch_payroll', product_type: 'income' };
const BANK = { provider_id: 'vouch_bank', product_type: 'assets' };
const INSURANCE = { provider_id: 'vouch_insurance', product_type: 'insurance' };

const links = (query: string) => expectRead(page(linkShape), `/v1/links/${query}`);
const idsOf = ({ results }: { results: { id: string }[] }): string[] => results.map(({ id }) => id);
const mask = (token: string): string => `${'*'.repeat(28)}${token.slice(-4)}`;

/**
 * Creates a user with three links. The payroll link is created first, the bank link an hour later, and the insurance
 * link another hour later.
 */
async function threeLinks() {
  const user_id = await newUser();
  const payroll = await connect({ ...PAYROLL, user_id, tracking_info: 'loan-17' });
  const access_token = await exchanged(payroll);
  await advance(3_600);
  const bank = await connect({ ...BANK, user_id });
  await advance(3_600);
  const insurance = await connect({ ...INSURANCE, user_id });
  return { user_id, payroll, bank, insurance, access_token };
}

describe('section 6: GET /v1/links/{link_id}/', () => {
  test('200: a payroll link has a masked access token, its provider, its status and its last task', async () => {
    const external_user_id = newId();
    const user_id = await newUser({ external_user_id });
    const connected = await connect({ ...PAYROLL, user_id, tracking_info: 'loan-17' });
    const link = await expectRead(linkShape, `/v1/links/${connected.link_id}/`);
    expect(link).toMatchObject({
      id: connected.link_id,
      user_id,
      user_external_id: external_user_id,
      access_token: mask(await exchanged(connected)),
      status: 'done',
      tracking_info: 'loan-17',
      provider_id: 'vouch_payroll',
      provider: { id: 'vouch_payroll', name: 'Vouch Payroll' },
      initial_product_type: 'income',
      data_source: 'payroll',
      is_suspicious: false,
      is_dds_available: true,
      is_dds_supported: true,
      is_connected: true,
      last_task_id: connected.task_id,
    });
    expect(link.allowed_products).toContain('income');
  });

  test('200: is_dds_available is null for a link that is not a payroll link', async () => {
    const { link_id } = await connect(BANK);
    const link = await expectRead(linkShape, `/v1/links/${link_id}/`);
    expect(link).toMatchObject({ is_dds_available: null, is_dds_supported: null, data_source: 'financial_accounts' });
  });

  test('200: is_dds_available is false for the sample login `no.dds`', async () => {
    const { link_id } = await connect({ ...PAYROLL, username: 'no.dds' });
    const link = await expectRead(linkShape, `/v1/links/${link_id}/`);
    expect(link).toMatchObject({ is_dds_available: false, is_dds_supported: false });
  });

  test('200: company_mapping is the employer chosen for the connection', async () => {
    const search = (await walk.send('GET', '/v1/company-mappings-search/?query=Fable%20Freight')).json();
    const company_mapping_id: string = search[0].company_mapping_id;
    const { link_id } = await connect({ ...PAYROLL, company_mapping_id });
    const { company_mapping } = await expectRead(linkShape, `/v1/links/${link_id}/`);
    expect(company_mapping).toMatchObject({ id: company_mapping_id, name: 'Fable Freight' });
  });

  test('200: a user’s second connection with the same login has the same link and link_hash', async () => {
    const first = await connect(PAYROLL);
    const before = await expectRead(linkShape, `/v1/links/${first.link_id}/`);
    const again = await connect({ ...PAYROLL, user_id: first.user_id });
    const after = await expectRead(linkShape, `/v1/links/${again.link_id}/`);
    expect(again.link_id).toBe(first.link_id);
    expect(after).toMatchObject({
      link_hash: before.link_hash,
      access_token: before.access_token,
      created_at: before.created_at,
      last_task_id: again.task_id,
    });
    const elsewhere = await connect(PAYROLL);
    const other = await expectRead(linkShape, `/v1/links/${elsewhere.link_id}/`);
    expect(other.id).not.toBe(before.id);
    expect(other.link_hash).not.toBe(before.link_hash);
    const otherwise = await connect({ ...PAYROLL, user_id: first.user_id, username: 'weekly' });
    expect(otherwise.link_id).not.toBe(first.link_id);
  });

  test('404 for a link whose first login failed, although its id is reserved', async () => {
    const { link_id, user_id } = await connect({ ...PAYROLL, password: 'wrong' });
    expect(await expectRefused(404, 'GET', `/v1/links/${link_id}/`)).toEqual(NOT_FOUND);
    expect(await links(`?user_id=${user_id}`)).toMatchObject({ count: 0, results: [] });
  });

  test('404 for an unknown link or another client’s link; 403 for a link of the other environment', async () => {
    const { link_id } = await connect(PAYROLL);
    const url = `/v1/links/${link_id}/`;
    const other = await newClient(walk.house());
    expect(await expectRefused(404, 'GET', `/v1/links/${newId()}/`)).toEqual(NOT_FOUND);
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await expectRefused(404, method, url, undefined, other.sandbox)).toEqual(NOT_FOUND);
      expect(await expectRefused(403, method, url, undefined, walk.acme().prod)).toEqual(OTHER_ENVIRONMENT);
    }
    await expectRead(linkShape, url);
  });
});

describe('section 6: GET /v1/links/', () => {
  test('200: links are listed newest first; access tokens are unmasked only in a list filtered by user_id', async () => {
    const { user_id, payroll, bank, insurance, access_token } = await threeLinks();
    const own = await expectRead(page(linkInFull), `/v1/links/?user_id=${user_id}`);
    expect(idsOf(own)).toEqual([insurance.link_id, bank.link_id, payroll.link_id]);
    expect(own.results[2].access_token).toBe(access_token);
    const all = await links('');
    expect(idsOf(all).slice(0, 3)).toEqual(idsOf(own));
    expect(all.results[2].access_token).toBe(mask(own.results[2].access_token));
    const first = await expectRead(page(linkInFull), `/v1/links/?user_id=${user_id}&page_size=2`);
    expect(first).toMatchObject({ count: 3, previous: null, next: expect.stringContaining(`user_id=${user_id}`) });
    expect(idsOf(first)).toEqual([insurance.link_id, bank.link_id]);
  });

  test('200: each filter returns only matching links', async () => {
    const { user_id, payroll, bank, insurance } = await threeLinks();
    const found = async (filter: string) =>
      idsOf(await expectRead(page(linkInFull), `/v1/links/?user_id=${user_id}&${filter}`));
    expect(await found('provider_id=vouch_bank')).toEqual([bank.link_id]);
    expect(await found('provider_id=nobody')).toEqual([]);
    expect(await found('product_type=insurance')).toEqual([insurance.link_id]);
    expect(await found('product_type=admin')).toEqual([]);
    expect(await found('data_source=payroll')).toEqual([payroll.link_id]);
    expect(await found('data_source=docs')).toEqual([]);
    const { created_at } = await expectRead(linkShape, `/v1/links/${bank.link_id}/`);
    expect(await found(`created_at__gte=${created_at}`)).toEqual([insurance.link_id, bank.link_id]);
    expect(await found(`created_at__lte=${created_at}`)).toEqual([bank.link_id, payroll.link_id]);
    expect(await found(`created_at__gte=${created_at}&created_at__lte=${created_at}`)).toEqual([bank.link_id]);
    expect(await links(`?user_id=${newId()}`)).toMatchObject({ count: 0, results: [] });
  });

  test('400: a bad filter value is reported on its query parameter', async () => {
    const refusal = (query: string) => expectRefused(400, 'GET', `/v1/links/?${query}`);
    expect(await refusal('product_type=x')).toEqual(invalid(['product_type', '"x" is not a valid choice.']));
    expect(await refusal('data_source=x')).toEqual(invalid(['data_source', '"x" is not a valid choice.']));
    expect(await refusal('include_deleted=1')).toEqual(invalid(['include_deleted', 'Must be a valid boolean.']));
    expect(await refusal('created_at__gte=x')).toEqual(
      invalid(['created_at__gte', 'Datetime has wrong format. Use ISO 8601.']),
    );
  });
});

describe('section 6: DELETE /v1/links/{link_id}/', () => {
  const DATA = [...PATHS.payroll, ...PATHS.accounts, ...PATHS.insurance, ...PATHS.tax, ...PATHS.deposits]
    .map((path) => path.replace('GET ', ''))
    .filter((path) => path.startsWith('/v1/links/'));

  test('204: after DELETE, requests for the link, its data or its access token get 404', async () => {
    const connected = await connect(PAYROLL);
    const access_token = await exchanged(connected);
    const deleted = await walk.send('DELETE', `/v1/links/${connected.link_id}/`);
    expect([deleted.statusCode, deleted.body]).toEqual([204, '']);
    expect(DATA.length).toBeGreaterThan(20);
    for (const path of ['/v1/links/{link_id}/', ...DATA]) {
      const url = path.replace('{link_id}', connected.link_id).replaceAll(/\{\w+\}/g, newId());
      expect(await expectRefused(404, 'GET', url)).toEqual(NOT_FOUND);
    }
    await expectRefused(404, 'DELETE', `/v1/links/${connected.link_id}/`);
    await expectRefused(404, 'POST', '/v1/refresh/tasks/', { access_token });
    await expectRefused(404, 'POST', '/v1/links/reports/admin/', { access_token });
  });

  test('a deleted link is listed only with include_deleted=true, and then has deleted_at', async () => {
    const { link_id, user_id } = await connect(PAYROLL);
    await walk.send('DELETE', `/v1/links/${link_id}/`);
    expect(await links(`?user_id=${user_id}`)).toMatchObject({ count: 0 });
    expect(await links(`?user_id=${user_id}&include_deleted=false`)).toMatchObject({ count: 0 });
    const { results } = (await walk.send('GET', `/v1/links/?user_id=${user_id}&include_deleted=true`)).json();
    expect(results).toMatchObject([{ id: link_id, deleted_at: expect.any(String) }]);
    await expectRead(page(linkOrDeleted), '/v1/links/?include_deleted=true');
  });

  test('connecting the same account again after a deletion creates a new link with a new token', async () => {
    const first = await connect(PAYROLL);
    const token = await exchanged(first);
    await walk.send('DELETE', `/v1/links/${first.link_id}/`);
    const second = await connect({ ...PAYROLL, user_id: first.user_id });
    expect(second.link_id).not.toBe(first.link_id);
    expect(await exchanged(second)).not.toBe(token);
  });
});

describe('section 3.3: a user’s links', () => {
  test('GET /v1/users/ includes links by default; GET /v1/users/{id}/ includes them only with list_links=true', async () => {
    const { user_id, payroll, bank, insurance } = await threeLinks();
    const newest = [insurance.link_id, bank.link_id, payroll.link_id];
    const plain = await expectRead(retrievedUser, `/v1/users/${user_id}/`);
    expect(plain).toMatchObject({ voa_report_id: null, income_insights_report_id: null, aim_check_report_id: null });
    const { links } = await expectRead(retrievedUserWithLinks, `/v1/users/${user_id}/?list_links=true`);
    expect(links.map(({ id }: { id: string }) => id).toSorted()).toEqual(newest.toSorted());
    const { results } = await expectRead(page(userWithLinks), '/v1/users/');
    const listed = results.find(({ id }: { id: string }) => id === user_id);
    expect(listed.links).toEqual(links);
    const without = (await walk.send('GET', '/v1/users/?list_links=false')).json();
    expect(without.results.filter((user: object) => 'links' in user)).toEqual([]);
  });

  test('the filter product_type finds the users with a link of that product', async () => {
    const user_id = await newUser();
    await connect({ ...INSURANCE, user_id });
    const found = async (product_type: string) =>
      idsOf(await expectRead(page(userWithLinks), `/v1/users/?product_type=${product_type}&page_size=100`));
    expect(await found('insurance')).toContain(user_id);
    expect(await found('admin')).not.toContain(user_id);
  });

  test('deleting a user deletes the user’s links', async () => {
    const { user_id, link_id } = await connect(PAYROLL);
    expect((await walk.send('DELETE', `/v1/users/${user_id}/`)).statusCode).toBe(204);
    expect(await expectRefused(404, 'GET', `/v1/links/${link_id}/`)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'GET', `/v1/links/${link_id}/employments/`)).toEqual(NOT_FOUND);
  });
});

test('this file calls every endpoint of section 6', () => expect(walk.unwalked(PATHS.links)).toEqual([]));
