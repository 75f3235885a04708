// Oversees a /v1/ request from the console. Records changes and views in the audit log, and masks the response.
import type { FastifyRequest } from 'fastify';
import { namedPath } from '#api/platform/idempotency.ts';
import type { Overseer } from '#api/platform/overseers.ts';
import { pathOf } from '#api/platform/paths.ts';
import type { NewAuditEntry } from '#domain/console/audit.ts';
import { maskOf } from '#domain/console/masking.ts';
import type { Offered, Permission } from '#domain/console/operations.ts';
import type { ConsoleSession } from '#domain/console/sessions.ts';
import type { Answer } from '#services/access/idempotency.ts';
import { recordAudit, recordView } from '#services/console/audit.ts';
import { isRevealed, objectOf } from '#services/console/reveals.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { actorOf, addressesFor } from './console-routes.ts';

type Overseen = {
  session: ConsoleSession;
  operation: string;
  offered: Offered;
  permission: Permission;
};

export function newOverseer(request: FastifyRequest, overseen: Overseen): Overseer {
  const { session, operation: action, offered, permission } = overseen;
  const actor = actorOf(session, request);
  let found: unknown;
  const reveals = async (ctx: Ctx): Promise<boolean> =>
    permission.discloses && request.method === 'GET' && isRevealed(ctx, session.id, revealPath(request.url));
  return {
    isRevealed: reveals,
    keys_prefix: `console/${session.user.id}`,
    noteFound(resource) {
      found = resource;
    },
    async run(ctx, work) {
      if (offered.right === 'write') {
        return inTransaction(ctx, async (ctx) => {
          const answer = await work(ctx);
          await recordAudit(ctx, actor, { action, ...objectsOf(request, answer, offered, found) });
          return answer;
        });
      }
      const answer = await work(ctx);
      if (offered.is_view === true) {
        await recordView(ctx, actor, session.id, { action, object: objectNamed(request) });
      }
      return answer;
    },
    recordSteps: (steps) => ({
      get saved() {
        return steps.saved;
      },
      async save(ctx, progress) {
        await steps.save(ctx, progress);
        if (steps.saved === undefined) {
          await recordAudit(ctx, actor, { action, ...objectsOf(request, undefined, offered, found) });
        }
      },
    }),
    noteFile: (ctx) => recordAudit(ctx, actor, { action, object: objectNamed(request), after: { format: 'pdf' } }),
    async mask(ctx, schema, body) {
      const mask = offered.shows_new_secret === true ? undefined : maskOf(schema);
      if (mask === undefined || body === '') return body;
      const shown = { ...addressesFor(permission), values: await reveals(ctx) };
      return JSON.stringify(mask(JSON.parse(body), shown));
    },
  };
}

/** The path of a reveal, without a query and with a trailing slash. */
export const revealPath = (url: string): string => `${pathOf(url).replace(/\/$/, '')}/`;

type Objects = Pick<NewAuditEntry, 'object' | 'before' | 'after'>;

/**
 * The object of a change, and what was changed: the names of the fields in the body, and some values that contain no
 * personal data.
 */
function objectsOf(request: FastifyRequest, answer: Answer | undefined, offered: Offered, found: unknown): Objects {
  const { body, method } = request;
  const is_list = request.routeOptions.config.long_list !== undefined;
  const given = isRecord(body) && !is_list ? body : {};
  const declared = declaredFields(request);
  const fields = Object.keys(given).filter((name) => declared.has(name));
  const recorded = offered.recorded ?? [];
  const changed = method === 'DELETE' ? recorded : recorded.filter((name) => name in given);
  const before = method === 'POST' ? {} : picked(found, changed);
  return {
    object: objectNamed(request, answer),
    ...(Object.keys(before).length === 0 ? {} : { before }),
    ...(fields.length === 0 ? {} : { after: { ...picked(given, changed), fields } }),
  };
}

/**
 * A body may also contain fields that the schema does not declare. The names of such fields are not recorded, because
 * they could be long or personal.
 */
function declaredFields({ routeOptions: { schema } }: FastifyRequest): Set<string> {
  const properties = isRecord(schema?.body) ? schema.body['properties'] : undefined;
  return new Set(Object.keys(isRecord(properties) ? properties : {}));
}

const picked = (from: unknown, names: readonly string[]): Record<string, unknown> =>
  isRecord(from) ? Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]])) : {};

/**
 * The object that the audit log records for a request. If the request created something, the object is the path and the
 * new id. Otherwise it is the path up to its last id. If the path has no id, the id is taken from the response.
 */
function objectNamed(request: FastifyRequest, answer?: Answer): string {
  const path = objectOf(namedPath(request)).split('/');
  const last_id = (request.routeOptions.url ?? '')
    .replace(/^\/v1\//, '')
    .split('/')
    .findLastIndex((part) => part.startsWith(':'));
  const id = answer === undefined ? undefined : idIn(answer);
  if (id !== undefined && answer?.status === 201) return [...path, id].join('/');
  if (last_id >= 0) return path.slice(0, last_id + 1).join('/');
  return id === undefined ? path.join('/') : `${path[0]}/${id}`;
}

function idIn({ body }: Answer): string | undefined {
  const value: unknown = body === '' ? undefined : JSON.parse(body);
  return isRecord(value) && typeof value['id'] === 'string' ? value['id'] : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
