// The consent that we ask the person for at an FDX provider. It is a rich authorization request (RFC 9396) of the type
// that FDX defines: which data we may read, for how many days, and how many days of history.
import { historyDays, needsAny } from '#connectors/live/needs.ts';
import type { ProductType } from '#domain/access/products.ts';
import type { Metadata } from './metadata.ts';
import { type Provider, scopesFor } from './settings.ts';

/**
 * The name of the consent type in FDX. Some servers write a dot instead of the underscore, and some have another
 * version number that begins with 1.
 */
const USUAL_TYPE = 'fdx_v1.0';
const TYPE = /^fdx[._]v1(\.\d+)*$/i;

/** Returns the server's own name for the FDX consent type, or undefined if the server does not offer FDX consents. */
export function consentTypeOf({ authorization_details_types_supported: offered = [] }: Metadata): string | undefined {
  return offered.includes(USUAL_TYPE) ? USUAL_TYPE : offered.find((name) => TYPE.test(name));
}

type Cluster = { name: string; resource: 'ACCOUNT' | 'CUSTOMER'; for?: Parameters<typeof needsAny>[1] };

/** The data clusters of FDX that we read. A cluster without `for` is needed by every product. */
const CLUSTERS: readonly Cluster[] = [
  { resource: 'CUSTOMER', name: 'CUSTOMER_CONTACT' },
  { resource: 'CUSTOMER', name: 'TAX', for: 'tax_forms' },
  { resource: 'ACCOUNT', name: 'ACCOUNT_BASIC' },
  { resource: 'ACCOUNT', name: 'ACCOUNT_DETAILED' },
  { resource: 'ACCOUNT', name: 'TRANSACTIONS' },
  { resource: 'ACCOUNT', name: 'INVESTMENTS', for: 'holdings' },
  { resource: 'ACCOUNT', name: 'PAYMENT_SUPPORT', for: 'numbers' },
  { resource: 'ACCOUNT', name: 'STATEMENTS', for: 'statements' },
];

/**
 * A cluster that has two names. FDX 7 has only `PAYMENT_SUPPORT`, and older servers may have only `ACCOUNT_PAYMENTS`.
 */
const OLDER_NAMES: Readonly<Record<string, string>> = { PAYMENT_SUPPORT: 'ACCOUNT_PAYMENTS' };

/** The scope of a cluster, for example `fdx:accountdetailed:read` for `ACCOUNT_DETAILED`. */
const scopeOf = (cluster: string): string => `fdx:${cluster.toLowerCase().replaceAll('_', '')}:read`;

/**
 * Returns the name under which a cluster is requested, or undefined if it is not requested. The settings list the
 * scopes for which the provider has registered us. The provider refuses a cluster without a registered scope. If the
 * settings list no scope of FDX, every cluster is requested.
 */
function requestedName({ name }: Cluster, scopes: readonly string[]): string | undefined {
  if (!scopes.some((scope) => scope.startsWith('fdx:'))) return name;
  return [name, OLDER_NAMES[name] ?? name].find((one) => scopes.includes(scopeOf(one)));
}

/** Returns the elements of `authorization_details`: one consent for all these products. */
export function consentFor(
  provider: Pick<Provider, 'scopes' | 'consent_days' | 'lookback_days'>,
  type: string,
  { products, history_months }: { products: readonly ProductType[]; history_months: number },
) {
  const scopes = scopesFor(provider, products);
  const needed = CLUSTERS.filter((cluster) => cluster.for === undefined || needsAny(products, cluster.for));
  const resources = (['CUSTOMER', 'ACCOUNT'] as const).map((resourceType) => ({
    resourceType,
    dataClusters: needed
      .filter(({ resource }) => resource === resourceType)
      .flatMap((cluster) => requestedName(cluster, scopes) ?? []),
  }));
  return [
    {
      type,
      consentRequest: {
        durationType: 'TIME_BOUND',
        durationPeriod: provider.consent_days,
        lookbackPeriod: Math.min(historyDays(history_months), provider.lookback_days ?? Number.POSITIVE_INFINITY),
        resources: resources.filter(({ dataClusters }) => dataClusters.length > 0),
      },
    },
  ];
}
