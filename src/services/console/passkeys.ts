// Passkeys (WebAuthn) as a second factor of dashboard users. A challenge belongs to one session and can be used once.
// The library is loaded by the first request that needs it, because loading takes a tenth of a second.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { incorrect, notFound } from '#base/errors.ts';
import { isLoopbackHost, toOrigin } from '#base/http/hosts.ts';
import type { Actor } from '#domain/console/audit.ts';
import type { ConsoleSession } from '#domain/console/sessions.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { type Challenge, setChallenge, takeChallenge } from '#storage/console/dashboard-sessions.ts';
import { countRecoveryCodes } from '#storage/console/factors.ts';
import {
  CREDENTIAL_TAKEN,
  deletePasskey,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  updatePasskeyUse,
} from '#storage/console/passkeys.ts';
import { isUniqueViolation } from '#storage/platform/db.ts';
import { recordAudit } from './audit.ts';
import { recordWrongFactor } from './refusals.ts';
import { checkLeft, guess, keyOf, newRecoveryCodes, objectOf, whileLocked } from './second-factors.ts';
import { completeSession, type IssuedSession } from './sessions.ts';

const CHALLENGE_MS = 5 * 60_000;
const PASSKEYS_MAX = 20;

const webauthn = () => import('@simplewebauthn/server');

/** The options with which the browser requests one of the user's passkeys from an authenticator. */
export async function passkeyOptions(ctx: Ctx, session: ConsoleSession, origin: string | undefined): Promise<object> {
  const { generateAuthenticationOptions } = await webauthn();
  const passkeys = await listPasskeyRows(ctx.db, keyOf(session));
  const options = await generateAuthenticationOptions({
    rpID: partyOf(ctx, origin).id,
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: 'preferred',
    timeout: CHALLENGE_MS,
  });
  await keepChallenge(ctx, session, options.challenge, 'sign_in');
  return options;
}

/** Passes the second factor with one of the user's own passkeys. */
export async function passPasskey(
  ctx: Ctx,
  session: ConsoleSession,
  actor: Actor,
  response: Record<string, unknown>,
  origin: string | undefined,
): Promise<IssuedSession> {
  const is_right = await guess(ctx, session, async () => {
    const challenge = await takeChallenge(ctx.db, session, 'sign_in', ctx.now());
    const own = (await listPasskeyRows(ctx.db, keyOf(session))).find((one) => one.credential_id === response['id']);
    if (challenge === undefined || own === undefined) return false;
    const sign_count = await verifiedCount(ctx, own, response, challenge, origin);
    if (sign_count === undefined) return false;
    await updatePasskeyUse(ctx.db, own, sign_count, ctx.now());
    return true;
  });
  if (!is_right) {
    await recordWrongFactor(ctx, session, actor, 'passkey');
    throw wrongPasskey();
  }
  return completeSession(ctx, session, actor, 'passkey');
}

/**
 * Verifies a response. Returns the authenticator's new use counter; undefined if the response is not valid for this
 * passkey.
 */
async function verifiedCount(
  ctx: Ctx,
  passkey: PasskeyRow,
  response: Record<string, unknown>,
  expectedChallenge: string,
  origin: string | undefined,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn();
  const party = partyOf(ctx, origin);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws an error for every malformed or wrong response.
    return undefined;
  }
}

/** The options with which the browser requests a new passkey from an authenticator. */
export async function newPasskeyOptions(
  ctx: Ctx,
  session: ConsoleSession,
  origin: string | undefined,
): Promise<object> {
  const { generateRegistrationOptions } = await webauthn();
  const passkeys = await listPasskeyRows(ctx.db, keyOf(session));
  const options = await generateRegistrationOptions({
    rpName: 'Vouch',
    rpID: partyOf(ctx, origin).id,
    userID: new Uint8Array(Buffer.from(session.user.id)),
    userName: session.user.email,
    userDisplayName: session.user.name === '' ? session.user.email : session.user.name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    timeout: CHALLENGE_MS,
  });
  await keepChallenge(ctx, session, options.challenge, 'registration');
  return options;
}

/** Registers a passkey. If the user has no recovery codes, also creates and returns recovery codes. */
export async function registerPasskey(
  ctx: Ctx,
  session: ConsoleSession,
  actor: Actor,
  { name, response }: { name: string; response: Record<string, unknown> },
  origin: string | undefined,
): Promise<{ passkey: PasskeyRow; recovery_codes: string[] }> {
  const challenge = await takeChallenge(ctx.db, session, 'registration', ctx.now());
  const credential = challenge === undefined ? undefined : await verifiedKey(ctx, response, challenge, origin);
  if (credential === undefined) throw wrongPasskey();
  const passkey = { ...keyOf(session), id: ctx.newId(), ...credential, name, created_at: ctx.now() };
  try {
    return await whileLocked(ctx, session, async (ctx) => {
      if ((await listPasskeyRows(ctx.db, keyOf(session))).length >= PASSKEYS_MAX) {
        throw incorrect({ field: 'response', message: `Only ${PASSKEYS_MAX} passkeys are allowed.` });
      }
      await insertPasskey(ctx.db, passkey);
      const has_codes = (await countRecoveryCodes(ctx.db, keyOf(session))) > 0;
      const recovery_codes = has_codes ? [] : await newRecoveryCodes(ctx, session);
      await recordAudit(ctx, actor, { action: 'addPasskey', object: objectOf(session), after: { id: passkey.id } });
      return { passkey, recovery_codes };
    });
  } catch (error) {
    if (isUniqueViolation(error, CREDENTIAL_TAKEN)) throw wrongPasskey();
    throw error;
  }
}

async function verifiedKey(
  ctx: Ctx,
  response: Record<string, unknown>,
  expectedChallenge: string,
  origin: string | undefined,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'sign_count' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await webauthn();
  const party = partyOf(ctx, origin);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    });
    if (registrationInfo === undefined) return undefined;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey),
      sign_count: counter,
      transports: (transports ?? []).map(String),
    };
  } catch {
    return undefined;
  }
}

export async function removePasskey(ctx: Ctx, session: ConsoleSession, actor: Actor, id: string): Promise<void> {
  await whileLocked(ctx, session, async (ctx) => {
    if (!(await deletePasskey(ctx.db, keyOf(session), id))) throw notFound();
    await checkLeft(ctx, session);
    await recordAudit(ctx, actor, { action: 'removePasskey', object: objectOf(session), before: { id } });
  });
}

const wrongPasskey = () =>
  incorrect({ field: 'response', message: 'This passkey is not one of yours, or the request for it has expired.' });

const toDescriptor = ({ credential_id, transports }: PasskeyRow) => ({ id: credential_id, transports });

const keepChallenge = (ctx: Ctx, session: ConsoleSession, value: string, purpose: Challenge['purpose']) =>
  setChallenge(ctx.db, session, { value, purpose, expires_at: new Date(ctx.now().getTime() + CHALLENGE_MS) });

/**
 * The site to which a passkey belongs. Normally, this is the site of the public URL. But if both the public URL and the
 * page have a loopback host, the console can be reached by several names, such as localhost and 127.0.0.1. In that case
 * the page's own origin is used.
 */
function partyOf({ settings }: Ctx, origin: string | undefined): { id: string; origin: string } {
  const own = new URL(settings.public_url);
  const page = new URL(toOrigin(origin ?? '') ?? own.origin);
  const is_local = isLoopbackHost(own.hostname) && isLoopbackHost(page.hostname);
  const site = is_local ? page : own;
  return { id: site.hostname, origin: site.origin };
}
