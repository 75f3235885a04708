// The connector for SimpleFIN. A person creates a setup token at the SimpleFIN Bridge or at their bank, and pastes it
// into our form. The token is exchanged once for an access address. Accounts and transactions are read from that
// address.

import { type Static, Type } from 'typebox';
import {
  type Account,
  type Connector,
  type Fetched,
  type FetchRequest,
  type Io,
  type LoginField,
  type LoginRequest,
  type LoginStep,
  ProviderBusy,
  ProviderFailure,
} from '#connectors/contract.ts';
import { answerFaults } from '#connectors/live/checks.ts';
import { manifestOf, recall } from '#connectors/live/entries.ts';
import type { LiveKind } from '#connectors/live/kinds.ts';
import { accessOf, claim, identitiesOf, identityOf } from './access.ts';
import { readBalances, readSpan } from './client.ts';
import { toLinkData } from './map.ts';
import { messagesOf } from './messages.ts';
import { PROVENANCE } from './provenance.ts';
import { checkReads, countReads, joinReads, Reads, settleReads, spansOf } from './reads.ts';
import type { AccountSet, WireAccount } from './wire.ts';

const Settings = Type.Object({
  /** The origins that a claim address or an access address may have. */
  origins: Type.Array(Type.String({ pattern: '^https?://[^/?#@]+$', maxLength: 256 }), { minItems: 1, maxItems: 20 }),
});
type Settings = Static<typeof Settings>;

const SETUP_TOKEN: LoginField = {
  name: 'setup_token',
  label: 'SimpleFIN setup token',
  kind: 'password',
  autocomplete: 'off',
  required: true,
  length_max: 2048,
};

/**
 * The maximum number of reads in a fetch. The longest history that is requested is two years, which takes nine reads.
 */
const READS_OF_A_FETCH_MAX = 9;

const Memory = Type.Object({
  /** The access address with its credentials. */
  access_address: Type.String({ maxLength: 2048 }),
  reads: Reads,
  /** The number of reads that the last login counted in advance and that are not made yet. */
  reads_ahead: Type.Integer(),
  /** The number of reads of the last successful fetch. */
  reads_of_a_fetch: Type.Integer(),
  first_seen: Type.Record(Type.String(), Type.Number()),
  /** The server's own messages about data that it could not read in the last fetch. */
  missing_data: Type.Array(Type.String()),
});
type Memory = Static<typeof Memory>;

export const simplefinKind: LiveKind<Settings> = {
  kind: 'simplefin',
  data_source: 'financial_accounts',
  provenance: PROVENANCE,
  products: ['assets', 'transactions', 'income'],
  settings: Settings,
  open: (entry) => openSimplefin(entry, entry.settings),
  async check({ settings }, io) {
    const faults: string[] = [];
    for (const origin of settings.origins) {
      faults.push(...(await answerFaults(io, `${origin}/simplefin/info`, 200)));
    }
    return faults;
  },
};

const openSimplefin = (entry: Parameters<typeof simplefinKind.open>[0], { origins }: Settings): Connector => ({
  manifest: manifestOf(entry, {
    data_source: 'financial_accounts',
    login: { kind: 'form', fields: [SETUP_TOKEN] },
    origins,
  }),
  // The identity is known only after the token has been claimed.
  loginOf: () => undefined,
  login: async (request, io) =>
    request.is_refresh
      ? { step: 'connected', account: await logInAgain(request, origins, io) }
      : logIn(request, origins, io),
  inherit(account, replaced) {
    const [memory, former] = [recall(Memory, account.memory), recall(Memory, replaced.memory)];
    if (memory.access_address === former.access_address) return account;
    return { ...account, memory: { ...memory, reads: joinReads(former.reads, memory.reads) } };
  },
  fetch: {
    // The first part (`first`) reads the whole history, and the second part (`rest`) reads nothing. The second part
    // could not return transactions that the first part has read, and reading them twice would use up more of the
    // allowed reads.
    first: (account, request, io) => read(account, request, origins, io),
    rest: async (account) => ({ outcome: 'data', data: {}, account }),
  },
  // The protocol has no request that revokes our access. The person can revoke it only at the SimpleFIN server.
  revoke: async () => undefined,
});

/**
 * A login whose setup token is used up, but whose accounts could not be read yet. `tries` is the number of reads so
 * far.
 */
const Claimed = Type.Object({ access_address: Type.String({ maxLength: 2048 }), tries: Type.Integer() });

const TRIES_MAX = 4;
const WAIT_SECONDS = 10;

