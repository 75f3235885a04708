// /docs/: the API to read and try, drawn from /openapi.json by a script we serve ourselves. It weighs four
// megabytes, so it is loaded when somebody first looks.
import Fastify, { type FastifyInstance } from 'fastify';

export function docsPage(app: FastifyInstance): void {
  let loaded: Promise<FastifyInstance> | undefined;
  for (const url of ['/docs/', '/docs/*']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      loaded ??= loadReference();
      const { statusCode, headers, rawPayload } = await (await loaded).inject({ method: 'GET', url: request.url });
      return reply.code(statusCode).headers(headers).send(rawPayload);
    });
  }
}

async function loadReference(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const inner = Fastify();
  await inner.register(reference, {
    routePrefix: '/docs',
    configuration: { url: '/openapi.json', title: 'Vouch API', hideClientButton: true, withDefaultFonts: false },
  });
  await inner.ready();
  return inner;
}
