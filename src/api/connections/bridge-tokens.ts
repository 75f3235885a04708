// /v1/users/{user_id}/tokens/ and /v1/link-access-tokens/: tokens that open the widget, and the exchange of the public
// token that the widget returns.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import { BridgeTokenAnswer, Exchange, ExchangeAnswer, NewBridgeToken } from '#domain/connections/bridge-tokens.ts';
import { createBridgeToken } from '#services/connections/bridge-tokens.ts';
import { exchangePublicToken } from '#services/connections/public-tokens.ts';
import { getStoredUser } from '#services/people/users.ts';

export function bridgeTokenRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    url: '/v1/users/:user_id/tokens/',
    operation: 'createBridgeToken',
    summary: 'Create a bridge token, which defines what the widget may do for a person',
    description:
      'The token opens the widget for six hours. If `access_token` is sent, the widget logs in to that link again.',
    tag: 'Links',
    status: 201,
    params: Type.Object({ user_id: Id }),
    body: NewBridgeToken,
    answer: BridgeTokenAnswer,
    find: (ctx, { user_id }) => getStoredUser(ctx, user_id),
    handle: ({ ctx, found, body }) => createBridgeToken(ctx, found, body),
  });

  route(app, {
    method: 'POST',
    url: '/v1/link-access-tokens/',
    operation: 'exchangePublicToken',
    summary: 'Exchange a public token, once, for the access token of its link',
    description:
      'If a token is exchanged several times, exactly one exchange succeeds; the others return 410. The exchange does not wait for the data.',
    tag: 'Links',
    status: 200,
    idempotent: false,
    takes_token: true,
    body: Exchange,
    answer: ExchangeAnswer,
    handle: ({ ctx, body }) => exchangePublicToken(ctx, body.public_token),
  });
}
