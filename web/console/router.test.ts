import { expect, test } from 'vitest';
import { pathTo, routeOf } from './router.ts';

const CLIENT = '9c'.repeat(16);
const at = (url: string, base = '/console/') => {
  const { place, segments, query } = routeOf(base, new URL(url, 'https://vouch.example'));
  return [place === null ? null : `${place.client_id} ${place.environment}`, segments.join(' '), String(query)];
};

test.for<[string, string | null, string, string]>([
  ['/console/', null, '', ''],
  ['/console/sign-in?to=%2Fconsole%2F', null, 'sign-in', 'to=%2Fconsole%2F'],
  [`/console/${CLIENT}/sandbox/`, `${CLIENT} sandbox`, '', ''],
  [`/console/${CLIENT}/prod/orders/5f?page=2`, `${CLIENT} prod`, 'orders 5f', 'page=2'],
  [`/console/${CLIENT}/staging/orders`, null, `${CLIENT} staging orders`, ''],
  ['/console/nobody/sandbox/orders', null, 'nobody sandbox orders', ''],
  [`/console/${CLIENT}/sandbox/people/a%20b%2Fc`, `${CLIENT} sandbox`, 'people a b/c', ''],
  [`/console/${CLIENT}/sandbox/%E0%A4`, `${CLIENT} sandbox`, '%E0%A4', ''],
])('the URL %s has the place %s, the segments "%s" and the query "%s"', ([url, place, page, query]) => {
  expect(at(url)).toEqual([place, page, query]);
});

test('routeOf() ignores the path prefix of a proxy, which is part of the console’s base path', () => {
  expect(at(`/vouch/console/${CLIENT}/prod/keys`, '/vouch/console/')).toEqual([`${CLIENT} prod`, 'keys', '']);
});

test('pathTo() encodes segments and omits empty query values; routeOf() parses the result back', () => {
  const place = { client_id: CLIENT, environment: 'prod' } as const;
  const path = pathTo(place, ['people', 'a b/c'], { page: 2, status: '', from: undefined, tab: 'links' });
  expect(path).toBe(`${CLIENT}/prod/people/a%20b%2Fc?page=2&tab=links`);
  expect(at(`/console/${path}`)).toEqual([`${CLIENT} prod`, 'people a b/c', 'page=2&tab=links']);
  expect(pathTo(null, ['sign-in'])).toBe('sign-in');
});
