import { beforeEach, describe, expect, test } from 'vitest';
import { keyedHash, newKeyBytes, toKey } from '#base/sealing.ts';
import { BASE_URL, type MovableClock, movableClock } from '#test/house.ts';
import { fileUrl, isValidFileUrl } from './file-urls.ts';
import type { Vault } from './vault.ts';

const key = toKey(newKeyBytes());
const vault: Pick<Vault, 'hash'> = { hash: (purpose, ...parts) => keyedHash(key, purpose, ...parts) };
const settings = { base_url: BASE_URL };
const ID = '24d7a5c0f61b4f0c9a3ce1b2d4f60718';
const NAME = `statement-${ID}.pdf`;

let clock: MovableClock;
beforeEach(() => {
  clock = movableClock();
});

function signed() {
  const url = new URL(fileUrl({ vault, clock, settings }, ID, NAME));
  const [, , id = '', name = ''] = url.pathname.split('/');
  return {
    id,
    name,
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  };
}
const isValid = (file: ReturnType<typeof signed>) => isValidFileUrl({ vault, clock }, file);

describe('a signed file URL', () => {
  test('a signed URL is valid for 15 minutes', () => {
    const file = signed();
    expect(file).toMatchObject({ id: ID, name: NAME, signature: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(isValid(file)).toBe(true);
    clock.advance(15 * 60_000 - 1);
    expect(isValid(file)).toBe(true);
    clock.advance(1);
    expect(isValid(file)).toBe(false);
  });

  test.each<[string, (file: ReturnType<typeof signed>) => Partial<ReturnType<typeof signed>>]>([
    ['another id', ({ id }) => ({ id: id.replace('2', '3') })],
    ['another name', ({ name }) => ({ name: name.replace('statement', 'w2') })],
    ['a later expiry', ({ expires }) => ({ expires: String(Number(expires) + 1) })],
    ['another notation of the expiry', ({ expires }) => ({ expires: `${expires}.0` })],
    ['no expiry', () => ({ expires: '' })],
    ['no signature', () => ({ signature: '' })],
    ['a shorter signature', ({ signature }) => ({ signature: signature.slice(0, -1) })],
    ['a longer signature', ({ signature }) => ({ signature: `${signature}0` })],
    ['characters after the signature', ({ signature }) => ({ signature: `${signature}zz` })],
    ['a signature in upper case', ({ signature }) => ({ signature: `A${signature.slice(1)}` })],
    ['a signature of zeros', () => ({ signature: '0'.repeat(64) })],
  ])('a signed file URL is invalid with %s', (_change, change) => {
    const file = signed();
    expect(isValid({ ...file, ...change(file) })).toBe(false);
  });
});
