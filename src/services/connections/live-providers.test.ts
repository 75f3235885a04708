import { expect, test } from 'vitest';
import type { Connector } from '#connectors/contract.ts';
import { vouchBank } from '#connectors/sandbox/vouch-bank.ts';
import { isOfferedTo } from '#domain/connections/providers.ts';
import { replaceLive } from './live-providers.ts';

const SCOPE = { client_id: 'c1', environment: 'prod' } as const;

const live = (id: string, name: string): Connector => ({
  ...vouchBank,
  manifest: { ...vouchBank.manifest, id, name, environments: ['prod'], clients: null, is_live: true },
});

test('replaceLive() replaces the list of live connectors; a connector that the new list does not contain stays in the map of connectors but is no longer offered', () => {
  const all = new Map<string, Connector>([[vouchBank.manifest.id, vouchBank]]);
  replaceLive(all, [live('acme', 'Acme'), live('birch', 'Birch')]);
  replaceLive(all, [live('birch', 'Birch Bank'), live('cedar', 'Cedar')]);
  expect([...all.values()].map(({ manifest }) => [manifest.name, isOfferedTo(manifest, SCOPE)])).toEqual([
    ['Vouch Bank', false],
    ['Acme', false],
    ['Birch Bank', true],
    ['Cedar', true],
  ]);
  expect(all.get('vouch_bank')).toBe(vouchBank);
});

test('a provider that was removed from the list and added again is offered again', () => {
  const all = new Map<string, Connector>();
  replaceLive(all, [live('acme', 'Acme')]);
  replaceLive(all, []);
  replaceLive(all, [live('acme', 'Acme')]);
  expect([...all.values()].map(({ manifest }) => isOfferedTo(manifest, SCOPE))).toEqual([true]);
});
