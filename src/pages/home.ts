// The page at `/`, the service's base address. It links to the demo and the API reference.
import type { FastifyInstance } from 'fastify';
import { html } from '#render/html.ts';
import { sendPage } from './plain-page.ts';

export function homePage(app: FastifyInstance): void {
  app.get('/', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, {
      status: 200,
      title: 'Vouch',
      body: html`<p class="brand">Vouch</p>
<h1>The service is running</h1>
<p>It verifies employment, income, assets and liabilities.</p>
<ul>
<li><a href="/demo/">Demo</a>: order a verification and complete it as the applicant, in five minutes</li>
<li><a href="/console/">Console</a>: follow orders, read reports, manage keys and webhooks</li>
<li><a href="/docs/">API reference</a>: read about and try every endpoint</li>
<li><a href="/openapi.json">openapi.json</a>: use it to generate a client</li>
</ul>
<p class="soft">For monitoring: <a href="/healthz">healthz</a>, <a href="/readyz">readyz</a>, <a href="/metrics">metrics</a></p>`,
    }),
  );
}
