// The page at the OAuth redirect URI, to which the provider redirects the person after the login. We pass the query to
// the task that is waiting for the redirect. The widget, which is open in another window, then continues by itself.
import type { FastifyInstance } from 'fastify';
import { CALLBACK_PATH } from '#domain/connections/sandbox-oauth.ts';
import { html } from '#render/html.ts';
import { browserOf } from './oauth-departure.ts';
import { OPENED_BY_OTHERS, sendPage } from './plain-page.ts';

/**
 * Passes the callback's query to the task that is waiting for the callback. Returns false if no task is waiting for the
 * callback, if the time limit has passed, or if the redirect was started in another browser.
 */
export type AcceptRedirect = (
  /** The provider to which this callback belongs; `undefined` for the callback that the sandbox's providers share. */
  callback_of: string | undefined,
  state: string,
  browser: string | undefined,
  query: Readonly<Record<string, string>>,
) => Promise<boolean>;

type Callback = { Querystring: Record<string, string>; Params: { provider_id?: string } };

export function oauthCallbackPage(app: FastifyInstance, accept: AcceptRedirect): void {
  for (const path of [CALLBACK_PATH, '/providers/:provider_id/callback/']) {
    app.get<Callback>(path, { schema: { hide: true } }, async (request, reply) => {
      const { query, params } = request;
      const is_awaited = await accept(params.provider_id, query['state'] ?? '', browserOf(request), query);
      return sendPage(reply.headers(OPENED_BY_OTHERS), is_awaited ? RETURNED : TOO_LATE);
    });
  }
}

const RETURNED = {
  status: 200,
  title: 'You can close this window',
  body: html`<h1>You can close this window</h1>
<p>We have the response from your provider. Go back to the window you came from. It will continue by itself.</p>`,
};

const TOO_LATE = {
  status: 404,
  title: 'This sign-in is no longer active',
  body: html`<h1>This sign-in is no longer active</h1>
<p>The response from your provider came too late, was already used, or arrived in a different browser from the one you
started in. Close this window, go back to the one you came from, and try again.</p>`,
};
