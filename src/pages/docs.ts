// /docs/: the API to read and try, drawn from /openapi.json by a script we serve ourselves.
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

export async function docsPage(app: FastifyInstance): Promise<void> {
  await app.register(reference, {
    routePrefix: '/docs',
    configuration: { url: '/openapi.json', title: 'Vouch API', hideClientButton: true, withDefaultFonts: false },
  });
}
