// /console/api/…/templates/preview/: the messages of a template that is being written, and the page of its mail.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { choice, Id, nullable, shape } from '#base/schema.ts';
import { refused } from '#services/console/callers.ts';
import { PREVIEWED_KINDS, previewMessages } from '#services/orders/message-previews.ts';

import { consoleRoute } from './console-routes.ts';
import { MAIL_POLICY } from './order-messages.ts';

/**
 * The maximum length of the draft. The draft is in the URL, because a frame can only load a GET response, and the
 * server rejects longer URLs.
 */
const DRAFT_LENGTH_MAX = 12_000;

const PreviewQuery = Type.Object({
  kind: choice(PREVIEWED_KINDS),
  template_id: Type.Optional(Id),
  draft: Type.String({ maxLength: DRAFT_LENGTH_MAX, description: 'Changes to the template, as JSON.' }),
});

export function templatePreviewRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/templates/preview/',
    area: 'development',
    status: 200,
    query: PreviewQuery,
    answer: shape('ConsoleTemplatePreview', 'The messages of a template, for an invented applicant.', {
      subject: Type.String(),
      from_name: nullable(Type.String()),
      sms: Type.String(),
    }),
    async handle({ ctx, query }) {
      const { subject, from_name, sms } = await previewMessages(ctx, query.kind, query.template_id, query.draft);
      return { subject, from_name, sms };
    },
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/templates/preview/page/',
    area: 'development',
    status: 200,
    query: PreviewQuery,
    async handle({ ctx, query, request, reply }) {
      // An attacker can make a link that fills this page with the attacker's texts, so the page is shown only inside
      // our own pages.
      if (request.headers['sec-fetch-site'] !== 'same-origin') throw refused('The preview is only for the console.');
      const { html } = await previewMessages(ctx, query.kind, query.template_id, query.draft);
      await reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', `${MAIL_POLICY}; img-src https:`)
        .header('referrer-policy', 'no-referrer')
        .send(html);
      return null;
    },
  });
}
