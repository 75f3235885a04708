// /v1/sandbox/links/: creates a link without the widget.
import type { FastifyInstance } from 'fastify';
import { route } from '#api/platform/routes.ts';
import { NewSandboxLink, SandboxLinkAnswer } from '#domain/sandbox/sandbox-links.ts';
import { connectInSandbox } from '#services/sandbox/sandbox-links.ts';

export function sandboxLinkRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    url: '/v1/sandbox/links/',
    operation: 'connectInSandbox',
    summary: 'Connect an account without the widget',
    description:
      'Responds once the outcome of the login is known. Creates the same task, link and events as the widget.',
    tag: 'Sandbox',
    status: 201,
    sandbox_only: true,
    body: NewSandboxLink,
    answer: SandboxLinkAnswer,
    handle: ({ ctx, body }) => connectInSandbox(ctx, body),
  });
}
