// Signed file URLs. For a quarter of an hour, anyone who has the URL can open the file. Only this service can create a
// valid URL.
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { HouseSettings } from './ctx.ts';
import type { Vault } from './vault.ts';

const VALID_SECONDS = 15 * 60;
const SIGNATURE = /^[0-9a-f]{64}$/;

type Seal = { vault: Pick<Vault, 'hash'>; clock: Clock };
type Parts = Seal & { settings: Pick<HouseSettings, 'base_url'> };

/** The expiry is in real time, not on the sandbox clock, because a browser opens the URL. */
export function fileUrl({ vault, clock, settings }: Parts, id: string, name: string): string {
  const expires = Math.floor(clock.now().getTime() / 1000) + VALID_SECONDS;
  const signature = vault.hash('file_url', id, name, String(expires)).toString('hex');
  return `${settings.base_url}/files/${id}/${name}?expires=${expires}&signature=${signature}`;
}

/** True if the signature is valid and the URL has not expired. */
export function isValidFileUrl(
  { vault, clock }: Seal,
  file: { id: string; name: string; expires: string; signature: string },
): boolean {
  const expected = vault.hash('file_url', file.id, file.name, file.expires);
  // The format is checked first, because the hex decoder ignores anything after the last whole byte.
  if (!SIGNATURE.test(file.signature)) return false;
  if (!timingSafeEqual(Buffer.from(file.signature, 'hex'), expected)) return false;
  return Number(file.expires) * 1000 > clock.now().getTime();
}
