// /console/api/{client_id}/{environment}/audit/ and …/reveals/: the audit log, and requests to unmask values.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '#base/errors.ts';
import { choice, requiredText, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import {
  type AuditEntry,
  AuditEntryAnswer,
  AuditEntryParams,
  AuditExportQuery,
  AuditListQuery,
  AuditPage,
  PURPOSES,
  presentAuditEntry,
} from '#domain/console/audit.ts';
import { type Offered, ownRevealOf } from '#domain/console/operations.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import { exportAudit, getAuditEntry, listAudit } from '#services/console/audit.ts';
import { permit } from '#services/console/callers.ts';
import { reveal } from '#services/console/reveals.ts';
import { actorOf, consoleRoute } from './console-routes.ts';
import { revealPath } from './overseer.ts';
import { offeredAs } from './v1-requests.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the operation of a GET request to a path of /v1/; undefined if the path has no such operation. */
    readOperationOf(path: string): string | undefined;
  }
}

export function auditRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/audit/',
    area: 'audit',
    status: 200,
    query: AuditListQuery,
    answer: AuditPage,
    async handle({ ctx, session, membership, query, request }) {
      const paging = parsePaging(query);
      const reader = { user_id: session.user.id, role: membership.role };
      const { count, entries } = await listAudit(ctx, reader, query, paging);
      const results = entries.map(presentAuditEntry);
      return toPage(ctx.settings.base_url, request.originalUrl, paging, { count, results });
    },
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/audit/:number/',
    area: 'audit',
    status: 200,
    params: AuditEntryParams,
    answer: AuditEntryAnswer,
    async handle({ ctx, session, membership, params }) {
      const reader = { user_id: session.user.id, role: membership.role };
      return presentAuditEntry(await getAuditEntry(ctx, reader, Number(params.number)));
    },
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/audit/export/',
    area: 'audit',
    status: 200,
    query: AuditExportQuery,
    async handle({ ctx, session, membership, query, request, reply }) {
      const reader = { user_id: session.user.id, role: membership.role };
      const batches = await exportAudit(ctx, actorOf(session, request), reader, query);
      await reply
        .header('content-type', 'application/jsonl')
        .header('content-disposition', `attachment; filename="audit-${ctx.scope.environment}.jsonl"`)
        .send(Readable.from(linesOf(batches)));
      return null;
    },
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'scoped/reveals/',
    is_audited: false,
    // The area `cases` is only a first check. Whether the role may see the values also depends on the path. `handle`
    // checks this.
    area: 'cases',
    status: 201,
    body: Type.Object({ path: requiredText(1_024), purpose: choice(PURPOSES) }),
    answer: Type.Object({ until: Timestamp }),
    async handle({ ctx, session, membership, body, request }) {
      const path = revealPath(body.path.startsWith('/') ? body.path : `/${body.path}`);
      permit(membership, { ...revealedAt(app, path), is_disclosed: true });
      const asked = { session_id: session.id, path, purpose: body.purpose };
      return { until: toTimestamp(await reveal(ctx, actorOf(session, request), asked)) };
    },
  });
}

function revealedAt(app: FastifyInstance, path: string): Offered {
  const own = ownRevealOf(path);
  if (own !== undefined) return own;
  const operation = app.readOperationOf(path);
  if (operation === undefined) throw notFound();
  return offeredAs(operation);
}

/** Returns the entries as text, with one JSON object per line. */
async function* linesOf(batches: AsyncGenerator<AuditEntry[]>): AsyncGenerator<string> {
  for await (const entries of batches) {
    yield entries.map((entry) => `${JSON.stringify(presentAuditEntry(entry))}\n`).join('');
  }
}
