import { afterAll, describe, expect, test } from 'vitest';
import { ACCESS_TOKEN_SECONDS, BANK_CLIENT_ID, CODE_SECONDS, challengeOf } from '#domain/connections/sandbox-oauth.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { openTestBank } from '#test/sandbox-bank.ts';
import { answerRevoke, answerToken, answerUserinfo, bankSecretOf, callbackUrl, consentFor } from './sandbox-oauth.ts';

const bank = await openTestBank();
afterAll(() => bank.database.drop());

const VERIFIER = 'a-verifier-of-exactly-forty-three-characters';
const CLIENT = { client_id: BANK_CLIENT_ID, client_secret: bankSecretOf(bank.vault) };
const GOOD = { username: 'goodlogin', password: 'goodpassword', allow: true };

const ASKED = {
  response_type: 'code',
  client_id: BANK_CLIENT_ID,
  redirect_uri: callbackUrl(bank),
  state: 'the-state',
  code_challenge: challengeOf(VERIFIER),
  code_challenge_method: 'S256',
};
const authorizeUrl = (changes = {}) =>
  `http://127.0.0.1:8080/sandbox/bank/authorize?${new URLSearchParams({ ...ASKED, ...changes })}`;

const backWith = async (visit = GOOD, changes = {}) =>
  Object.fromEntries(new URL(await consentFor(bank, authorizeUrl(changes), visit)).searchParams);
const newCode = async () => (await backWith())['code'] ?? '';

const exchange = (code: string, changes = {}) =>
  answerToken(bank, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: ASKED.redirect_uri,
    code_verifier: VERIFIER,
    ...CLIENT,
    ...changes,
  });

async function newTokens(): Promise<{ access_token: string; refresh_token: string }> {
  const { status, body } = await exchange(await newCode());
  expect(status).toBe(200);
  return JSON.parse(body);
}
const renew = (refresh_token: string, changes = {}) =>
  answerToken(bank, { grant_type: 'refresh_token', refresh_token, ...CLIENT, ...changes });
const userinfo = (token: string) => answerUserinfo(bank, `Bearer ${token}`);

const shortly = ({ status, body }: { status: number; body: string }) => `${status} ${JSON.parse(body).error ?? 'fine'}`;

describe('the consent page', () => {
  test('the consent page redirects to our callback URL with a code and the state', async () => {
    const url = new URL(await consentFor(bank, authorizeUrl(), GOOD));
    expect(`${url.origin}${url.pathname}`).toBe('http://127.0.0.1:8080/oauth/callback/');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'the-state',
    });
  });

  test.each([
    ['a denied consent', { ...GOOD, allow: false }, { error: 'access_denied' }],
    [
      'a wrong password',
      { ...GOOD, password: 'swordfish' },
      { error: 'access_denied', error_description: 'login_error' },
    ],
    ...(
      [
        ['login_error', 'access_denied'],
        ['account_locked', 'access_denied'],
        ['unable_to_reset', 'access_denied'],
        ['config_error', 'unauthorized_client'],
        ['not_supported', 'invalid_scope'],
        ['unavailable', 'temporarily_unavailable'],
        ['error', 'server_error'],
      ] as const
    ).map(
      ([status, error]) =>
        [
          status,
          { username: 'error.user', password: status, allow: true },
          { error, error_description: status },
        ] as const,
    ),
  ] as const)(
    'the sandbox bank’s consent page redirects without an authorization code after %s',
    async (_, visit, expected) => {
      expect(await backWith(visit)).toEqual({ ...expected, state: 'the-state' });
    },
  );

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge: 'too-short' }, 'invalid_request'],
  ])(
    'the sandbox bank’s consent page redirects with an OAuth error if the authorization request has %o',
    async (changes, error) => {
      expect(await backWith(GOOD, changes)).toEqual({ error, state: 'the-state' });
    },
  );
});

