import { describe, expect, test } from 'vitest';
import { ServiceError } from '#base/errors.ts';
import { parsePaging, toPage } from './pages.ts';

const NOT_FOUND = new ServiceError('not_found', 'Not Found.');

describe('parsePaging', () => {
  test('defaults to page 1 with 25 rows per page', () => {
    expect(parsePaging({})).toEqual({ page: 1, page_size: 25 });
  });

  test.each([
    ['1', 1],
    ['007', 7],
    ['1000000000000', 1_000_000_000_000],
  ])('the query parameter page=%s selects page %d', (page, expected) => {
    expect(parsePaging({ page }).page).toBe(expected);
  });

  test.each(['0', '-1', '+1', '1.0', '1e3', ' 1', '', 'last', '0x10', '٣', '1000000000001', '9'.repeat(400)])(
    'the query parameter page="%s" throws Not Found',
    (page) => {
      expect(() => parsePaging({ page })).toThrow(NOT_FOUND);
    },
  );

  test('throws Not Found if the page parameter is given twice', () => {
    expect(() => parsePaging({ page: ['1', '2'] })).toThrow(NOT_FOUND);
  });

  test.each([
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['9'.repeat(400), 100],
    ['0', 25],
    ['-5', 25],
    ['2.5', 25],
    ['', 25],
    ['many', 25],
  ])('the query parameter page_size=%s results in a page size of %d', (page_size, expected) => {
    expect(parsePaging({ page_size }).page_size).toBe(expected);
  });
});

const answer = (url: string, page: number, count: number) =>
  toPage('https://api.example.com', url, { page, page_size: 25 }, { count, results: [] });

describe('toPage', () => {
  test('returns an empty first page, without a next or previous page, for an empty list', () => {
    expect(answer('/v1/users/', 1, 0)).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  test('throws Not Found for a page after the last page', () => {
    expect(answer('/v1/users/?page=2', 2, 50).next).toBe(null);
    expect(() => answer('/v1/users/?page=3', 3, 50)).toThrow(NOT_FOUND);
    expect(answer('/v1/users/?page=3', 3, 51).next).toBe(null);
    expect(() => answer('/v1/users/?page=2', 2, 0)).toThrow(NOT_FOUND);
  });

  test('links a page in the middle to the next and the previous page', () => {
    expect(answer('/v1/users/?page=2', 2, 75)).toMatchObject({
      next: 'https://api.example.com/v1/users/?page=3',
      previous: 'https://api.example.com/v1/users/?page=1',
    });
  });

  test.each([
    ['/v1/users/', '/v1/users/?page=2'],
    ['/v1/users/?', '/v1/users/?page=2'],
    ['/v1/users/?page_size=5', '/v1/users/?page_size=5&page=2'],
    ['/v1/users/?a=1&page=1&b=2', '/v1/users/?a=1&page=2&b=2'],
    ['/v1/users/?p%61ge=1', '/v1/users/?page=2'],
    ['/v1/users/?&&a&page=1', '/v1/users/?a&page=2'],
    [
      '/v1/users/?created_at__gte=2026-03-01T12:00:00%2B02:00&page=1',
      '/v1/users/?created_at__gte=2026-03-01T12:00:00%2B02:00&page=2',
    ],
    ['/v1/users/?x=%E0%A4%A', '/v1/users/?x=%E0%A4%A&page=2'],
    ['http://elsewhere.example/v1/users/?a=1', '/v1/users/?a=1&page=2'],
  ])('after the page %s, the URL of the next page is %s', (url, next) => {
    expect(answer(url, 1, 50).next).toBe(`https://api.example.com${next}`);
  });

  test('accepts a base URL that ends in a slash and has a path', () => {
    const paging = { page: 1, page_size: 1 };
    expect(toPage('https://example.com/vouch/', '/v1/users/', paging, { count: 2, results: ['a'] })).toEqual({
      count: 2,
      next: 'https://example.com/vouch/v1/users/?page=2',
      previous: null,
      results: ['a'],
    });
  });
});
