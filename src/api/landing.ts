// /verify/{key}/visit/: what the script of an order's landing page calls. Whoever only looks at the page, as previews and
// mail scanners do, calls nothing and changes nothing.
import type { FastifyError, FastifyInstance } from 'fastify';
import { incorrect } from '#base/errors.ts';
import { LandingVisit } from '#domain/widget.ts';
import type { House } from '#services/house.ts';
import { visitLanding } from '#services/landing-visits.ts';
import { send } from './routes.ts';

type Address = { Params: { share_key: string } };

/** There is nothing to say in the body. */
const BODY_BYTES_MAX = 1_024;
const TOO_LARGE = { field: 'body', message: `Ensure this field has no more than ${BODY_BYTES_MAX} bytes.` };

export function landingRoutes(app: FastifyInstance, house: House): void {
  void app.register(async (landing) => {
    landing.removeAllContentTypeParsers();
    landing.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, _body, done) =>
      done(null),
    );
    landing.setErrorHandler<FastifyError>((error) => {
      // Too much of nothing is the sender's mistake; everything else is told as it is everywhere.
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? incorrect(TOO_LARGE) : error;
    });
    landing.post<Address>(
      '/verify/:share_key/visit/',
      { schema: { hide: true, response: { 200: LandingVisit } } },
      async ({ params, ip }, reply) => {
        const visit = await visitLanding(house, params.share_key, ip);
        return send(reply, { status: 200, body: String(reply.serialize(visit)) });
      },
    );
  });
}
