import { expect, test } from 'vitest';
import { mayDo, ROLES } from '#domain/console/roles.ts';
import { FOUND_KINDS, toResult } from '#domain/console/search.ts';
import { ENVIRONMENTS } from '#domain/platform/scope.ts';
import { mayOpen, PAGES, pageOf } from './pages.ts';

const place = { client_id: '0'.repeat(32) };
const kinds = Object.keys(FOUND_KINDS).filter((kind): kind is keyof typeof FOUND_KINDS => kind in FOUND_KINDS);

test.each(kinds)('a search result of the kind %s opens an existing page, for every role that finds it', (kind) => {
  const { path } = toResult({ kind, id: 'id', title: '', subtitle: null, within: ['first', 'second'] });
  const page = PAGES.find(({ name }) => name === pageOf(path));
  expect(page?.name).toBe(pageOf(path));
  for (const environment of ENVIRONMENTS) {
    const finders = ROLES.filter((role) => mayDo(role, environment, FOUND_KINDS[kind].area, 'read'));
    const refused = finders.filter((role) => {
      const may = (area: Parameters<typeof mayDo>[2]) => mayDo(role, environment, area, 'read');
      return page === undefined || !mayOpen({ may, place: { ...place, environment } }, page);
    });
    expect(refused).toEqual([]);
  }
});

test.each([
  ['voie', 'people/person/income/id'],
  ['voa', 'people/person/assets/id'],
  ['income_insights', 'people/person/insights/id'],
])('a search result for a report of the kind %s opens the report’s page', (kind, path) => {
  const found = { kind: 'report', id: 'id', title: kind, subtitle: null, within: ['person', kind] } as const;
  expect(toResult(found).path).toBe(path);
});