describe('an authorization code', () => {
  test('the code can be exchanged for tokens that identify the user who consented', async () => {
    const { access_token } = await newTokens();
    const { status, body } = await userinfo(access_token);
    expect({ status, body: JSON.parse(body) }).toEqual({ status: 200, body: { sub: 'goodlogin', way: 'data' } });
  });

  test.each([
    [{ redirect_uri: 'https://evil.example/' }, '400 invalid_grant'],
    [{ code_verifier: `${VERIFIER}x` }, '400 invalid_grant'],
    [{ code_verifier: '' }, '400 invalid_grant'],
    [{ code_verifier: undefined }, '400 invalid_grant'],
    [{ client_id: 'stranger' }, '401 invalid_client'],
    [{ client_secret: 'guessed' }, '401 invalid_client'],
    [{ client_secret: undefined }, '401 invalid_client'],
    [{ grant_type: 'password' }, '400 unsupported_grant_type'],
    [{ code: 'another' }, '400 invalid_grant'],
  ])('an authorization code is rejected if the token request has %o', async (changes, expected) => {
    expect(shortly(await exchange(await newCode(), changes))).toBe(expected);
  });

  test('the code becomes invalid after an attempt with a wrong verifier', async () => {
    const code = await newCode();
    await exchange(code, { code_verifier: 'x'.repeat(43) });
    expect(shortly(await exchange(code))).toBe('400 invalid_grant');
  });

  test('the code is valid for one minute', async () => {
    const [early, late] = [await newCode(), await newCode()];
    bank.advance(CODE_SECONDS - 1);
    expect(shortly(await exchange(early))).toBe('200 fine');
    bank.advance(1);
    expect(shortly(await exchange(late))).toBe('400 invalid_grant');
  });

  test('the code is valid only once; a second use revokes the tokens that were issued at the first use', async () => {
    const code = await newCode();
    const tokens = JSON.parse((await exchange(code)).body);
    expect(shortly(await exchange(code))).toBe('400 invalid_grant');
    expect(shortly(await renew(tokens.refresh_token))).toBe('400 invalid_grant');
    expect(shortly(await userinfo(tokens.access_token))).toBe('401 invalid_token');
  });

  test('if concurrent requests exchange the same code, at most one of them succeeds', async () => {
    const code = await newCode();
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('OAuth tokens', () => {
  test('an access token is valid for one hour, even if a refresh issues another access token in the meantime', async () => {
    const { access_token, refresh_token } = await newTokens();
    bank.advance(ACCESS_TOKEN_SECONDS - 1);
    expect(shortly(await userinfo(access_token))).toBe('200 fine');
    const { status, body } = await renew(refresh_token);
    expect({ status, same: JSON.parse(body).refresh_token === refresh_token }).toEqual({ status: 200, same: true });
    expect(shortly(await userinfo(access_token))).toBe('200 fine');
    bank.advance(1);
    expect(shortly(await userinfo(access_token))).toBe('401 invalid_token');
    expect(shortly(await userinfo(JSON.parse(body).access_token))).toBe('200 fine');
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b'])(
    'a request for user info with the Authorization header "%s" is rejected',
    async (authorization) => {
      expect(shortly(await answerUserinfo(bank, authorization))).toBe('401 invalid_token');
    },
  );

  test('revoking a refresh token also revokes its access token, and requires the client’s credentials', async () => {
    const { access_token, refresh_token } = await newTokens();
    expect(shortly(await answerRevoke(bank, { token: refresh_token, client_id: BANK_CLIENT_ID }))).toBe(
      '401 invalid_client',
    );
    expect(shortly(await userinfo(access_token))).toBe('200 fine');
    expect(shortly(await answerRevoke(bank, { token: refresh_token, ...CLIENT }))).toBe('200 fine');
    expect(shortly(await userinfo(access_token))).toBe('401 invalid_token');
    expect(shortly(await answerRevoke(bank, { token: refresh_token, ...CLIENT }))).toBe('200 fine');
  });

  test('tokens and codes are stored only as hashes, and no client can read the rows', async () => {
    const code = await newCode();
    const tokens = JSON.parse((await exchange(code)).body);
    const rows = async (scope: Parameters<typeof bank.database.scoped>[0]) => {
      const db = bank.database.scoped(scope);
      const grants = await db.query('select to_jsonb(g) as row from sandbox_bank_grants g');
      const access = await db.query('select to_jsonb(t) as row from sandbox_bank_access_tokens t');
      return JSON.stringify([...grants.rows, ...access.rows]);
    };
    const kept = await rows(SYSTEM);
    expect(kept).toContain('goodlogin');
    for (const secret of [code, tokens.access_token, tokens.refresh_token]) expect(kept).not.toContain(secret);
    expect(await rows({ client_id: 'a'.repeat(32), environment: 'sandbox' })).toBe('[]');
  });

  test('the next consent deletes expired unused codes', async () => {
    const count = async () =>
      (
        await bank.database
          .scoped(SYSTEM)
          .query<{ n: number }>('select count(*) as n from sandbox_bank_grants where refresh_token_hash is null')
      ).rows[0]?.n;
    await Promise.all([newCode(), newCode(), newCode()]);
    bank.advance(CODE_SECONDS + 1);
    await newCode();
    expect(await count()).toBe(1);
  });
});
