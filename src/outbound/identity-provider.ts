// The operator's identity provider (OpenID Connect): the authorization code flow with PKCE. The library checks issuer,
// state, nonce and signatures. It is loaded at the first sign-in that needs it.
import type { Configuration } from 'openid-client';
import { isLoopbackHost } from '#base/http/hosts.ts';

/**
 * The values of one sign-in. `state`, `nonce` and `code_verifier` are random. The URL to which the browser is sent
 * contains `state`, `nonce`, `redirect_uri` and a hash of `code_verifier`. `code_verifier` itself is sent only from the
 * service to the provider, when the service exchanges the code.
 */
export type SignInValues = { state: string; nonce: string; code_verifier: string; redirect_uri: string };

/** The provider's data about the person. */
export type Identity = { email: string | undefined; is_verified: boolean };

export type IdentityProvider = {
  /** The host name of the provider, for display. */
  readonly name: string;
  /** The URL at which the person signs in. */
  authorizationUrl(values: SignInValues): Promise<string>;
  /**
   * Exchanges the code for the person's data. The code is in the query with which the provider redirected the browser
   * to us. Throws if the response does not belong to this sign-in.
   */
  identify(values: SignInValues, query: string): Promise<Identity>;
};

export type ProviderSettings = { issuer: string; client_id: string; client_secret: string };

const TIMEOUT_SECONDS = 10;
const SCOPE = 'openid email';

export function openIdentityProvider({ issuer, client_id, client_secret }: ProviderSettings): IdentityProvider {
  const { hostname, host } = new URL(issuer);
  let discovered: Promise<Configuration> | undefined;

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, ClientSecretBasic, discovery } = await library();
    const is_local = isLoopbackHost(hostname);
    return discovery(new URL(issuer), client_id, {}, ClientSecretBasic(client_secret), {
      timeout: TIMEOUT_SECONDS,
      ...(is_local ? { execute: [allowInsecureRequests] } : {}),
    });
  }

  /** The provider's metadata is read once. If reading it fails, the next sign-in tries again. */
  function configuration(): Promise<Configuration> {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  return {
    name: host,
    async authorizationUrl({ state, nonce, code_verifier, redirect_uri }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    async identify({ state, nonce, code_verifier, redirect_uri }, query) {
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      const config = await configuration();
      const tokens = await authorizationCodeGrant(config, new URL(`${redirect_uri}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: code_verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the identity provider sent no id token');
      // Some providers put the e-mail address into the id token. Others put it only into the user info.
      const { email, email_verified } =
        claims['email'] === undefined ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
      return { email: typeof email === 'string' ? email : undefined, is_verified: email_verified === true };
    },
  };
}

const library = () => import('openid-client');
