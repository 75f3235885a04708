// Signing in through the operator's identity provider. It replaces the password, but not the second factor. The random
// values of a sign-in are derived from a secret in a browser cookie. So the response is accepted only in the browser
// that started the sign-in, and nothing has to be stored.
import { randomBytes } from 'node:crypto';
import { badGateway, notFound } from '#base/errors.ts';
import { describeFault } from '#base/faults.ts';
import { addressGroup } from '#base/http/client-addresses.ts';
import type { IdentityProvider, SignInValues } from '#outbound/identity-provider.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import { type FoundDashboardUser, findDashboardUser } from '#storage/access/dashboard-users.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { attempt } from './attempts.ts';
import type { IssuedSession } from './sessions.ts';
import { beginSession, type Visit } from './sign-in.ts';

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** The path to which the identity provider redirects the browser after the sign-in. */
export const SSO_RETURN_PATH = '/console/api/session/oidc/callback/';

/** Starts a sign-in. Returns the URL to which the browser is redirected, and the secret for the cookie. */
export async function beginSingleSignOn(parts: CtxParts): Promise<{ url: string; secret: string }> {
  const provider = providerOf(parts);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  try {
    return { url: await provider.authorizationUrl(valuesOf(parts, secret)), secret };
  } catch (error) {
    throw badGateway(error);
  }
}

/**
 * Completes a sign-in with the query that the identity provider sent. Returns undefined if the response is not valid in
 * this browser, or if the person is not a member with a verified email address.
 */
export async function endSingleSignOn(
  parts: CtxParts,
  secret: string | undefined,
  query: string,
  visit: Visit,
): Promise<IssuedSession | undefined> {
  const provider = providerOf(parts);
  const user = await attempt(parts, [['address', addressGroup(visit.ip)]], async () =>
    secret !== undefined && SECRET.test(secret) ? identify(parts, provider, valuesOf(parts, secret), query) : undefined,
  );
  return user && beginSession(parts, user, visit);
}

async function identify(
  parts: CtxParts,
  provider: IdentityProvider,
  values: SignInValues,
  query: string,
): Promise<FoundDashboardUser | undefined> {
  let identity: Awaited<ReturnType<IdentityProvider['identify']>>;
  try {
    identity = await provider.identify(values, query);
  } catch (error) {
    parts.log.info({ ...describeFault(error) }, 'the response of the identity provider was refused');
    return undefined;
  }
  if (identity.email === undefined || !identity.is_verified) return undefined;
  const user = await findDashboardUser(parts.database.scoped(SYSTEM), identity.email);
  return user !== undefined && user.environments.length > 0 ? user : undefined;
}

function providerOf({ identity_provider }: CtxParts): IdentityProvider {
  if (identity_provider === undefined) throw notFound();
  return identity_provider;
}

function valuesOf({ vault, settings }: CtxParts, secret: string): SignInValues {
  const value = (name: string) => vault.hash('single_sign_on', name, secret).toString('base64url');
  return {
    state: value('state'),
    nonce: value('nonce'),
    code_verifier: value('code_verifier'),
    redirect_uri: `${settings.public_url}${SSO_RETURN_PATH}`,
  };
}
