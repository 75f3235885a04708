// /verify/{key}/…/: the endpoints that the script of an order's landing page calls. Link previews and mail scanners
// load the page without running its script, so they call no endpoint and change nothing.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { send } from '#api/platform/routes.ts';
import { incorrect } from '#base/errors.ts';
import { readCookie, writeCookie } from '#base/http/cookies.ts';
import { parseJson } from '#base/json.ts';
import { compileCheck } from '#domain/platform/validation.ts';
import { LandingCode, LandingCodeRequest, LandingVisit } from '#domain/widget/widget.ts';
import type { House } from '#services/house.ts';
import { confirmLanding, type Guest, requestLandingCode, visitLanding } from '#services/widget/landing-visits.ts';

type Address = { Params: { share_key: string }; Body: Buffer | undefined };

/** The maximum body size. The landing page's requests have tiny bodies. */
const BODY_BYTES_MAX = 1_024;
const TOO_LARGE = { field: 'body', message: `Ensure this field has no more than ${BODY_BYTES_MAX} bytes.` };

/**
 * The cookie that identifies a browser. Accounts that were connected in one browser are shown in another browser only
 * after a code was confirmed in that other browser. The cookie lasts 2,016 hours, the longest link expiration of an
 * order.
 */
const COOKIE = { name: 'vouch_visit', path: '/verify/', seconds_max: 2_016 * 3_600 };

export function landingRoutes(app: FastifyInstance, house: House): void {
  const is_secure = house.settings.public_url.startsWith('https:');
  const remember = (reply: FastifyReply, value: string): void => {
    void reply.header('set-cookie', writeCookie({ ...COOKIE, value, is_secure }));
  };
  const answer = { schema: { hide: true, response: { 200: LandingVisit } } };
  const checkRequest = bodyReader(LandingCodeRequest);
  const checkCode = bodyReader(LandingCode);

  void app.register(async (landing) => {
    landing.removeAllContentTypeParsers();
    landing.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    );
    landing.setErrorHandler<FastifyError>((error) => {
      // A body that is too large is a client error (400). All other errors go to the app's error handler.
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? incorrect(TOO_LARGE) : error;
    });
    landing.post<Address>('/verify/:share_key/visit/', answer, async (request, reply) => {
      const { visit, browser } = await visitLanding(house, guestOf(request));
      remember(reply, browser);
      return send(reply, { status: 200, body: String(reply.serialize(visit)) });
    });
    landing.post<Address>(
      '/verify/:share_key/code/',
      { schema: { hide: true, response: { 204: Type.Null() } } },
      async (request, reply) => {
        const { browser } = await requestLandingCode(house, guestOf(request), checkRequest(request.body));
        remember(reply, browser);
        return send(reply, { status: 204, body: '' });
      },
    );
    landing.post<Address>('/verify/:share_key/confirm/', answer, async (request, reply) => {
      const { visit, browser } = await confirmLanding(house, guestOf(request), checkCode(request.body));
      remember(reply, browser);
      return send(reply, { status: 200, body: String(reply.serialize(visit)) });
    });
  });
}

const guestOf = ({ params, ip, headers }: FastifyRequest<Address>): Guest => ({
  share_key: params.share_key,
  ip,
  browser: readCookie(headers.cookie, COOKIE.name),
});

function bodyReader<Schema extends TSchema>(schema: Schema): (body: Buffer | undefined) => Static<Schema> {
  const check = compileCheck(schema, 'body');
  return (body) => {
    const value = parseJson(body ?? Buffer.alloc(0));
    const faults = check(value);
    if (faults.length > 0) throw incorrect(...faults);
    return value as Static<Schema>;
  };
}
