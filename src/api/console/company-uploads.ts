// POST /console/api/…/operations/companies/: imports a company file. The response is a list of JSON objects, one per
// line: the progress, and at the end the report. So the page can show the progress of a long import.
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ServiceError, unavailable } from '#base/errors.ts';
import { COMPANY_FILE_BYTES_MAX } from '#domain/console/operating.ts';
import { importUpload } from '#services/console/company-uploads.ts';
import { actorOf, consoleRoute } from './console-routes.ts';

export function companyUploadRoutes(app: FastifyInstance): void {
  // A file is held in memory until it is imported, so each process imports only one file at a time.
  let is_importing = false;

  consoleRoute(app, {
    method: 'POST',
    url: 'scoped/operations/companies/',
    is_audited: false,
    area: 'administration',
    right: 'write',
    reach: 'all_clients',
    status: 200,
    file_type: 'text/csv',
    body_bytes_max: COMPANY_FILE_BYTES_MAX,
    async handle({ ctx, session, request, reply }) {
      if (is_importing) throw unavailable(new Error('another company file is being imported'));
      is_importing = true;
      const lines = new PassThrough();
      const write = (line: object): void => {
        if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`);
      };
      let begin = (): void => undefined;
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const importing = importUpload(
        ctx,
        actorOf(session, request),
        request.raw_body ?? Buffer.alloc(0),
        (progress) => {
          write({ progress });
          begin();
        },
      );
      // The import continues if the user closes the page, because a half-imported file is of no use.
      const ended = importing
        .then(
          (report) => write({ report }),
          (err: unknown) => {
            if (!(err instanceof ServiceError)) ctx.log.error({ err }, 'a company import failed');
            write({ is_failed: true });
          },
        )
        .finally(() => {
          is_importing = false;
          lines.end();
        });
      // An invalid first line of the file is found before any line of the response is written. The response is then an
      // ordinary 400.
      await Promise.race([begun, importing]);
      await Promise.all([reply.header('content-type', 'application/jsonl').send(lines), ended]);
      return null;
    },
  });
}
