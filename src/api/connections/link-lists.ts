// Paginated endpoints for a link's lists. Each list is read as a whole, and the requested page is taken from it.
import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { Tag } from '#api/platform/openapi.ts';
import { route } from '#api/platform/routes.ts';
import { Id, PAGING, pageOf } from '#base/schema.ts';
import { pageOfList } from '#domain/platform/pages.ts';
import { getLink, type StoredLink } from '#services/connections/links.ts';
import type { House } from '#services/house.ts';
import type { Ctx } from '#services/platform/ctx.ts';

type LinkList = {
  path: string;
  operation: string;
  summary: string;
  description: string;
  tag: Tag;
  item: TSchema;
  /** Returns the whole list, in the order in which the response lists it. */
  read(ctx: Ctx, link: StoredLink): Promise<readonly unknown[]>;
};

/** Adds the endpoint `GET /v1/links/{link_id}/<path>/`. */
export function linkList(app: FastifyInstance, house: House, list: LinkList): void {
  const answer: TSchema = pageOf(list.item);
  route(app, {
    method: 'GET',
    url: `/v1/links/:link_id/${list.path}/`,
    operation: list.operation,
    summary: list.summary,
    description: list.description,
    tag: list.tag,
    status: 200,
    params: Type.Object({ link_id: Id }),
    query: Type.Object(PAGING),
    answer,
    find: (ctx, { link_id }) => getLink(ctx, link_id),
    handle: async ({ ctx, found, query, request }) =>
      pageOfList(house.settings.base_url, request.url, query, await list.read(ctx, found)),
  });
}
