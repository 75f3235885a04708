// Vouch Bank with consent: the accounts of Vouch Bank, with a login on the bank's own page (OAuth 2, authorization code
// with PKCE).
import { Type } from 'typebox';
import {
  type Account,
  type Connector,
  type Io,
  type LoginRequest,
  type LoginStep,
  ProviderFailure,
} from '#connectors/contract.ts';
import { formBody, readJson } from '#connectors/wire.ts';
import {
  BANK_CLIENT_ID,
  BANK_PATHS,
  challengeOf,
  TokenAnswer,
  UserinfoAnswer,
} from '#domain/connections/sandbox-oauth.ts';
import { answered, goOn, recall } from './accounts.ts';
import { BANK_DOOR, fetchBank } from './bank-door.ts';
import { isFailure, MESSAGES, WAYS } from './logins.ts';
import { sandboxManifest } from './manifests.ts';

/** The bank's URLs, and the client secret with which we authenticate. */
export type BankAddress = { base_url: string; public_url: string; bank_secret: string };

const Visiting = Type.Object({ verifier: Type.String() });
const Tokens = Type.Object({ refresh_token: Type.String() });

export function vouchBankOauth(bank: BankAddress): Connector {
  return {
    manifest: sandboxManifest({
      id: 'vouch_bank_oauth',
      name: 'Vouch Bank (OAuth)',
      data_source: 'financial_accounts',
      products: ['assets', 'transactions', 'income'],
      login: { kind: 'oauth' },
      origins: [new URL(bank.base_url).origin],
    }),
    // The login identity is known only after the bank has issued a token.
    loginOf: () => undefined,
    async login(request, io) {
      switch (request.reply?.kind) {
        case 'redirect':
          return exchange(bank, request, request.reply.query, io);
        case 'code':
          return {
            step: 'connected',
            account: holding(answered(BANK_DOOR, request, io), recall(Tokens, request.memory)),
          };
        default:
          return request.is_refresh ? renew(bank, request, io) : sendAway(bank, request, io);
      }
    },
    fetch: fetchBank,
    openFile: { drawn_by: 'sandbox_bank' },
    async revoke({ memory }, io) {
      const { refresh_token } = recall(Tokens, memory);
      await io.fetch(`${bank.base_url}${BANK_PATHS.revoke}`, formBody({ token: refresh_token, ...clientOf(bank) }));
    },
  };
}

const clientOf = ({ bank_secret }: BankAddress) => ({ client_id: BANK_CLIENT_ID, client_secret: bank_secret });

function sendAway({ public_url }: BankAddress, { redirect_url, state }: LoginRequest, io: Io): LoginStep {
  const verifier = io.random(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: BANK_CLIENT_ID,
    redirect_uri: redirect_url,
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  });
  return { step: 'redirect', url: `${public_url}${BANK_PATHS.authorize}?${query}`, memory: { verifier } };
}

type Query = Readonly<Record<string, string>>;

async function exchange(bank: BankAddress, request: LoginRequest, query: Query, io: Io): Promise<LoginStep> {
  if (query['state'] !== request.state) throw new ProviderFailure('error', MESSAGES.error);
  if (query['code'] === undefined) throw denied(query);
  const { verifier } = recall(Visiting, request.memory);
  const tokens = await askTokens(bank, io, {
    grant_type: 'authorization_code',
    code: query['code'],
    redirect_uri: request.redirect_url,
    code_verifier: verifier,
  });
  return goOnWith(bank, tokens, request, io);
}

/** Logs in with the refresh token, because no person is present on a refresh. */
async function renew(bank: BankAddress, request: LoginRequest, io: Io): Promise<LoginStep> {
  if (request.account === undefined) throw new ProviderFailure('login_error', WITHDRAWN);
  const { refresh_token } = recall(Tokens, request.account.memory);
  const tokens = await askTokens(bank, io, { grant_type: 'refresh_token', refresh_token });
  return goOnWith(bank, tokens, request, io);
}

const WITHDRAWN = 'Access to the accounts was withdrawn or has expired. Please connect them again.';

/**
 * The bank puts the status of a failed login into `error_description`; any other value means that the person denied
 * consent.
 */
function denied({ error_description = '' }: Query): ProviderFailure {
  if (isFailure(error_description)) return new ProviderFailure(error_description, MESSAGES[error_description]);
  return new ProviderFailure('login_error', 'You did not allow access to your accounts.');
}

async function askTokens(bank: BankAddress, io: Io, form: Query): Promise<TokenAnswer> {
  const response = await io.fetch(`${bank.base_url}${BANK_PATHS.token}`, formBody({ ...form, ...clientOf(bank) }));
  if (response.status === 400) throw new ProviderFailure('login_error', WITHDRAWN);
  if (response.status !== 200) throw new ProviderFailure('unavailable', MESSAGES.unavailable);
  return readJson(TokenAnswer, response);
}

async function goOnWith(bank: BankAddress, tokens: TokenAnswer, request: LoginRequest, io: Io): Promise<LoginStep> {
  const response = await io.fetch(`${bank.base_url}${BANK_PATHS.userinfo}`, {
    headers: { authorization: `Bearer ${tokens.access_token}`, accept: 'application/json' },
  });
  if (response.status !== 200) throw new ProviderFailure('unavailable', MESSAGES.unavailable);
  const { sub: username, way: given } = readJson(UserinfoAnswer, response);
  const way = WAYS.find((one) => one === given);
  if (way === undefined) throw new Error('the bank returned an unknown "way"');
  const step = goOn(BANK_DOOR, { username, way }, request, io);
  if (step.step === 'connected') return { ...step, account: holding(step.account, tokens) };
  return { ...step, memory: { ...step.memory, refresh_token: tokens.refresh_token } };
}

const holding = (account: Account, { refresh_token }: { refresh_token: string }): Account => ({
  ...account,
  memory: { ...account.memory, refresh_token },
});
