// /v1/imports/: files of banks, payroll programs and tax programs.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import { IMPORT_BODY_BYTES_MAX, ImportAnswer, NewImport, type SentImport } from '#domain/connections/imports.ts';
import { getImport, importFile, presentStored } from '#services/connections/imports.ts';

/** A worker thread parses the body and decodes the file in it, so the handler receives the result as a `SentImport`. */
const sent = Type.Unsafe<SentImport>(NewImport);

export function importRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    url: '/v1/imports/',
    operation: 'createImport',
    summary: 'Import a file of a bank, a payroll program or a tax program',
    description:
      'Reads the file, adds what is new in it to the link of the user’s files, and starts a task. The same file again returns the first import with 200.',
    tag: 'Links',
    status: 201,
    also: 200,
    body: sent,
    body_bytes_max: IMPORT_BODY_BYTES_MAX,
    read_body: (ctx, body) =>
      ctx.compute.run('read_import_body', { body }, { client_id: ctx.scope.client_id, bytes: body.length }),
    answer: ImportAnswer,
    async handle({ ctx, body, reply }) {
      const { answer, is_new } = await importFile(ctx, body);
      if (!is_new) reply.code(200);
      return answer;
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/imports/:import_id/',
    operation: 'getImport',
    summary: 'Read an import',
    description: 'The counts do not change when further files are imported.',
    tag: 'Links',
    status: 200,
    params: Type.Object({ import_id: Id }),
    answer: ImportAnswer,
    find: (ctx, { import_id }) => getImport(ctx, import_id),
    handle: ({ ctx, found }) => presentStored(ctx, found),
  });
}
