// The page that starts an OAuth redirect to a provider. A window that our widget opened is redirected at once. A
// visitor who comes from a link in an app or on another site is first asked whether they started the login.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from '#base/http/cookies.ts';
import { REDIRECT_SECONDS } from '#domain/connections/tasks.ts';
import { html } from '#render/html.ts';
import { DEPARTURE_PATH, type Departure, depart, findDepartureFor } from '#services/connections/redirects.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import { OPENED_BY_OTHERS, type PlainPage, sendPage } from './plain-page.ts';

const COOKIE = 'vouch_oauth';
/**
 * The path of the cookie. It is the parent path of this page and of the callback that the sandbox's providers share.
 */
const COOKIE_PATH = '/oauth/';
/** The path of the cookie for live providers. Their callbacks are below this path. */
const LIVE_COOKIE_PATH = '/providers/';

/** The value of the cookie that identifies the browser in which the redirect to the provider started. */
export const browserOf = ({ headers }: FastifyRequest): string | undefined => readCookie(headers.cookie, COOKIE);

type Address = { Querystring: Record<string, string> };

export function oauthDeparturePage(app: FastifyInstance, parts: CtxParts): void {
  const hide = { schema: { hide: true } };
  app.get<Address>(DEPARTURE_PATH, hide, async (request, reply) => {
    if (isFromUs(parts, request)) return leave(parts, request, reply);
    return show(reply, (await refusalFor(parts, request)) ?? QUESTION);
  });
  void app.register(async (form) => {
    // All parameters are in the URL and the form is empty, so the body is not parsed.
    form.removeAllContentTypeParsers();
    form.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1_024 }, (_request, _body, done) => done(null));
    form.post<Address>(DEPARTURE_PATH, hide, async (request, reply) =>
      isFromUs(parts, request) ? leave(parts, request, reply) : show(reply, QUESTION),
    );
  });
}

const show = (reply: FastifyReply, page: PlainPage): FastifyReply => sendPage(reply.headers(OPENED_BY_OTHERS), page);

const departureOf = ({ state = '', key = '' }: Record<string, string>): Departure => ({ state, key });

/**
 * Returns the page for a browser that is not allowed to start the redirect; `undefined` if the browser is allowed to
 * start it.
 */
async function refusalFor(parts: CtxParts, request: FastifyRequest<Address>): Promise<PlainPage | undefined> {
  const found = await findDepartureFor(parts, departureOf(request.query), browserOf(request));
  if (found === undefined) return OVER;
  return found.is_taken ? TAKEN : undefined;
}

async function leave(parts: CtxParts, request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
  const left = await depart(parts, departureOf(request.query), browserOf(request));
  if (left === undefined) return show(reply, (await refusalFor(parts, request)) ?? OVER);
  const is_secure = parts.settings.public_url.startsWith('https:');
  const cookie = { name: COOKIE, value: left.browser, seconds_max: REDIRECT_SECONDS, is_secure };
  const cookies = [COOKIE_PATH, ...(left.is_live ? [LIVE_COOKIE_PATH] : [])].map((path) =>
    writeCookie({ ...cookie, path }),
  );
  return reply
    .headers(OPENED_BY_OTHERS)
    .headers({ 'set-cookie': cookies, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(left.url, 303);
}

/**
 * Browsers state in Sec-Fetch-Site which site caused a navigation, and no page can forge that header. Older browsers do
 * not send Sec-Fetch-Site, but they send an Origin header with a form.
 */
function isFromUs({ settings }: CtxParts, { headers, method }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const ours = [settings.public_url, settings.base_url].map((url) => new URL(url).origin);
  return method === 'POST' && headers.origin !== undefined && ours.includes(headers.origin);
}

const QUESTION: PlainPage = {
  status: 200,
  title: 'Continue to your provider?',
  body: html`<h1>Continue to your provider?</h1>
<p>You are about to sign in to your provider and share your data with the company that asked for it.</p>
<p><strong>Continue only if you just started this yourself.</strong> If someone sent you this link, close the window:
your data would go to a request that they started.</p>
<form method="post">
<button class="main wide">I started this: continue</button>
</form>`,
  form_targets: ['*'],
  referrer_policy: 'same-origin',
};

const TAKEN = {
  status: 403,
  title: 'Opened in another browser',
  body: html`<h1>This was opened in another browser</h1>
<p>You can continue only where you started. Close this window, go back to the one you came from, and choose your
provider again there.</p>`,
};

const OVER = {
  status: 404,
  title: 'This sign-in is no longer active',
  body: html`<h1>This sign-in is no longer active</h1>
<p>This sign-in has ended or took longer than 15 minutes. Close this window, go back to the one you came from, and try
again.</p>`,
};
