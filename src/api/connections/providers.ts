// /v1/providers/: the external systems that users can connect to.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { pageOf } from '#base/schema.ts';
import { ProviderAnswer, ProviderListQuery, presentProvider } from '#domain/connections/providers.ts';
import { pageOfList } from '#domain/platform/pages.ts';
import { getProvider, listProviders } from '#services/connections/providers.ts';
import type { House } from '#services/house.ts';

export function providerRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'GET',
    url: '/v1/providers/',
    operation: 'listProviders',
    summary: 'List providers, sorted by name',
    description: 'Returns only providers in the environment of the secret in use.',
    tag: 'Companies',
    status: 200,
    query: ProviderListQuery,
    answer: pageOf(ProviderAnswer),
    async handle({ ctx, query, request }) {
      const health = await ctx.provider_health();
      const found = listProviders(ctx, query).map((provider) => presentProvider(provider, health.get(provider.id)));
      return pageOfList(house.settings.base_url, request.url, query, found);
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/providers/:provider_id/',
    operation: 'getProvider',
    summary: 'Read a provider',
    description: 'A provider of the other environment returns 404.',
    tag: 'Companies',
    status: 200,
    params: Type.Object({ provider_id: Type.String() }),
    answer: ProviderAnswer,
    find: async (ctx, { provider_id }) => getProvider(ctx, provider_id),
    handle: async ({ ctx, found }) => presentProvider(found, (await ctx.provider_health()).get(found.id)),
  });
}
