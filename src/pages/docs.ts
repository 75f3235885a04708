// /docs/: the API to read and try, drawn from /openapi.json by a script we serve ourselves. It weighs four
// megabytes, so it is loaded when somebody first looks.
import Fastify, { type FastifyInstance } from 'fastify';

const CSP = [
  "default-src 'self'",
  // The page's own script is configured in line, and styles itself.
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

export function docsPage(app: FastifyInstance): void {
  let loaded: Promise<FastifyInstance> | undefined;
  for (const url of ['/docs/', '/docs/*']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      loaded ??= loadReference();
      const { statusCode, headers, rawPayload } = await (await loaded).inject({ method: 'GET', url: request.url });
      return reply.code(statusCode).headers(headers).header('content-security-policy', CSP).send(rawPayload);
    });
  }
}

async function loadReference(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const inner = Fastify();
  await inner.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: 'Vouch API',
      withDefaultFonts: false,
      // Nothing on this page may talk to anyone but us.
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await inner.ready();
  return inner;
}
