// /v1/templates/: templates define how the widget, the messages and the pages look, and what they ask people to do.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id, pageOf } from '#base/schema.ts';
import {
  NewTemplate,
  presentTemplate,
  TemplateAnswer,
  TemplateChanges,
  TemplateListQuery,
} from '#domain/access/templates.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from '#services/access/templates.ts';
import type { House } from '#services/house.ts';

const params = Type.Object({ template_id: Id });

export function templateRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'POST',
    url: '/v1/templates/',
    operation: 'createTemplate',
    summary: 'Create a template',
    description: 'Absent settings get their defaults.',
    tag: 'Templates',
    status: 201,
    body: NewTemplate,
    answer: TemplateAnswer,
    handle: async ({ ctx, body }) => presentTemplate(await createTemplate(ctx, body)),
  });

  route(app, {
    method: 'GET',
    url: '/v1/templates/',
    operation: 'listTemplates',
    summary: 'List templates, newest first',
    description: 'Each template has all its settings.',
    tag: 'Templates',
    status: 200,
    query: TemplateListQuery,
    answer: pageOf(TemplateAnswer),
    async handle({ ctx, query, request }) {
      const paging = parsePaging(query);
      const { count, templates } = await listTemplates(ctx, paging);
      return toPage(house.settings.base_url, request.url, paging, { count, results: templates.map(presentTemplate) });
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/templates/:template_id/',
    operation: 'getTemplate',
    summary: 'Read a template',
    description: 'All settings are returned, including those that were never set.',
    tag: 'Templates',
    status: 200,
    params,
    answer: TemplateAnswer,
    find: (ctx, { template_id }) => getTemplate(ctx, template_id),
    handle: async ({ found }) => presentTemplate(found),
  });

  route(app, {
    method: 'PATCH',
    url: '/v1/templates/:template_id/',
    operation: 'updateTemplate',
    summary: 'Change a template; objects are merged key by key',
    description: 'Absent settings stay unchanged; lists are replaced as a whole.',
    tag: 'Templates',
    status: 200,
    params,
    body: TemplateChanges,
    answer: TemplateAnswer,
    find: (ctx, { template_id }) => getTemplate(ctx, template_id),
    handle: async ({ ctx, found, body }) => presentTemplate(await updateTemplate(ctx, found.id, body)),
  });

  route(app, {
    method: 'DELETE',
    url: '/v1/templates/:template_id/',
    operation: 'deleteTemplate',
    summary: 'Delete a template; existing orders stay unchanged',
    description: 'The default template of a product cannot be deleted.',
    tag: 'Templates',
    status: 204,
    params,
    find: (ctx, { template_id }) => getTemplate(ctx, template_id),
    handle: ({ ctx, found }) => deleteTemplate(ctx, found.id),
  });
}
