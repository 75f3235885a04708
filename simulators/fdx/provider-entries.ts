// The providers.json entries with which Vouch uses this bank: one entry for each method of client authentication.
import { type Bank, issuerAt } from './bank.ts';

const SCOPES = {
  always: ['openid', 'offline_access', 'fdx:accountbasic:read', 'fdx:accountdetailed:read', 'fdx:customercontact:read'],
  transactions: ['fdx:transactions:read'],
  assets: ['fdx:transactions:read', 'fdx:paymentsupport:read', 'fdx:statements:read', 'fdx:investments:read'],
  income: ['fdx:transactions:read', 'fdx:tax:read'],
};

/** Without a folder the keys exist only in memory, so no entry can refer to them. */
export function providerEntries(bank: Bank, folder: string | undefined): object[] {
  if (folder === undefined) return [];
  const file = (name: string) => ({ file: `${folder}/${name}` });
  const { plain, tls } = bank.origins;
  const entry = (id: string, name: string, origin: string, client_auth: object, more: object) => ({
    id,
    name,
    connector: 'fdx',
    environments: ['sandbox', 'prod'],
    settings: {
      issuer: issuerAt(bank, origin),
      client_id: clientIdOf(id),
      client_auth,
      api_base: `${origin}/fdx/v6`,
      scopes: SCOPES,
      ...more,
    },
  });
  return [
    entry(
      'harbor_es256',
      'Harbor Bank (simulated)',
      plain,
      { method: 'private_key_jwt', alg: 'ES256', kid: 'es256-1', key: file('es256-key.pem') },
      {},
    ),
    entry(
      'harbor_ps256',
      'Harbor Bank PS256 (simulated)',
      plain,
      { method: 'private_key_jwt', alg: 'PS256', kid: 'ps256-1', key: file('ps256-key.pem') },
      {},
    ),
    entry(
      'harbor_mtls',
      'Harbor Bank mutual TLS (simulated)',
      tls,
      { method: 'tls_client_auth', key: file('mtls-key.pem'), certificate: file('mtls.pem') },
      { sender_constraint: 'mtls', ca: file('ca.pem') },
    ),
    entry(
      'harbor_self_signed',
      'Harbor Bank self-signed (simulated)',
      tls,
      { method: 'self_signed_tls_client_auth', key: file('self-signed-key.pem'), certificate: file('self-signed.pem') },
      { sender_constraint: 'mtls', ca: file('ca.pem') },
    ),
  ];
}

const clientIdOf = (id: string): string => id.replace('harbor_', 'vouch-').replaceAll('_', '-');
