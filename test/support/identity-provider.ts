// A real OpenID Connect server in the test's process. A person signs in there with an e-mail address and no password.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';

export type TestProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/**
 * `people` defines the accounts of the server: it maps each e-mail address to whether the server has verified the
 * address.
 */
export async function startIdentityProvider(redirect_uri: string, people: Record<string, boolean>) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { client_id: 'vouch', client_secret: 'a-secret-of-the-test' };
  const configuration: Configuration = {
    clients: [{ ...client, redirect_uris: [redirect_uri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of the test'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: people[sub] === true }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: client.client_id, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  const handle = provider.callback();
  /** The person who signs in next. */
  let person = '';
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void handle(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: person } });
  });

  return {
    issuer,
    settings: { issuer, ...client },
    /** Signs a person in at the provider. Returns the URL to which the provider sends the browser back. */
    async signIn(authorization_url: string, email: string): Promise<URL> {
      person = email;
      const jar = new Map<string, string>();
      for (let url = authorization_url; ; ) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
        await response.arrayBuffer();
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`the identity provider responded with ${response.status}`);
        url = new URL(location, url).href;
        if (url.startsWith(redirect_uri)) return new URL(url);
      }
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
