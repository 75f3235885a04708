import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { docsPage } from './docs.ts';

const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
docsPage(app);
afterAll(() => app.close());

test('the page reads /openapi.json and loads nothing from anywhere else', async () => {
  const page = await app.inject({ method: 'GET', url: '/docs/' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  expect(page.body).toContain('/openapi.json');
  expect(page.body.match(/(?:src|href)="https?:/g)).toBeNull();
  const script = /src="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const { statusCode, headers } = await app.inject({
    method: 'GET',
    url: new URL(script, 'http://host/docs/').pathname,
  });
  expect({ statusCode, type: headers['content-type'] }).toEqual({
    statusCode: 200,
    type: expect.stringContaining('javascript'),
  });
});
