// DPoP: a signed proof that the sender of a request holds the key of its token (RFC 9449).
import { createHash, createHmac } from 'node:crypto';
import { numberIn, textIn } from '../kit/fields.ts';
import { readPublicKey, readToken, SIGNING_ALGORITHMS, thumbprintOf } from '../kit/jose.ts';
import { type Bank, useOnce } from './bank.ts';
import type { Asked } from './http.ts';

/** A proof is accepted for five minutes. A nonce is accepted in its own period of five minutes and in the next one. */
const PROOF_SECONDS_MAX = 300;
const NONCE_SECONDS = 300;
const CLOCK_DIFFERENCE_SECONDS_MAX = 60;

export type Proof = { kind: 'none' } | { kind: 'valid'; jkt: string } | { kind: 'wrong'; code: string; text: string };

/** Checks the proof of a request. If `access_token` is given, the proof must contain the hash of that token. */
export function readProof(bank: Bank, asked: Asked, access_token?: string): Proof {
  const sent = asked.headers['dpop'];
  if (sent === undefined) return { kind: 'none' };
  const wrong = (text: string): Proof => ({ kind: 'wrong', code: 'invalid_dpop_proof', text });
  const token = typeof sent === 'string' && !sent.includes(',') ? readToken(sent) : undefined;
  if (token === undefined) return wrong('The proof is damaged, or there are several.');
  const { header, claims } = token;
  if (header['typ'] !== 'dpop+jwt') return wrong('typ must be dpop+jwt.');
  if (!SIGNING_ALGORITHMS.some((alg) => alg === header['alg'])) return wrong('alg must be ES256 or PS256.');
  const key = readPublicKey(header['jwk']);
  if (key === undefined || !token.isSignedBy(key)) return wrong('The signature does not match the public key.');
  if (claims['htm'] !== asked.method) return wrong('htm is not the method of the request.');
  if (claims['htu'] !== `${asked.origin}${asked.path}`) return wrong('htu is not the address of the request.');
  const [iat, now] = [numberIn(claims, 'iat'), bank.clock.now().getTime() / 1000];
  if (iat === undefined || iat > now + CLOCK_DIFFERENCE_SECONDS_MAX || iat < now - PROOF_SECONDS_MAX) {
    return wrong('iat is missing, too old or in the future.');
  }
  if (access_token !== undefined) {
    const hash = createHash('sha256').update(access_token, 'ascii').digest('base64url');
    if (claims['ath'] !== hash) return wrong('ath is not the hash of the access token.');
  }
  if (bank.settings.is_dpop_nonce_required && !isCurrentNonce(bank, textIn(claims, 'nonce'))) {
    return { kind: 'wrong', code: 'use_dpop_nonce', text: 'The proof needs the nonce of the header DPoP-Nonce.' };
  }
  const jti = textIn(claims, 'jti');
  if (jti === undefined || jti.length < 8 || jti.length > 256) return wrong('jti is missing.');
  const jkt = thumbprintOf(key);
  const is_new = useOnce(bank, `proof ${jkt} ${jti}`, PROOF_SECONDS_MAX + CLOCK_DIFFERENCE_SECONDS_MAX);
  return is_new ? { kind: 'valid', jkt } : wrong('The proof was used before.');
}

export const currentNonce = (bank: Bank): string => nonceOf(bank, 0);

function isCurrentNonce(bank: Bank, nonce: string | undefined): boolean {
  return nonce !== undefined && [0, 1].some((back) => nonceOf(bank, back) === nonce);
}

function nonceOf(bank: Bank, back: number): string {
  const period = Math.floor(bank.clock.now().getTime() / 1000 / NONCE_SECONDS) - back;
  return createHmac('sha256', bank.secret).update(`nonce ${period}`).digest('base64url').slice(0, 24);
}
