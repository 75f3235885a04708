// A live provider whose server responds as the test configures it, and counts the requests. Each step of a task sends
// one request, and so does each call outside of a task. The provider has one bank statement, with a file.
import { createServer, type ServerResponse } from 'node:http';
import { type Account, type Connector, type Io, ProviderFailure } from '#connectors/contract.ts';
import { busy } from '#connectors/live/busy.ts';
import { vouchPayroll } from '#connectors/sandbox/vouch-payroll.ts';
import type { FailureScope } from '#domain/connections/provider-health.ts';
import type { BankStatement } from '#domain/reports/bank-statements.ts';

export const GATED_STATEMENT_ID = 'b'.repeat(32);

export type Answer = { status: 200 } | { status: 503; scope?: FailureScope } | { status: 429; seconds: number };

const STATEMENT: BankStatement = {
  id: GATED_STATEMENT_ID,
  account_id: 'a'.repeat(32),
  period_start: '2026-01-01',
  period_end: '2026-01-31',
  opening_balance: null,
  closing_balance: null,
  total_deposits: null,
  total_withdrawals: null,
  currency_code: 'USD',
  file_id: 'file-1',
  md5sum: null,
};

export type GatedProvider = Awaited<ReturnType<typeof openGatedProvider>>;

export async function openGatedProvider(id: string) {
  const state: {
    answer: Answer;
    /** The number of requests since the test began. */
    requests: number;
    /** If true, requests are held until `release` is called. */
    holds: boolean;
  } = { answer: { status: 200 }, requests: 0, holds: false };
  const held: (() => void)[] = [];
  const respond = (response: ServerResponse): void => {
    const { answer } = state;
    const headers = answer.status === 429 ? { 'retry-after': String(answer.seconds) } : {};
    response.writeHead(answer.status, headers).end();
  };
  const server = createServer((_, response) => {
    state.requests += 1;
    if (state.holds) held.push(() => respond(response));
    else respond(response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  async function ask(io: Io): Promise<void> {
    const response = await io.fetch(`${origin}/`);
    if (response.status === 429) throw busy('Gated', response, io);
    if (response.status === 200) return;
    const { answer } = state;
    const scope = answer.status === 503 ? (answer.scope ?? 'provider') : 'provider';
    throw new ProviderFailure('unavailable', 'Gated is not available.', { scope });
  }
  let logins = 0;
  /** Each link has its own login, so that no link uses the connection of another link. */
  const newAccount = (): Account => ({
    login: `login-${++logins}`,
    can_switch_deposits: null,
    is_suspicious: false,
    memory: {},
  });
  const connector: Connector = {
    ...vouchPayroll,
    manifest: {
      ...vouchPayroll.manifest,
      id,
      name: 'Gated',
      is_live: true,
      environments: ['prod', 'sandbox'],
      origins: [origin],
    },
    async login({ account = newAccount() }, io) {
      await ask(io);
      return { step: 'connected', account };
    },
    fetch: {
      async first(account, _, io) {
        await ask(io);
        return { outcome: 'data', data: { bank_statements: [STATEMENT] }, account };
      },
      rest: async (account) => ({ outcome: 'data', data: {}, account }),
    },
    async fetchPayroll(_account, _range, io) {
      await ask(io);
      return [];
    },
    async openFile(_account, _file_id, io) {
      await ask(io);
      return Buffer.from('%PDF-');
    },
    async webhook(_request, io) {
      await ask(io);
      return { id: 'notice-1', logins: [] };
    },
    revoke: (_account, io) => ask(io),
  };
  return {
    state,
    connector,
    held: () => held.length,
    release() {
      state.holds = false;
      for (const respond of held.splice(0)) respond();
    },
    close: () => void server.close(),
  };
}
