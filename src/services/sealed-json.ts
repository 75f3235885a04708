// JSON at rest: sealed under a person's key, bound to its place. Long lists are packed first.
import type { KeyObject } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { seal, unseal } from '#base/sealing.ts';

export const sealJson = (key: KeyObject, value: unknown, where: string): Buffer =>
  seal(key, JSON.stringify(value), where);

export function unsealJson<T>(key: KeyObject, sealed: Buffer, where: string): T {
  const value: T = JSON.parse(unseal(key, sealed, where).toString('utf8'));
  return value;
}

/** The fastest level: a year of pay statements shrinks to an eighth in under a millisecond. */
const LEVEL = 1;
/** Far more than any list we keep, so that damaged bytes cannot ask for all the memory. */
const BYTES_MAX = 256 * 1024 * 1024;

export const sealList = (key: KeyObject, value: unknown, where: string): Buffer =>
  sealListText(key, JSON.stringify(value), where);

/** The same for a list that is text already. */
export const sealListText = (key: KeyObject, text: string | Buffer, where: string): Buffer =>
  seal(key, deflateRawSync(text, { level: LEVEL }), where);

export function unsealList<T>(key: KeyObject, sealed: Buffer, where: string): T {
  const packed = unseal(key, sealed, where);
  const value: T = JSON.parse(inflateRawSync(packed, { maxOutputLength: BYTES_MAX }).toString('utf8'));
  return value;
}
