// /console/api/…/home/ and …/search/: the items that need attention now, and a search over all data.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { choice } from '#base/schema.ts';
import { HomeAnswer, NEED_LISTS, NeedListAnswer, NeedListQuery } from '#domain/console/home.ts';
import { SearchAnswer, SearchQuery } from '#domain/console/search.ts';
import { parsePaging } from '#domain/platform/pages.ts';
import { readHome, readNeeds } from '#services/console/home.ts';
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
    url: 'scoped/needs/:list/',
    area: 'cases',
    status: 200,
    params: Type.Object({ list: choice(NEED_LISTS) }),
    query: NeedListQuery,
    answer: NeedListAnswer,
    handle: ({ ctx, params, query }) => readNeeds(ctx, params.list, parsePaging(query).page),
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