/**
 * Without the accounts it is unknown whether the person has connected them before. So if the server cannot give them,
 * the login waits and reads them again. In the end, the login succeeds without them. It must not fail, because the
 * person would need a new token.
 */
async function logIn(
  { credentials, memory }: LoginRequest,
  origins: readonly string[],
  io: Io,
): Promise<Extract<LoginStep, { step: 'connected' }>> {
  const { access_address, tries } =
    memory === undefined
      ? { access_address: await claim(credentials['setup_token'] ?? '', origins, io), tries: 0 }
      : recall(Claimed, memory);
  const accounts = await accountsAt({ access_address, tries: tries + 1 }, origins, io);
  const account = accountOf(
    {
      access_address,
      reads: countReads([], tries + 1 + READS_OF_A_FETCH_MAX, io.now()),
      reads_ahead: READS_OF_A_FETCH_MAX,
      reads_of_a_fetch: READS_OF_A_FETCH_MAX,
      first_seen: {},
      missing_data: [],
    },
    identityOf(access_address, accounts),
  );
  return { step: 'connected', account, identities: identitiesOf(access_address, accounts) };
}

/** Returns the accounts, or no accounts if the server refuses to give them or has failed too often. */
async function accountsAt(
  claimed: Static<typeof Claimed>,
  origins: readonly string[],
  io: Io,
): Promise<readonly WireAccount[]> {
  try {
    return (await readBalances(accessOf(claimed.access_address, origins), io)).accounts;
  } catch (error) {
    const is_refused = error instanceof ProviderFailure && error.status !== 'unavailable';
    if (is_refused || claimed.tries === TRIES_MAX) return [];
    throw new ProviderBusy('SimpleFIN', WAIT_SECONDS, { scope: 'link', memory: claimed });
  }
}

/**
 * Logs in for a refresh. The login checks whether the access address still works, because a link is marked as
 * disconnected only if a login fails.
 */
async function logInAgain({ account }: LoginRequest, origins: readonly string[], io: Io): Promise<Account> {
  if (account === undefined) throw new ProviderFailure('login_error', 'Make a new token to connect the accounts.');
  const memory = recall(Memory, account.memory);
  const reads = countReads(memory.reads, 1 + memory.reads_of_a_fetch, io.now());
  const { errlist = [] } = await readBalances(accessOf(memory.access_address, origins), io);
  if (errlist.some(({ code }) => code === 'gen.auth')) {
    throw new ProviderFailure('login_error', 'Access to the accounts was withdrawn. Make a new token.');
  }
  return accountOf({ ...memory, reads, reads_ahead: memory.reads_of_a_fetch }, account.login);
}

const accountOf = (memory: Memory, login: string): Account => ({
  login,
  can_switch_deposits: null,
  is_suspicious: false,
  memory,
});

async function read(account: Account, request: FetchRequest, origins: readonly string[], io: Io): Promise<Fetched> {
  const memory = recall(Memory, account.memory);
  const access = accessOf(memory.access_address, origins);
  const spans = spansOf(io.now().toISOString().slice(0, 10), request.history_months);
  const reads =
    spans.length > memory.reads_ahead
      ? countReads(memory.reads, spans.length - memory.reads_ahead, io.now())
      : settleReads(memory.reads, memory.reads_ahead, spans.length);
  checkReads(reads, io.now());
  const sets: AccountSet[] = [];
  for (const span of spans) sets.push(await readSpan(access, span, io));
  const { data, first_seen, left_out } = toLinkData(sets, {
    link_id: request.link_id,
    now: io.now(),
    first_seen: memory.first_seen,
  });
  const missing_data = [...messagesOf(sets, access), ...left_out];
  if (data.accounts.length === 0) throw nothingRead(missing_data);
  const next: Memory = {
    ...memory,
    reads,
    reads_ahead: 0,
    reads_of_a_fetch: spans.length,
    first_seen,
    missing_data,
  };
  const identities = identitiesOf(memory.access_address, sets[0]?.accounts ?? []);
  return { outcome: 'data', data, account: { ...account, memory: next }, missing_data, identities };
}

/**
 * The failure if no account was read. If there are messages, the scope of the failure is `institution`, because the
 * messages are about single banks. For example, the person must log in again at one bank.
 */
const nothingRead = (messages: readonly string[]): ProviderFailure =>
  messages.length === 0
    ? new ProviderFailure('no_data', 'SimpleFIN has no account for this token.')
    : new ProviderFailure('unavailable', messages.join(' '), { scope: 'institution' });
