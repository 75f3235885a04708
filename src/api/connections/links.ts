// /v1/links/: lasting connections between a person and a provider.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id, pageOf } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { LinkAnswer, LinkListQuery, LinkQuery, presentLink } from '#domain/connections/links.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import { deleteLink, getLink, listLinks, providerRefOf } from '#services/connections/links.ts';
import { refreshLink } from '#services/connections/refresh.ts';
import type { House } from '#services/house.ts';

const params = Type.Object({ link_id: Id });

export function linkRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'GET',
    url: '/v1/links/',
    operation: 'listLinks',
    summary: 'List links, newest first',
    description: '`access_token` is masked, unless the list is filtered by `user_id`.',
    tag: 'Links',
    status: 200,
    query: LinkListQuery,
    answer: pageOf(LinkAnswer),
    async handle({ ctx, query, request }) {
      const paging = parsePaging(query);
      const { count, links } = await listLinks(ctx, query, paging);
      const results = links.map(({ link, access_token }) => ({
        ...presentLink(link, providerRefOf(ctx, link.provider_id), access_token),
        ...(query.include_deleted === 'true' && {
          deleted_at: link.deleted_at === null ? null : toTimestamp(link.deleted_at),
        }),
      }));
      return toPage(house.settings.base_url, request.url, paging, { count, results });
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/links/:link_id/',
    operation: 'getLink',
    summary: 'Read a link; `refresh=true` starts a refresh first',
    description: 'A refresh counts toward the limit of four per access token in 24 hours.',
    tag: 'Links',
    status: 200,
    params,
    query: LinkQuery,
    answer: LinkAnswer,
    find: (ctx, { link_id }) => getLink(ctx, link_id),
    async handle({ ctx, found, query }) {
      if (query.refresh === 'true') await refreshLink(ctx, found);
      const link = query.refresh === 'true' ? await getLink(ctx, found.id) : found;
      return presentLink(link, providerRefOf(ctx, link.provider_id));
    },
  });

  route(app, {
    method: 'DELETE',
    url: '/v1/links/:link_id/',
    operation: 'deleteLink',
    summary: 'Delete a link with its data and credentials',
    description: 'Deletes the stored data and credentials and emits `link-deleted`. Afterwards, the id returns 404.',
    tag: 'Links',
    status: 204,
    params,
    async handle({ ctx, params }) {
      await deleteLink(ctx, params.link_id);
    },
  });
}
