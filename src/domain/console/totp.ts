// One-time codes of authenticator apps (TOTP, RFC 6238). A code is six digits of an HMAC-SHA-1 over the number of the
// current time step. A time step lasts 30 seconds.
import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const TOTP_SECRET_BYTES = 20;

/** The number of the 30-second time step that contains this time. */
export const totpStep = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Returns the time step to which the code belongs. Accepts the current, the previous and the next time step, because
 * clocks differ and people type slowly. Returns undefined if the code belongs to none of these time steps.
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const current = totpStep(now);
  return [current, current - 1, current + 1].find((step) => totpCode(secret, step) === code);
}

/** The secret in the form in which people type it into an authenticator app. */
export function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The URL that authenticator apps read from a QR code. */
export function otpauthUrl(secret: Buffer, email: string): string {
  const query = new URLSearchParams({ secret: toBase32(secret), issuer: 'Vouch' });
  return `otpauth://totp/${encodeURIComponent(`Vouch:${email}`)}?${query}`;
}
