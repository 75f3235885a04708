import { describe, expect, test } from 'vitest';
import { failureOf, playerOf } from '#connectors/conformance-play.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import {
  CONNECT_PAGE,
  ENTRY,
  fixtureOf,
  GOOD,
  newServer,
  PERSON_ID,
  play,
  type Server,
  STATE,
} from '#test/fake-finch.ts';
import { finchKind } from './index.ts';

describe('a login on Finch’s page', () => {
  const REDIRECT_URL = 'http://127.0.0.1:8080/oauth/callback/';
  const PRODUCTS = ['directory', 'individual', 'employment', 'payment', 'pay_statement'];
  const RENEWAL = {
    connection_id: 'connection-1',
    products: PRODUCTS,
    redirect_uri: REDIRECT_URL,
    minutes_to_expire: 15,
  };
  const pathsOf = ({ requests }: Server) => requests.map(({ path }) => path);

  test('the login creates a session for the products of the directory and the payroll, and opens the page of the session with the state', async () => {
    const server = newServer();
    const first = await play(server).step(GOOD);
    expect(first).toEqual({ step: 'redirect', url: `${CONNECT_PAGE}&state=${STATE}`, memory: {} });
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/connect/sessions' }]);
    expect(server.requests[0]?.body).toEqual({
      customer_id: PERSON_ID,
      customer_name: `Customer ${PERSON_ID.slice(0, 8)}`,
      products: PRODUCTS,
      redirect_uri: REDIRECT_URL,
      minutes_to_expire: 15,
    });
  });

  test('the session is a test session if the settings name a sandbox', async () => {
    const server = newServer();
    const settings = { ...ENTRY.settings, sandbox: 'finch' as const };
    const connector = finchKind.open({ ...ENTRY, settings }, { redirect_url: '', webhook_url: '' });
    await playerOf(connector, fixtureOf(server), runStep).step(GOOD);
    expect(server.requests[0]?.body).toMatchObject({ sandbox: 'finch' });
  });

  test('a repair of a link renews the existing connection', async () => {
    const server = newServer();
    const { connect, step } = play(server);
    const account = await connect(GOOD);
    server.requests.length = 0;
    expect(await step(GOOD, { account })).toMatchObject({ url: `${CONNECT_PAGE}&state=${STATE}` });
    expect(server.requests).toMatchObject([{ path: '/connect/sessions/reauthenticate', body: RENEWAL }]);
  });

  test('a repair of a link creates a session for a new connection if Finch can no longer renew the existing one', async () => {
    const server = newServer();
    const { connect, step } = play(server);
    const account = await connect(GOOD);
    server.requests.length = 0;
    server.answers['/connect/sessions/reauthenticate'] = () => new Response('{}', { status: 404 });
    expect(await step(GOOD, { account })).toMatchObject({ url: `${CONNECT_PAGE}&state=${STATE}` });
    expect(pathsOf(server)).toEqual(['/connect/sessions/reauthenticate', '/connect/sessions']);
  });

  const exists = () =>
    Response.json(
      { code: 400, finch_code: 'connection_already_exists', context: { connection_id: 'connection-1' } },
      { status: 400 },
    );

  test('a person who already has a connection at Finch renews it, even without a link', async () => {
    const server = newServer({ '/connect/sessions': exists });
    expect(await play(server).step(GOOD)).toMatchObject({ url: `${CONNECT_PAGE}&state=${STATE}` });
    expect(server.requests.at(-1)).toMatchObject({ path: '/connect/sessions/reauthenticate', body: RENEWAL });
  });

  test('if Finch neither renews the existing connection nor creates another one, the login ends with config_error after three requests', async () => {
    const server = newServer();
    const { connect, step } = play(server);
    const account = await connect(GOOD);
    server.requests.length = 0;
    server.answers['/connect/sessions'] = exists;
    server.answers['/connect/sessions/reauthenticate'] = () => new Response('{}', { status: 404 });
    expect((await failureOf(step(GOOD, { account }))).status).toBe('config_error');
    expect(server.requests).toHaveLength(3);
  });

  test.each([
    [400, 'config_error', 'Finch does not open its page with these settings.'],
    [401, 'config_error', 'Finch does not accept client_id and secret.'],
    [402, 'config_error', 'Finch requires payment of its invoices.'],
    [429, 'unavailable', 'Finch is busy. Please try again in a minute.'],
    [503, 'unavailable', 'Finch is not available. Please try again later.'],
    [302, 'unavailable', 'Finch is not available. Please try again later.'],
  ])('if Finch answers the request for a session with %i, the login ends with %s', async (code, status, message) => {
    const server = newServer({ '/connect/sessions': () => new Response('{}', { status: code }) });
    expect(await failureOf(play(server).step(GOOD))).toMatchObject({ status, message });
  });

  test('an answer without the address of a page ends the login with error', async () => {
    const server = newServer({ '/connect/sessions': () => Response.json({ session_id: 'session-1' }) });
    expect((await failureOf(play(server).step(GOOD))).status).toBe('error');
  });

  test('a redirect with the state of another login, or without a state, is not accepted', async () => {
    for (const query of [{ code: 'code-right', state: 'another' }, { code: 'code-right' }]) {
      const server = newServer();
      const failure = await failureOf(play(server).step(GOOD, { memory: {}, reply: { kind: 'redirect', query } }));
      expect(failure).toMatchObject({ status: 'error', scope: 'link' });
      expect(server.requests).toEqual([]);
    }
  });

  test('the login exchanges the code; the connection id is the identity of the login', async () => {
    expect(await play(newServer()).connect(GOOD)).toEqual({
      login: 'connection-1',
      can_switch_deposits: null,
      is_suspicious: false,
      memory: { access_token: 'access-1', connection_id: 'connection-1', waits: 0 },
    });
  });

  test('the login ends with login_error if the administrator leaves the page, or if the code was used before', async () => {
    const { begin } = play(newServer());
    expect(await failureOf(begin({ password: 'left' }))).toMatchObject({
      status: 'login_error',
      message: 'You did not allow access to the payroll.',
    });
    expect((await failureOf(begin({ password: 'used' }))).status).toBe('login_error');
  });
});

describe('a refresh of a Finch link', () => {
  test.each([
    [
      'the connection needs a new login',
      () => Response.json({ connection_id: 'x', connection_status: { status: 'reauth' } }),
    ],
    ['the token is refused', () => new Response('{}', { status: 401 })],
  ])('a refresh of a Finch link ends with login_error if %s', async (_, answer) => {
    const server = newServer();
    const { connect, begin } = play(server);
    const account = await connect(GOOD);
    server.answers['/introspect'] = answer;
    expect((await failureOf(begin(GOOD, { account, is_refresh: true }))).status).toBe('login_error');
  });
});
