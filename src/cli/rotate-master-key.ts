// `vouch key rotate-master`: rewraps every data key while the service keeps running.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '#config.ts';
import { rewrapKeys } from '#services/platform/vault.ts';
import { addMasterKey, dropOldMasterKeys } from '#storage/platform/embedded/master-keys.ts';
import type { OpenHouse } from '#wiring.ts';

/**
 * Running processes check the key file once a second. After this pause, all processes wrap data keys with the new
 * master key.
 */
const ALL_RELOADED_AFTER_MS = 3_000;

/**
 * Rotates the master key. If the master key is in the data folder, creates a new key and puts it first, rewraps every
 * data key with the new key, and then deletes the old key. If the master key is in VOUCH_MASTER_KEY, rewraps every data
 * key with the first key in that setting. The operator then removes the other keys from the setting.
 */
export async function rotateMasterKey(
  house: OpenHouse,
  settings: Settings,
  say: (line: string) => void,
): Promise<number> {
  const kept_in_file = settings.VOUCH_MASTER_KEY === undefined;
  if (kept_in_file) {
    await addMasterKey(settings.VOUCH_DATA_DIR);
    await house.master_keys.reload();
    await sleep(ALL_RELOADED_AFTER_MS);
  }
  const rewrapped = await rewrapKeys(house.database, house.master_keys, (done, total) => say(`${done} of ${total}`));
  if (kept_in_file) await dropOldMasterKeys(settings.VOUCH_DATA_DIR);
  return rewrapped;
}
