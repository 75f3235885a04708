// /s/{short}: the short URL of a landing page, as used in text messages. A request redirects to the landing page and
// changes nothing.
import type { FastifyInstance } from 'fastify';
import { html } from '#render/html.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import { findLandingUrl } from '#services/widget/landing-visits.ts';
import { sendPage } from './plain-page.ts';
import { orTooManyMisses } from './too-many-misses.ts';

type Address = { Params: { short_key: string } };

export function shortLinks(app: FastifyInstance, parts: CtxParts): void {
  app.get<Address>('/s/:short_key', { schema: { hide: true } }, async ({ params, ip }, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
    return orTooManyMisses(reply, async () => {
      const url = await findLandingUrl(parts, params.short_key, ip);
      return url === undefined ? sendPage(reply, UNKNOWN) : reply.redirect(url, 302);
    });
  });
}

const UNKNOWN = {
  status: 404,
  title: 'Not found',
  body: html`<h1>There is nothing here</h1>
<p>This address does not belong to any of our requests. Use the link exactly as it appears in the message.</p>
<p lang="es">Esta dirección no pertenece a ninguna solicitud nuestra. Use el enlace del mensaje tal como aparece en él.</p>`,
};
