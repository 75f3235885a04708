// A kind of live connector for tests, without a network. The person signs in on a page at `base_url`. The page then
// redirects back with a query that names the account. With `play`, a test decides how the provider behaves.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { type Connector, ProviderFailure } from '#connectors/contract.ts';
import { type LiveKind, type ProviderEntry, secret } from '#connectors/live/kinds.ts';
import { vouchBank } from '#connectors/sandbox/vouch-bank.ts';
import type { FailureScope } from '#domain/connections/provider-health.ts';

const TestSettings = Type.Object({
  base_url: Type.String({ pattern: '^https?://' }),
  client_id: Type.String(),
  secret: secret(Type.String({ minLength: 8 })),
  consent_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
  scopes: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  auth: Type.Optional(
    Type.Union([
      Type.Object({ method: Type.Literal('jwt'), key: secret(Type.String()) }),
      Type.Object({ method: Type.Literal('tls'), certificate: Type.String() }),
    ]),
  ),
});
type TestSettings = Static<typeof TestSettings>;

const Notice = Type.Object({ id: Type.String(), logins: Type.Array(Type.String()) });

/** The current behaviour of the provider. A test may change it at any time. */
export type Play = {
  is_down: boolean;
  /** While `is_down` is true: what fails, for example the whole provider. */
  scope: FailureScope;
  faults: string[];
  logins: number;
};

export const newPlay = (): Play => ({ is_down: false, scope: 'provider', faults: [], logins: 0 });

export const testKind = (play: Play): LiveKind<TestSettings> => ({
  kind: 'finch',
  data_source: 'financial_accounts',
  products: ['assets', 'transactions', 'income'],
  settings: TestSettings,
  provenance: {
    accounts: { nickname: 'books[].label', wire_routing_number: null },
    transactions: { amount: 'entries[].cents' },
  },
  open: (entry) => testConnector(entry, play),
  check: async () => play.faults,
});

/** The signature that the provider sends with a notice. */
export const signNotice = (key: string, body: string): string => createHmac('sha256', key).update(body).digest('hex');

function testConnector({ id, name, settings }: ProviderEntry<TestSettings>, play: Play): Connector {
  const answering = (): void => {
    if (!play.is_down) return;
    const { scope } = play;
    throw new ProviderFailure('unavailable', `${name} is not responding. Please try again later.`, { scope });
  };
  return {
    ...vouchBank,
    manifest: {
      ...vouchBank.manifest,
      id,
      name,
      login: { kind: 'oauth' },
      second_factors: [],
      origins: [new URL(settings.base_url).origin],
    },
    loginOf: () => undefined,
    async login({ reply, account, state, redirect_url, is_refresh }, io) {
      answering();
      play.logins += 1;
      if (is_refresh && account !== undefined) return { step: 'connected', account };
      if (reply?.kind !== 'redirect') {
        const query = new URLSearchParams({ state, redirect_uri: redirect_url });
        return { step: 'redirect', url: `${settings.base_url}/authorize?${query}`, memory: {} };
      }
      const login = reply.query['account'] ?? '';
      if (login === '') throw new ProviderFailure('login_error', 'Access was not granted.');
      return {
        step: 'connected',
        account: { login, can_switch_deposits: null, is_suspicious: false, memory: memoryOn(io.now()) },
      };
    },
    async webhook({ headers, body }) {
      const sent = Buffer.from(headers['x-test-signature'] ?? '', 'hex');
      const right = Buffer.from(signNotice(settings.secret, body.toString('utf8')), 'hex');
      if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined;
      const notice: unknown = JSON.parse(body.toString('utf8'));
      if (!Check(Notice, notice)) throw new Error('the notice has an unexpected shape');
      return notice;
    },
  };
}

/**
 * The state that the connector stores with the account. With this state, the provider returns the data of a sample
 * person of the sandbox bank.
 */
const memoryOn = (now: Date) => ({
  username: 'goodlogin',
  first_login_date: now.toISOString().slice(0, 10),
  refreshed_on: [],
  ready_at_ms: 0,
  is_empty: false,
});
