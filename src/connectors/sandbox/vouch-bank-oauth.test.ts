import { afterAll, describe, expect, test } from 'vitest';
import { describeConnector } from '#connectors/conformance.ts';
import { NOON, playerOf, REDIRECT_URL } from '#connectors/conformance-play.ts';
import type { Credentials } from '#connectors/contract.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { bankSecretOf, bankTransport, consentFor } from '#services/connections/sandbox-oauth.ts';
import { openTestBank } from '#test/sandbox-bank.ts';
import { SANDBOX_LOGINS } from '#test/sandbox-logins.ts';
import { vouchBankOauth } from './vouch-bank-oauth.ts';

const bank = await openTestBank();
afterAll(() => bank.database.drop());

const connector = vouchBankOauth({ ...bank.settings, bank_secret: bankSecretOf(bank.vault) });

async function visit(url: string, { username = '', password = '', decision = 'allow' }: Credentials) {
  const back = new URL(await consentFor(bank, url, { username, password, allow: decision === 'allow' }));
  expect(back.href.startsWith(`${REDIRECT_URL}?`)).toBe(true);
  return Object.fromEntries(back.searchParams);
}

const fixture = { product: 'assets', logins: SANDBOX_LOGINS, fetch: bankTransport(bank), visit } as const;
describeConnector(connector, fixture, runStep);

const { step, begin, connect, run } = playerOf(connector, fixture, runStep);

describe('consent at the bank', () => {
  test('a login ends with login_error if consent is denied', async () => {
    const credentials = { ...SANDBOX_LOGINS.good, decision: 'deny' };
    await expect(begin(credentials)).rejects.toMatchObject({
      status: 'login_error',
      message: expect.stringContaining('allow'),
    });
  });

  test('a redirect with a different state is rejected', async () => {
    const first = await step(SANDBOX_LOGINS.good);
    if (first.step !== 'redirect') throw new Error('the person was not sent to the bank');
    const query = { ...(await visit(first.url, SANDBOX_LOGINS.good)), state: 'of another login' };
    const answered = step(SANDBOX_LOGINS.good, { memory: first.memory, reply: { kind: 'redirect', query } });
    await expect(answered).rejects.toMatchObject({ status: 'error' });
  });

  test('a login ends with login_error if it uses its own PKCE verifier with the authorization code of another login', async () => {
    const [mine, yours] = [await step(SANDBOX_LOGINS.good), await step(SANDBOX_LOGINS.good)];
    if (mine.step !== 'redirect' || yours.step !== 'redirect') throw new Error('the person was not sent to the bank');
    const query = await visit(mine.url, SANDBOX_LOGINS.good);
    const stolen = step(SANDBOX_LOGINS.good, { memory: yours.memory, reply: { kind: 'redirect', query } });
    await expect(stolen).rejects.toMatchObject({ status: 'login_error' });
  });

  test('a refresh connects without the person, unless the bank asks for a second factor', async () => {
    const account = await connect(SANDBOX_LOGINS.good);
    expect(await step({}, { account, is_refresh: true })).toMatchObject({ step: 'connected' });
    const { credentials, right } = SANDBOX_LOGINS.second_factor;
    const asked = await begin(credentials);
    if (asked.step !== 'second_factor') throw new Error('no code was asked for');
    const reached = await step(credentials, { memory: asked.memory, reply: { kind: 'code', code: right }, now: NOON });
    if (reached.step !== 'connected') throw new Error('the right code did not connect');
    expect(await step({}, { account: reached.account, is_refresh: true })).toMatchObject({ step: 'second_factor' });
  });

  test('a refresh after the consent was revoked ends with login_error', async () => {
    const account = await connect(SANDBOX_LOGINS.good);
    await run((io) => connector.revoke(account, io));
    await expect(step({}, { account, is_refresh: true })).rejects.toMatchObject({ status: 'login_error' });
  });
});
