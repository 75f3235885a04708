// The connector for providers that implement FDX (Financial Data Exchange, versions 5 and 6) with OAuth.

import type { Connector } from '#connectors/contract.ts';
import type { LiveKind, ProviderEntry } from '#connectors/live/kinds.ts';
import { accessOf, isRenewalDue } from './access.ts';
import { checkProvider } from './check.ts';
import { fetchPart, openStatement, readFirst } from './data.ts';
import { logIn, renew } from './login.ts';
import { openDiscovery } from './metadata.ts';
import { type Client, revokeToken } from './oauth.ts';
import { FDX_PROVENANCE } from './provenance.ts';
import { readRest } from './rest.ts';
import { FDX_PRODUCTS, FdxSettings, settingsFaults, toProvider } from './settings.ts';

export const fdxKind: LiveKind<FdxSettings> = {
  kind: 'fdx',
  data_source: 'financial_accounts',
  provenance: FDX_PROVENANCE,
  products: FDX_PRODUCTS,
  settings: FdxSettings,
  open: (entry) => openFdx(entry),
  async check(entry, io) {
    const faults = settingsFaults(entry.settings);
    return faults.length > 0 ? faults : checkProvider(clientOf(entry), originsOf(entry.settings), io);
  },
};

const originsOf = ({ issuer, api_base }: FdxSettings): string[] => [
  ...new Set([new URL(issuer).origin, new URL(api_base).origin]),
];

function clientOf({ name, settings }: ProviderEntry<FdxSettings>): Client {
  const provider = toProvider(name, settings);
  return { provider, discover: openDiscovery(provider), nonces: new Map() };
}

function openFdx(entry: ProviderEntry<FdxSettings>): Connector {
  const { settings } = entry;
  const client = clientOf(entry);
  const { certificate, key } = settings.client_auth;
  return {
    manifest: {
      id: entry.id,
      name: entry.name,
      logo_url: entry.logo_url,
      domain: new URL(settings.issuer).hostname,
      is_supported: true,
      success_rate: null,
      data_source: 'financial_accounts',
      products: entry.products,
      environments: entry.environments,
      also_known_as: entry.aliases,
      login: { kind: 'oauth' },
      second_factors: [],
      origins: originsOf(settings),
      tls: {
        certificate: certificate ?? null,
        key: certificate === undefined ? null : key,
        ca: settings.ca ?? null,
      },
    },
    // The identity of the person is unknown until the person has allowed access.
    loginOf: () => undefined,
    login: (request, io) => logIn(client, request, io),
    fetch: { first: fetchPart(client, readFirst), rest: fetchPart(client, readRest) },
    openFile: (account, file_id, io) => openStatement(client, account, file_id, io),
    renewal: {
      isDue: (account, now) => isRenewalDue(accessOf(account), now),
      renew: (account, io) => renew(client, account, io),
    },
    async revoke(account, io) {
      const { refresh_token, access_token, dpop } = accessOf(account);
      await revokeToken(client, refresh_token ?? access_token, dpop, io);
    },
  };
}
