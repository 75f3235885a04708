// /console/api/factors/: the second factors of the user who is signed in.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { Actor } from '#domain/console/audit.ts';
import type { ConsoleSession, Stage } from '#domain/console/sessions.ts';
import {
  FactorCode,
  FactorsView,
  NewPasskey,
  NewTotp,
  PasskeyOptions,
  RecoveryCodes,
  RegisteredPasskey,
} from '#domain/console/sign-in.ts';
import { newPasskeyOptions, registerPasskey, removePasskey } from '#services/console/passkeys.ts';
import {
  beginTotp,
  confirmTotp,
  endEnrolment,
  removeTotp,
  renewRecoveryCodes,
  viewFactors,
} from '#services/console/second-factors.ts';
import type { House } from '#services/house.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { actorOf, consoleRoute } from './console-routes.ts';
import { type Reply, setSessionCookie } from './session-cookies.ts';

/** A user who must set up a second factor may use these routes before the session is complete. */
const ENROLLING: readonly Stage[] = ['enroll', 'complete'];

type Passkey = { id: string; name: string; created_at: Date };
const presentPasskey = ({ id, name, created_at }: Passkey) => ({ id, name, created_at: toTimestamp(created_at) });

export function factorRoutes(app: FastifyInstance, house: House): void {
  /** If the factor is the user's first, completes the session, and sets the session's new secret in the cookie. */
  const complete = async (ctx: Ctx, session: ConsoleSession, actor: Actor, reply: Reply): Promise<void> => {
    if (session.stage === 'enroll') setSessionCookie(house, reply, (await endEnrolment(ctx, session, actor)).secret);
  };

  consoleRoute(app, {
    method: 'GET',
    url: 'factors/',
    stages: ENROLLING,
    status: 200,
    answer: FactorsView,
    async handle({ ctx, session }) {
      const { passkeys, ...rest } = await viewFactors(ctx, session);
      return { ...rest, passkeys: passkeys.map(presentPasskey) };
    },
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'factors/totp/',
    is_audited: false,
    stages: ENROLLING,
    status: 201,
    answer: NewTotp,
    handle: ({ ctx, session }) => beginTotp(ctx, session),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'factors/totp/confirm/',
    is_audited: false,
    stages: ENROLLING,
    status: 200,
    body: FactorCode,
    answer: RecoveryCodes,
    async handle({ ctx, session, body, request, reply }) {
      const actor = actorOf(session, request);
      const recovery_codes = await confirmTotp(ctx, session, actor, body.code);
      await complete(ctx, session, actor, reply);
      return { recovery_codes };
    },
  });

  consoleRoute(app, {
    method: 'DELETE',
    url: 'factors/totp/',
    is_audited: false,
    status: 204,
    handle: ({ ctx, session, request }) => removeTotp(ctx, session, actorOf(session, request)),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'factors/recovery/',
    is_audited: false,
    status: 200,
    answer: RecoveryCodes,
    handle: async ({ ctx, session, request }) => ({
      recovery_codes: await renewRecoveryCodes(ctx, session, actorOf(session, request)),
    }),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'factors/passkeys/options/',
    is_audited: false,
    stages: ENROLLING,
    status: 200,
    answer: PasskeyOptions,
    handle: ({ ctx, session, request }) => newPasskeyOptions(ctx, session, request.headers.origin),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'factors/passkeys/',
    is_audited: false,
    stages: ENROLLING,
    status: 201,
    body: NewPasskey,
    answer: RegisteredPasskey,
    async handle({ ctx, session, body, request, reply }) {
      const actor = actorOf(session, request);
      const { passkey, recovery_codes } = await registerPasskey(ctx, session, actor, body, request.headers.origin);
      await complete(ctx, session, actor, reply);
      return { ...presentPasskey(passkey), recovery_codes };
    },
  });

  consoleRoute(app, {
    method: 'DELETE',
    url: 'factors/passkeys/:id/',
    is_audited: false,
    params: Type.Object({ id: Id }),
    status: 204,
    handle: ({ ctx, session, params, request }) => removePasskey(ctx, session, actorOf(session, request), params.id),
  });
}
