// POST /providers/{id}/webhook/: the URL at which live providers notify us that data has changed.
import type { FastifyError, FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { send } from '#api/platform/routes.ts';
import { incorrect } from '#base/errors.ts';
import { receiveNotice } from '#services/connections/provider-notices.ts';
import type { House } from '#services/house.ts';

/**
 * The maximum size of a notice. A notice contains only logins and events, and the largest notices of providers have
 * some tens of kilobytes.
 */
const BODY_BYTES_MAX = 256 * 1_024;
const TOO_LARGE = { field: 'body', message: `Ensure this field has no more than ${BODY_BYTES_MAX} bytes.` };

type Address = { Params: { provider_id: string }; Body: Buffer | undefined };

export function providerWebhookRoute(app: FastifyInstance, house: House): void {
  void app.register(async (notices) => {
    // The signature covers the bytes of the body exactly as they were sent, so the body is not parsed here.
    notices.removeAllContentTypeParsers();
    notices.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    );
    notices.setErrorHandler<FastifyError>((error) => {
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? incorrect(TOO_LARGE) : error;
    });
    notices.post<Address>(
      '/providers/:provider_id/webhook/',
      { schema: { hide: true, response: { 202: Type.Null() } } },
      async (request, reply) => {
        const { params, ip, body = Buffer.alloc(0) } = request;
        await receiveNotice(house, params.provider_id, ip, { headers: singleHeaders(request.headers), body });
        return send(reply, { status: 202, body: '' });
      },
    );
  });
}

const singleHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
