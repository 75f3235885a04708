import { describe, expect, test } from 'vitest';
import { BANK_CLIENT_ID, backTo, challengeOf, isVerified, readAuthorization } from './sandbox-oauth.ts';

const ASKED = {
  response_type: 'code',
  client_id: BANK_CLIENT_ID,
  redirect_uri: 'https://vouch.example/oauth/callback/',
  state: 'the-state',
  code_challenge: challengeOf('v'.repeat(43)),
  code_challenge_method: 'S256',
};

describe('an OAuth authorisation request', () => {
  test.each([
    { client_id: 'stranger' },
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${ASKED.redirect_uri}../` },
    { redirect_uri: `${ASKED.redirect_uri}?a=b` },
    { state: '' },
    { state: 'x'.repeat(513) },
  ])('an OAuth authorisation request with %o is rejected without a redirect', (changes) => {
    expect(readAuthorization({ ...ASKED, ...changes }, ASKED.redirect_uri)).toEqual({ outcome: 'stop' });
  });

  test('a request is accepted if its state has 512 characters', () => {
    const read = readAuthorization({ ...ASKED, state: 'x'.repeat(512) }, ASKED.redirect_uri);
    expect(read.outcome).toBe('fine');
  });

  test('the response redirects to the registered URL, with escaped parameters', () => {
    const { redirect_uri, code_challenge } = ASKED;
    const url = backTo({ redirect_uri, code_challenge, state: 'a&code=b' }, { error: 'access_denied' });
    expect(url).toBe('https://vouch.example/oauth/callback/?error=access_denied&state=a%26code%3Db');
  });
});

test('a PKCE verifier has 43 to 128 characters, as RFC 7636 requires', () => {
  const verdicts = [42, 43, 128, 129].map((length) => {
    const verifier = 'v'.repeat(length);
    return isVerified(challengeOf(verifier), verifier);
  });
  expect(verdicts).toEqual([false, true, true, false]);
});
