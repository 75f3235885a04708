// /files/{id}/{name}: serves files to browsers and API clients. The URL is signed; there is no other authentication.
import type { FastifyInstance } from 'fastify';
import { fileTypeOf } from '#reading/file-type.ts';
import type { House } from '#services/house.ts';
import { openFiles, warmUp } from '#services/reports/files.ts';

type Address = {
  Params: { id: string; name: string };
  Querystring: { expires?: string; signature?: string };
};

export function fileRoutes(app: FastifyInstance, house: House): void {
  const files = openFiles(house);
  app.warm_up.add(warmUp);
  app.get<Address>('/files/:id/:name', { schema: { hide: true } }, async ({ params, query }, reply) => {
    const { expires = '', signature = '' } = query;
    const bytes = await files.open({ ...params, expires, signature });
    return reply
      .header('content-type', fileTypeOf(bytes) ?? 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${params.name}"`)
      .send(bytes);
  });
}
