// The login. The administrator of a company connects its payroll system on Finch's own page, and we exchange the code
// for an access token.
//
// A code works only once. If this process ends before the access token is stored, the step runs again. Finch then
// refuses the used code, and the administrator must connect again.
import { type Account, type Io, type LoginRequest, type LoginStep, ProviderFailure } from '#connectors/contract.ts';
import { busy } from '#connectors/live/busy.ts';
import { recall } from '#connectors/live/entries.ts';
import { interrupted } from '#connectors/live/interrupted.ts';
import { readJson } from '#connectors/wire.ts';
import { API_HEADERS, ask, baseOf, type Settings } from './client.ts';
import { FinchMemory } from './memory.ts';
import { openPage } from './sessions.ts';
import { Introspection, Token } from './wire.ts';

export const sendAway = async (settings: Settings, request: LoginRequest, io: Io): Promise<LoginStep> => ({
  step: 'redirect',
  url: await openPage(settings, request, io),
  memory: {},
});

export async function comeBack(settings: Settings, request: LoginRequest, io: Io): Promise<Account> {
  const query = request.reply?.kind === 'redirect' ? request.reply.query : {};
  if (query['state'] !== request.state)
    throw new ProviderFailure('error', 'The response does not belong to this login.', { scope: 'link' });
  const { code } = query;
  if (code === undefined) throw new ProviderFailure('login_error', 'You did not allow access to the payroll.');
  const response = await exchange(settings, code, request.redirect_url, io);
  if (response.status === 429) throw busy('Finch', response, io);
  if (response.status >= 500) {
    throw new ProviderFailure('unavailable', 'Finch is not available. Please try again later.');
  }
  if (response.status === 400) throw interrupted();
  if (response.status >= 400)
    throw new ProviderFailure('login_error', 'Finch did not accept the login. Please try again.');
  if (response.status !== 200) throw new ProviderFailure('unavailable', 'Finch did not answer as expected.');
  return accountOf(readJson(Token, response));
}

export const exchange = (settings: Settings, code: string, redirect_uri: string, io: Io) =>
  io.fetch(`${baseOf(settings)}/auth/token`, {
    method: 'POST',
    headers: { ...API_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: settings.client_id,
      client_secret: settings.secret,
      code,
      redirect_uri,
    }),
  });

/**
 * Logs in for a refresh. The login checks that the connection still works, because a link is marked as disconnected
 * only if a login fails.
 */
export async function logInAgain(settings: Settings, { account }: LoginRequest, io: Io): Promise<Account> {
  if (account === undefined) throw new ProviderFailure('login_error', 'Please connect the payroll again.');
  const { access_token, connection_id } = recall(FinchMemory, account.memory);
  const { connection_status } = await ask(settings, access_token, '/introspect', Introspection, io);
  if (ENDED.has(connection_status?.status ?? '')) {
    throw new ProviderFailure('login_error', 'Access to the payroll has ended. Please connect it again.');
  }
  return accountOf({ access_token, connection_id });
}

const ENDED: ReadonlySet<string> = new Set(['reauth', 'disconnected', 'error_no_account_setup', 'error_permissions']);

const accountOf = ({ access_token, connection_id }: { access_token: string; connection_id: string }): Account => ({
  login: connection_id,
  can_switch_deposits: null,
  is_suspicious: false,
  memory: { access_token, connection_id, waits: 0 },
});
