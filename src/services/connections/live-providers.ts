// The connectors of the service: the built-in connectors, and the live connectors of the operator's list. This list can
// be replaced while the service runs.
import type { Connector } from '#connectors/contract.ts';
import { connectors } from '#connectors/registry.ts';
import type { HouseSettings } from '#services/platform/ctx.ts';
import type { Vault } from '#services/platform/vault.ts';
import { bankSecretOf } from './sandbox-oauth.ts';

/** All connectors by provider id. */
export function openConnectors(
  settings: Pick<HouseSettings, 'base_url' | 'public_url'>,
  vault: Vault,
  live: readonly Connector[] = [],
): Map<string, Connector> {
  const { base_url, public_url } = settings;
  const all = new Map(connectors({ base_url, public_url, bank_secret: bankSecretOf(vault) }));
  replaceLive(all, live);
  return all;
}

/**
 * Replaces the live connectors with a new list. A connector that is missing in the new list is no longer offered to any
 * client. It stays in the map, because running tasks still need it.
 */
export function replaceLive(all: Map<string, Connector>, live: readonly Connector[]): void {
  for (const [id, connector] of all) {
    const { manifest } = connector;
    if (manifest.is_live === true) all.set(id, { ...connector, manifest: { ...manifest, environments: [] } });
  }
  for (const connector of live) all.set(connector.manifest.id, connector);
}
