import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { homePage } from './home.ts';

test('GET / links to the demo, the API reference and the OpenAPI document', async () => {
  const app = Fastify();
  homePage(app);
  const { statusCode, headers, body } = await app.inject({ url: '/' });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  for (const path of ['/demo/', '/docs/', '/openapi.json']) expect(body).toContain(`href="${path}"`);
  await app.close();
});
