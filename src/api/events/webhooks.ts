// /v1/webhooks/: a client's webhook endpoints.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id, pageOf } from '#base/schema.ts';
import { ReplayAnswer, toReplayRange, WebhookReplay } from '#domain/events/webhook-replays.ts';
import {
  NewWebhook,
  NewWebhookAnswer,
  presentWebhook,
  WebhookAnswer,
  WebhookChanges,
  WebhookListQuery,
} from '#domain/events/webhooks.ts';
import { pageOfList } from '#domain/platform/pages.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from '#services/events/webhook-endpoints.ts';
import { replayRange } from '#services/events/webhook-replays.ts';
import type { House } from '#services/house.ts';

const params = Type.Object({ webhook_id: Id });

export function webhookRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'POST',
    url: '/v1/webhooks/',
    operation: 'createWebhook',
    summary: 'Register an endpoint; its signing secret is shown only in this response',
    description: 'An environment can have at most 50 endpoints, and each URL only once.',
    tag: 'Webhooks',
    status: 201,
    body: NewWebhook,
    answer: NewWebhookAnswer,
    async handle({ ctx, body, request }) {
      const { endpoint, signing_secret } = await createWebhook(ctx, body, request.caller.key_id);
      return { ...presentWebhook(endpoint, ctx.scope.environment), signing_secret };
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/webhooks/',
    operation: 'listWebhooks',
    summary: 'List endpoints, newest first',
    description: 'Returns only endpoints in the environment of the secret in use.',
    tag: 'Webhooks',
    status: 200,
    query: WebhookListQuery,
    answer: pageOf(WebhookAnswer),
    async handle({ ctx, query, request }) {
      const endpoints = await listWebhooks(ctx, query.enabled === undefined ? undefined : query.enabled === 'true');
      const answers = endpoints.map((endpoint) => presentWebhook(endpoint, ctx.scope.environment));
      return pageOfList(house.settings.base_url, request.url, query, answers);
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/webhooks/:webhook_id/',
    operation: 'getWebhook',
    summary: 'Read an endpoint',
    description: 'The signing secret is not shown again.',
    tag: 'Webhooks',
    status: 200,
    params,
    answer: WebhookAnswer,
    find: (ctx, { webhook_id }) => getWebhook(ctx, webhook_id),
    handle: async ({ ctx, found }) => presentWebhook(found, ctx.scope.environment),
  });

  route(app, {
    method: 'PATCH',
    url: '/v1/webhooks/:webhook_id/',
    operation: 'updateWebhook',
    summary: 'Change an endpoint; absent fields stay unchanged',
    description: 'Enabling an endpoint that was disabled because it failed clears its failure state.',
    tag: 'Webhooks',
    status: 200,
    params,
    body: WebhookChanges,
    answer: WebhookAnswer,
    find: (ctx, { webhook_id }) => getWebhook(ctx, webhook_id),
    handle: async ({ ctx, found, body }) =>
      presentWebhook(await updateWebhook(ctx, found, body), ctx.scope.environment),
  });

  route(app, {
    method: 'DELETE',
    url: '/v1/webhooks/:webhook_id/',
    operation: 'deleteWebhook',
    summary: 'Delete an endpoint; waiting deliveries are dropped',
    description: 'Nothing more is sent to it.',
    tag: 'Webhooks',
    status: 204,
    params,
    find: (ctx, { webhook_id }) => getWebhook(ctx, webhook_id),
    handle: ({ ctx, found }) => deleteWebhook(ctx, found.id),
  });

  route(app, {
    method: 'POST',
    url: '/v1/webhooks/:webhook_id/replay/',
    operation: 'replayWebhook',
    summary: 'Send the events of a period to an endpoint again',
    description: 'Sends only events whose delivery failed, unless `only_failed` is false.',
    tag: 'Webhooks',
    status: 202,
    params,
    body: WebhookReplay,
    answer: ReplayAnswer,
    find: (ctx, { webhook_id }) => getWebhook(ctx, webhook_id),
    handle: async ({ ctx, found, body }) => ({ replayed_count: await replayRange(ctx, found, toReplayRange(body)) }),
  });
}
