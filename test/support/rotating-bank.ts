// A provider with rotating secrets, for tests with several processes. It consists of the connector and the HTTP server
// that the connector calls.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccessRefused, type Account, type Connector, ProviderFailure } from '#connectors/contract.ts';
import { vouchPayroll } from '#connectors/sandbox/vouch-payroll.ts';
import type { House } from '#services/house.ts';

export const ROTATING_ID = 'rotating_payroll';
/** Secrets expire soon, so that processes renew them often. */
const SECRET_MS = 30;

const secretOf = ({ memory }: Account): string => String(memory['secret']);
export const rotatingAccount = (secret: string, now: Date): Account => ({
  login: 'rotating',
  can_switch_deposits: null,
  is_suspicious: false,
  memory: { secret, due_ms: now.getTime() + SECRET_MS },
});

const rotatingConnector = (origin: string): Connector => ({
  ...vouchPayroll,
  manifest: {
    ...vouchPayroll.manifest,
    id: ROTATING_ID,
    origins: [origin],
    tls: { certificate: null, key: null, ca: null },
  },
  renewal: {
    isDue: ({ memory }, now) => Number(memory['due_ms']) <= now.getTime(),
    async renew(account, io) {
      const response = await io.fetch(`${origin}/renew?pid=${process.pid}`, {
        method: 'POST',
        body: secretOf(account),
      });
      if (response.status !== 200) throw new ProviderFailure('login_error', 'The secret is not accepted.');
      return rotatingAccount(response.body, io.real_now());
    },
  },
  fetch: {
    async first(account, _, io) {
      const response = await io.fetch(`${origin}/data?pid=${process.pid}&secret=${secretOf(account)}`);
      if (response.status !== 200) throw new AccessRefused();
      return { outcome: 'data', data: {}, account };
    },
    rest: async (account) => ({ outcome: 'data', data: {}, account }),
  },
});

export const withRotatingBank = <H extends House>(house: H, origin: string): H => ({
  ...house,
  connectors: new Map([...house.connectors, [ROTATING_ID, rotatingConnector(origin)]]),
});

/**
 * An accident, which happens to the next request of its kind. `reading`: a request for data gets no answer. `unread`: a
 * renewal is not processed. `unanswered`: a renewal is processed, but gets no answer. `answered`: a renewal gets its
 * answer. The server first waits for `begun`. At the end, it calls `done` with the id of the process that sent the
 * request. After the answer to an `answered` renewal, the server no longer sends data to the process, so that the
 * process cannot begin another renewal.
 */
export type Accident = {
  kind: 'reading' | 'unread' | 'unanswered' | 'answered';
  delay_ms: number;
  begun: () => Promise<void>;
  done: (pid: number) => void;
};

export type RotatingBank = Awaited<ReturnType<typeof openRotatingBank>>;

export async function openRotatingBank() {
  const state = {
    /**
     * `valid` holds the secrets that the server accepts. `presented` holds all secrets that were ever sent for renewal.
     */
    valid: new Set<string>(),
    presented: new Set<string>(),
    reuse_count: 0,
    renewals_count: 0,
    issued_count: 0,
    accident: undefined as Accident | undefined,
    /** The process whose requests for data get no answer. */
    held_pid: undefined as number | undefined,
  };
  const issue = (): string => {
    const secret = `secret-${++state.issued_count}`;
    state.valid.add(secret);
    return secret;
  };

  /**
   * Returns the accident if it concerns this request, otherwise undefined. Removes the returned accident, because it
   * happens only once.
   */
  function takeAccident(concerns: (accident: Accident) => boolean): Accident | undefined {
    const { accident } = state;
    if (accident === undefined || !concerns(accident)) return undefined;
    state.accident = undefined;
    return accident;
  }

  async function renew(secret: string, pid: number, response: ServerResponse): Promise<void> {
    const accident = takeAccident(({ kind }) => kind !== 'reading');
    await accident?.begun();
    if (state.presented.has(secret)) state.reuse_count++;
    state.presented.add(secret);
    if (accident?.kind === 'unread') return accident.done(pid);
    if (!state.valid.delete(secret)) return void response.writeHead(400).end();
    state.renewals_count++;
    const next = issue();
    if (accident?.kind === 'unanswered') return accident.done(pid);
    if (accident !== undefined) state.held_pid = pid;
    response.end(next);
    if (accident === undefined) return;
    await sleep(accident.delay_ms);
    accident.done(pid);
  }

  async function sendData(secret: string, pid: number, response: ServerResponse): Promise<void> {
    const accident = takeAccident(({ kind }) => kind === 'reading');
    await accident?.begun();
    if (accident !== undefined) return accident.done(pid);
    if (pid === state.held_pid) return;
    response.writeHead(state.valid.has(secret) ? 200 : 401).end();
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://bank.example');
      const pid = Number(url.searchParams.get('pid'));
      if (url.pathname === '/renew') void renew(Buffer.concat(chunks).toString(), pid, response);
      else void sendData(url.searchParams.get('secret') ?? '', pid, response);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    state,
    issue,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
