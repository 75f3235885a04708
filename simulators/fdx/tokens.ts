// The token and revocation endpoints. Each refresh replaces the refresh token. If an old refresh token is used again,
// all tokens of the same authorization are revoked.
import { createHash } from 'node:crypto';
import { signToken } from '../kit/jose.ts';
import {
  type Bank,
  type Binding,
  type Code,
  type Consent,
  customerIdOf,
  hashOf,
  isConsentActive,
  isPast,
  later,
  lifeOf,
  newSecret,
  revokeFamily,
} from './bank.ts';
import { authenticate, type Client } from './clients.ts';
import { currentNonce, readProof } from './dpop.ts';
import { OAuthError } from './errors.ts';
import { type Answer, type Asked, json } from './http.ts';
import { audiencesOf, ID_TOKEN_KEY } from './metadata.ts';

/** Handles `POST /token`. */
export function grantTokens(bank: Bank, asked: Asked): Answer {
  const client = authenticate(bank, asked, audiencesOf(bank, 'token'));
  const grant = asked.form.get('grant_type');
  const repeated = [...asked.form.keys()].find((name, at, all) => all.indexOf(name) !== at);
  if (repeated !== undefined) throw new OAuthError(400, 'invalid_request', `${repeated} is given more than once.`);
  if (grant === 'authorization_code') return redeemCode(bank, asked, client);
  if (grant === 'refresh_token') return refresh(bank, asked, client);
  throw new OAuthError(400, 'unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}

/** `POST /revoke` (RFC 7009). An unknown token is answered like a known one. */
export function revoke(bank: Bank, asked: Asked): Answer {
  const client = authenticate(bank, asked, audiencesOf(bank, 'revoke'));
  const token = asked.form.get('token');
  if (token === null || token === '') throw new OAuthError(400, 'invalid_request', 'token is missing.');
  const hash = hashOf(token);
  const known = bank.refresh_tokens.get(hash);
  if (known?.consent.client_id === client.client_id) {
    revokeFamily(bank, known.family);
    known.consent.is_revoked = true;
  }
  const access = bank.access_tokens.get(hash);
  if (access?.consent.client_id === client.client_id) access.is_revoked = true;
  return { status: 200, headers: { 'cache-control': 'no-store' } };
}

function redeemCode(bank: Bank, asked: Asked, client: Client): Answer {
  const code = bank.codes.get(hashOf(asked.form.get('code') ?? ''));
  if (code === undefined || code.client_id !== client.client_id) throw refused('The code is unknown.');
  if (code.is_used) {
    revokeFamily(bank, code.family);
    throw refused('The code was used before. Its tokens are revoked.');
  }
  // The proof is checked before the code is marked as used. A client whose proof lacks the nonce repeats the request
  // with the same code, so the code must still be unused then.
  const binding = bindingOf(bank, asked);
  if (code.dpop_jkt !== undefined && !(binding !== undefined && 'jkt' in binding && binding.jkt === code.dpop_jkt)) {
    throw new OAuthError(400, 'invalid_dpop_proof', 'The code is bound to another key.');
  }
  code.is_used = true;
  if (isPast(bank, code.expires_at)) throw refused('The code is expired.');
  if (asked.form.get('redirect_uri') !== code.redirect_uri) throw refused('redirect_uri differs from the request.');
  const verifier = asked.form.get('code_verifier') ?? '';
  const is_proven =
    /^[\w.~-]{43,128}$/.test(verifier) &&
    createHash('sha256').update(verifier, 'ascii').digest('base64url') === code.code_challenge;
  if (!is_proven) throw refused('code_verifier does not match code_challenge.');
  return issue(bank, code.consent, code.family, binding, code);
}

function refresh(bank: Bank, asked: Asked, client: Client): Answer {
  const token = bank.refresh_tokens.get(hashOf(asked.form.get('refresh_token') ?? ''));
  if (token === undefined || token.consent.client_id !== client.client_id)
    throw refused('The refresh token is unknown.');
  if (token.is_used) {
    revokeFamily(bank, token.family);
    throw refused('The refresh token was used before. All tokens of this consent are revoked.');
  }
  if (token.is_revoked || !isConsentActive(bank, token.consent)) throw refused('The consent has ended.');
  const scope = asked.form.get('scope');
  if (scope !== null && !scope.split(' ').every((one) => token.consent.scopes.includes(one))) {
    throw new OAuthError(400, 'invalid_scope', 'scope must not exceed the consent.');
  }
  const binding = bindingOf(bank, asked);
  if (token.is_dpop && !(binding !== undefined && 'jkt' in binding)) {
    throw new OAuthError(400, 'invalid_dpop_proof', 'A proof is missing.');
  }
  token.is_used = true;
  return issue(bank, token.consent, token.family, binding);
}

function issue(bank: Bank, consent: Consent, family: string, binding: Binding, code?: Code): Answer {
  const seconds = bank.settings.access_token_seconds;
  const is_dpop = binding !== undefined && 'jkt' in binding;
  const access_token = newSecret();
  bank.access_tokens.set(hashOf(access_token), {
    family,
    consent,
    binding,
    expires_at: later(bank, seconds),
    is_revoked: false,
  });
  const refresh_token = code?.is_one_time === true ? undefined : newSecret();
  if (refresh_token !== undefined) {
    bank.refresh_tokens.set(hashOf(refresh_token), { family, consent, is_dpop, is_used: false, is_revoked: false });
  }
  const id_token = code !== undefined && consent.scopes.includes('openid') ? idToken(bank, consent, code) : undefined;
  const nonce = is_dpop ? { 'dpop-nonce': currentNonce(bank) } : {};
  return json(
    200,
    {
      access_token,
      token_type: is_dpop ? 'DPoP' : 'Bearer',
      expires_in: seconds,
      refresh_token,
      id_token,
      scope: consent.scopes.join(' '),
      fdxConsentId: consent.id,
    },
    { pragma: 'no-cache', ...nonce },
  );
}

function idToken(bank: Bank, consent: Consent, { nonce, issuer }: Code): string {
  const life = lifeOf(consent.username);
  const now = Math.floor(bank.clock.now().getTime() / 1000);
  return signToken(
    { alg: 'ES256', kid: ID_TOKEN_KEY, typ: 'JWT' },
    {
      iss: issuer,
      sub: life === undefined ? consent.username : customerIdOf(life),
      aud: consent.client_id,
      iat: now,
      exp: now + 300,
      auth_time: Math.floor(consent.created_at.getTime() / 1000),
      nonce,
    },
    bank.id_token_key,
  );
}

/**
 * What the new access token is bound to: the key of the proof or, without a proof, the client certificate of the
 * connection.
 */
function bindingOf(bank: Bank, asked: Asked): Binding {
  if (bank.settings.constraint === 'off') return undefined;
  const proof = readProof(bank, asked);
  if (proof.kind === 'wrong') throw new OAuthError(400, proof.code, proof.text, { 'dpop-nonce': currentNonce(bank) });
  if (proof.kind === 'valid') return { jkt: proof.jkt };
  if (asked.certificate !== undefined) return { x5t: asked.certificate.thumbprint };
  if (bank.settings.constraint === 'required') {
    throw new OAuthError(400, 'invalid_dpop_proof', 'Tokens must be bound by DPoP or by a client certificate.');
  }
  return undefined;
}

const refused = (text: string): OAuthError => new OAuthError(400, 'invalid_grant', text);
