// The routes of /v1/ as the console calls them: /console/api/{client_id}/{environment}/v1/… with a session instead of a
// key. The prefix is removed before routing, and the client and environment in the prefix are stored in the request.
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asksPdf } from '#api/platform/routes.ts';
import { notFound, ServiceError } from '#base/errors.ts';
import { type Offered, OPERATIONS } from '#domain/console/operations.ts';
import { membershipOf } from '#domain/console/sessions.ts';
import { admitMember, consoleCaller, refused } from '#services/console/callers.ts';
import type { House } from '#services/house.ts';
import { signedIn } from './console-edge.ts';
import { newOverseer } from './overseer.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** The client and environment in the path of a /v1/ request from the console, exactly as written in the path. */
    console_scope?: { client_id: string; environment: string };
  }
}

const PREFIX = '/console/api/';
const V1 = /^\/console\/api\/([^/?]+)\/([^/?]+)(\/v1\/.*)$/s;

/**
 * Removes the console's prefix from the URL of a /v1/ request, and stores the client and environment in the request.
 */
export function withoutPrefix(raw: IncomingMessage, target: string): string {
  if (!target.startsWith(PREFIX)) return target;
  const [, client_id, environment, rest] = V1.exec(target) ?? [];
  if (client_id === undefined || environment === undefined || rest === undefined) return target;
  raw.console_scope = { client_id, environment };
  return rest;
}

/**
 * Admits a /v1/ request from the console, based on session, membership and role. If the user is not a member of the
 * client, the response is the same as for a client that does not exist.
 */
export async function admitFromConsole(house: House, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { headers, raw, routeOptions } = request;
  if (headers['x-access-client-id'] !== undefined || headers['x-access-secret'] !== undefined) {
    throw new ServiceError('authentication_failed', 'The console takes a session, not a key.');
  }
  const session = await signedIn(house, request, reply);
  const { client_id = '', environment = '' } = raw.console_scope ?? {};
  if (membershipOf(session, client_id, environment) === undefined) throw notFound();
  const { operation } = routeOptions.config;
  // The path exists, but it does not allow this method. The response is 405, which is sent later.
  if (operation === undefined) return;
  const offered = offeredAs(operation);
  const needed = asksFile(request) ? ({ ...offered, is_disclosed: true } as const) : offered;
  const admitted = await admitMember(house, session, { client_id, environment }, needed);
  if (asksChange(request, offered)) throw refused('The console does not change anything with a GET request.');
  const { caller, ctx } = await consoleCaller(house, admitted, session.user.id);
  request.caller = caller;
  request.ctx = ctx;
  request.overseer = newOverseer(request, { session, operation, offered, permission: admitted.permission });
}

/** Throws if the console does not offer the operation. */
export function offeredAs(operation: string): Offered {
  const offered = OPERATIONS[operation];
  if (offered === undefined || offered === 'none') throw refused();
  return offered;
}

const asksFile = (request: FastifyRequest): boolean => {
  const { has_pdf, is_pdf } = request.routeOptions.config;
  return is_pdf === true || (has_pdf === true && asksPdf(request));
};

/** Whether a parameter of the query would make this GET request change something. */
const asksChange = ({ query }: FastifyRequest, { refused_parameter }: Offered): boolean =>
  refused_parameter !== undefined && new Map(Object.entries(query ?? {})).get(refused_parameter) === 'true';
