// /console/api/session/oidc/: signing in through the operator's identity provider, with redirects of the browser.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { readCookie, writeCookie } from '#base/http/cookies.ts';
import { nullable } from '#base/schema.ts';
import { beginSingleSignOn, endSingleSignOn } from '#services/console/single-sign-on.ts';
import type { House } from '#services/house.ts';
import { openRoute } from './console-routes.ts';
import { cookieRules, setSessionCookie, visitOf } from './session-cookies.ts';

/** The maximum time that the person may take at the identity provider. */
const SECONDS_MAX = 600;

const Methods = Type.Object({
  /** The identity provider, and the URL that starts the sign-in; null if no identity provider is configured. */
  oidc: nullable(Type.Object({ name: Type.String(), url: Type.String() })),
});

export function singleSignOnRoutes(app: FastifyInstance, house: House): void {
  const cookie = cookieRules(house, 'vouch_sso');
  const write = (value: string, seconds_max: number) => writeCookie({ ...cookie, path: '/', value, seconds_max });

  openRoute(app, {
    method: 'GET',
    url: 'session/methods/',
    status: 200,
    answer: Methods,
    async handle() {
      const name = house.identity_provider?.name;
      return { oidc: name === undefined ? null : { name, url: '/console/api/session/oidc/' } };
    },
  });

  openRoute(app, {
    method: 'GET',
    url: 'session/oidc/',
    status: 200,
    async handle({ reply }) {
      const { url, secret } = await beginSingleSignOn(house);
      await reply.header('set-cookie', write(secret, SECONDS_MAX)).redirect(url, 302);
    },
  });

  openRoute(app, {
    method: 'GET',
    url: 'session/oidc/callback/',
    status: 200,
    async handle({ request, reply }) {
      const secret = readCookie(request.headers.cookie, cookie.name);
      const query = new URL(request.url, house.settings.public_url).search.slice(1);
      const issued = await endSingleSignOn(house, secret, query, visitOf(house, request));
      void reply.header('set-cookie', write('', 0));
      if (issued !== undefined) setSessionCookie(house, reply, issued.secret);
      await reply.redirect(issued === undefined ? '/console/?sso=refused' : '/console/', 302);
    },
  });
}
