// /console/api/session/…: signing in with a password, then with a second factor.
import type { FastifyInstance } from 'fastify';
import { SessionView, type Stage, type SessionView as View } from '#domain/console/sessions.ts';
import { FactorCode, PasskeyOptions, PasskeyResponse, PasswordChange, SignIn } from '#domain/console/sign-in.ts';
import { changePassword } from '#services/console/own-password.ts';
import { passkeyOptions, passPasskey } from '#services/console/passkeys.ts';
import { passRecovery, passTotp } from '#services/console/second-factors.ts';
import { type IssuedSession, viewSession } from '#services/console/sessions.ts';
import { signIn } from '#services/console/sign-in.ts';
import type { House } from '#services/house.ts';
import { actorOf, consoleRoute, openRoute } from './console-routes.ts';
import { type Reply, setSessionCookie, visitOf } from './session-cookies.ts';

const SECOND_FACTOR: readonly Stage[] = ['second_factor'];

export function signInRoutes(app: FastifyInstance, house: House): void {
  const issue = async (reply: Reply, { session, secret }: IssuedSession): Promise<View> => {
    setSessionCookie(house, reply, secret);
    return viewSession(house, session);
  };

  openRoute(app, {
    method: 'POST',
    url: 'session/',
    status: 200,
    body: SignIn,
    answer: SessionView,
    handle: async ({ body, request, reply }) => issue(reply, await signIn(house, body, visitOf(house, request))),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'session/totp/',
    is_audited: false,
    stages: SECOND_FACTOR,
    status: 200,
    body: FactorCode,
    answer: SessionView,
    handle: async ({ ctx, session, body, request, reply }) =>
      issue(reply, await passTotp(ctx, session, actorOf(session, request), body.code)),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'session/recovery/',
    is_audited: false,
    stages: SECOND_FACTOR,
    status: 200,
    body: FactorCode,
    answer: SessionView,
    handle: async ({ ctx, session, body, request, reply }) =>
      issue(reply, await passRecovery(ctx, session, actorOf(session, request), body.code)),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'session/passkey/options/',
    is_audited: false,
    stages: SECOND_FACTOR,
    status: 200,
    answer: PasskeyOptions,
    handle: ({ ctx, session, request }) => passkeyOptions(ctx, session, request.headers.origin),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'session/passkey/',
    is_audited: false,
    stages: SECOND_FACTOR,
    status: 200,
    body: PasskeyResponse,
    answer: SessionView,
    handle: async ({ ctx, session, body, request, reply }) =>
      issue(reply, await passPasskey(ctx, session, actorOf(session, request), body.response, request.headers.origin)),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'password/',
    is_audited: false,
    status: 204,
    body: PasswordChange,
    handle: ({ ctx, session, body, request }) => changePassword(ctx, session, actorOf(session, request), body),
  });
}
