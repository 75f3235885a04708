// /console/api/…/links/{link_id}/provenance/: for each field of the link's data, the field in the provider's data from
// which its value comes.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { ProvenanceAnswer } from '#domain/reports/provenance.ts';
import { getLink } from '#services/connections/links.ts';
import { provenanceOf } from '#services/reports/link-provenance.ts';
import { consoleRoute } from './console-routes.ts';

export function linkProvenanceRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/links/:link_id/provenance/',
    area: 'cases',
    status: 200,
    params: Type.Object({ link_id: Id }),
    answer: ProvenanceAnswer,
    handle: async ({ ctx, params }) => provenanceOf(ctx, await getLink(ctx, params.link_id)),
  });
}
