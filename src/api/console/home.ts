// /console/api/…/home/ and …/search/: the items that need attention now, and a search over all data.
import type { FastifyInstance } from 'fastify';
import { HomeAnswer } from '#domain/console/home.ts';
import { SearchAnswer, SearchQuery } from '#domain/console/search.ts';
import { readHome } from '#services/console/home.ts';
import { search } from '#services/console/search.ts';
import { consoleRoute } from './console-routes.ts';

export function homeRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/home/',
    area: 'cases',
    status: 200,
    answer: HomeAnswer,
    handle: ({ ctx, membership }) => readHome(ctx, membership.role),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/search/',
    area: 'cases',
    view: 'search',
    status: 200,
    query: SearchQuery,
    answer: SearchAnswer,
    handle: async ({ ctx, membership, query }) => ({ results: await search(ctx, membership.role, query.q) }),
  });
}
