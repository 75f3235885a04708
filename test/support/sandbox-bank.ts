// Opens the sandbox bank without the rest of the service. The bank has a fresh database and a clock that the test can
// advance.
import { newKeyBytes } from '#base/sealing.ts';
import type { BankParts } from '#services/connections/sandbox-oauth.ts';
import { openVault } from '#services/platform/vault.ts';
import { loadMasterKeys } from '#storage/platform/embedded/master-keys.ts';
import { freshDatabase, type TestDatabase } from './database.ts';

export type TestBank = BankParts & { database: TestDatabase; advance(seconds: number): void };

const BASE_URL = 'http://127.0.0.1:8080';

export async function openTestBank(): Promise<TestBank> {
  const database = await freshDatabase();
  const vault = await openVault(database, await loadMasterKeys(newKeyBytes().toString('base64'), '', false));
  const settings = {
    base_url: BASE_URL,
    public_url: BASE_URL,
    requests_limit: 1_000_000,
    webhook_policy: { allow: [], loopback: false },
    sandbox_notifications: false,
  };
  let now_ms = Date.parse('2026-03-04T12:00:00Z');
  return {
    database,
    vault,
    settings,
    clock: { now: () => new Date(now_ms) },
    advance: (seconds) => {
      now_ms += seconds * 1000;
    },
  };
}
