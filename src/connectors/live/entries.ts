// Code that all connectors of configured providers share, mainly to build their manifest and to read the `memory` of
// their accounts.
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Manifest } from '#connectors/contract.ts';
import type { DataSource } from '#domain/access/products.ts';
import type { ProviderEntry } from './kinds.ts';

/**
 * Builds the manifest of a configured provider from the operator's entry and from the values of the connector itself.
 */
export const manifestOf = (
  entry: ProviderEntry<unknown>,
  own: Pick<Manifest, 'login' | 'origins'> & { data_source: DataSource },
): Manifest => ({
  id: entry.id,
  name: entry.name,
  logo_url: entry.logo_url,
  domain: null,
  is_supported: true,
  success_rate: null,
  data_source: own.data_source,
  products: entry.products,
  environments: entry.environments,
  also_known_as: entry.aliases,
  login: own.login,
  second_factors: [],
  origins: own.origins,
});

/** Returns the `memory` of an account, validated by the connector's own schema. */
export function recall<Schema extends TSchema>(schema: Schema, memory: unknown): Static<Schema> {
  if (!Check(schema, memory)) throw new Error('the memory of the account does not match its schema');
  return memory;
}

/**
 * Removes repeated objects. Providers repeat an object if a list changes between two pages. The first object with a
 * given key is kept.
 */
export function unique<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const known = new Map<string, T>();
  addNew(known, all, keyOf);
  return [...known.values()];
}

/** Adds the objects of `all` whose key is not in `known` yet. */
export function addNew<T>(known: Map<string, T>, all: readonly T[], keyOf: (one: T) => string): void {
  for (const one of all) {
    const key = keyOf(one);
    if (!known.has(key)) known.set(key, one);
  }
}
