// The connector for Finch. With the operator's own keys, it reads the people of a company and their pay, as the
// company's administrator sees them.

import { addMonths } from '#base/calendar.ts';
import type {
  Account,
  Connector,
  Fetched,
  FetchRequest,
  Io,
  NoticeRequest,
  ProviderNotice,
} from '#connectors/contract.ts';
import { manifestOf, recall } from '#connectors/live/entries.ts';
import type { LiveKind } from '#connectors/live/kinds.ts';
import { isSigned, readNotice } from '#connectors/live/signatures.ts';
import { ask, Pending, Settings } from './client.ts';
import { comeBack, exchange, logInAgain, sendAway } from './connect.ts';
import { readDirectory } from './directory.ts';
import { toEntries } from './map.ts';
import { FinchMemory } from './memory.ts';
import { PROVENANCE } from './provenance.ts';
import { prepareStatements, readPayments, readPeople, readStatements } from './reading.ts';
import { Done, Notice } from './wire.ts';

export const finchKind: LiveKind<Settings> = {
  kind: 'finch',
  data_source: 'payroll',
  provenance: PROVENANCE,
  products: ['admin'],
  settings: Settings,
  open: (entry) => openFinch(entry, entry.settings),
  async check({ settings }, io) {
    const faults = settings.webhook_secret ? [] : ['Without webhook_secret, webhooks of Finch are refused.'];
    try {
      // The request checks only the keys, because its code does not exist. If Finch accepts the keys, it answers with
      // 400 or 404.
      const { status } = await exchange(settings, 'check', 'https://localhost/', io);
      if (status === 401 || status === 403) return [...faults, 'Finch does not accept client_id and secret.'];
      return status >= 500 ? [...faults, `Finch answers with status ${status}.`] : faults;
    } catch {
      return [...faults, `${new URL(settings.base_url).origin} cannot be reached.`];
    }
  },
};

const openFinch = (entry: Parameters<typeof finchKind.open>[0], settings: Settings): Connector => ({
  manifest: manifestOf(entry, {
    data_source: 'payroll',
    login: { kind: 'oauth' },
    origins: [new URL(settings.base_url).origin],
  }),
  loginOf: () => undefined,
  async login(request, io) {
    if (request.reply !== undefined) return { step: 'connected', account: await comeBack(settings, request, io) };
    if (request.is_refresh) return { step: 'connected', account: await logInAgain(settings, request, io) };
    return sendAway(settings, request, io);
  },
  fetch: {
    first: (account, request, io) => orLater(account, () => readDirectory(settings, account, request, io)),
    rest: (account, request, io) => orLater(account, () => preparePay(settings, account, request, io)),
  },
  async fetchPayroll(account, { link_id, start_date, end_date }, io) {
    const { access_token } = recall(FinchMemory, account.memory);
    const people = new Map((await readPeople(settings, access_token, io)).map((person) => [person.id, person]));
    const payments = await readPayments(settings, access_token, { start_date, end_date }, io);
    const statements = await readStatements(settings, access_token, payments, io);
    return payments.flatMap((payment) =>
      (statements.get(payment.id) ?? []).flatMap((statement) => toEntries(statement, payment, people, link_id)),
    );
  },
  async revoke({ memory }, io) {
    await ask(settings, recall(FinchMemory, memory).access_token, '/disconnect', Done, io, {});
  },
  webhook: async (request, io) => receive(settings, request, io),
});

const WAIT_SECONDS = 20;
/**
 * The maximum number of waits. Together they last twenty minutes. They may take so long because the first sync of a
 * large company takes long.
 */
const WAITS_MAX = 60;

/**
 * Calls `read`. While Finch is still fetching the data from the company's payroll system, returns the outcome `later`.
 */
async function orLater(account: Account, read: () => Promise<Fetched>): Promise<Fetched> {
  const memory = recall(FinchMemory, account.memory);
  try {
    const fetched = await read();
    // The number of waits is reset, so that the next refresh may wait again.
    return { ...fetched, account: { ...fetched.account, memory: { ...fetched.account.memory, waits: 0 } } };
  } catch (error) {
    if (!(error instanceof Pending) || memory.waits >= WAITS_MAX) throw error;
    const waits = memory.waits + 1;
    return {
      outcome: 'later',
      seconds: WAIT_SECONDS,
      progress: waits,
      account: { ...account, memory: { ...memory, waits } },
    };
  }
}

/**
 * Waits until Finch has the statements of all payments in the history. The reason is that a payroll report is read
 * later, on request, and the request for a payroll report cannot wait.
 */
async function preparePay(
  settings: Settings,
  account: Account,
  { history_months }: FetchRequest,
  io: Io,
): Promise<Fetched> {
  const { access_token } = recall(FinchMemory, account.memory);
  const today = io.now().toISOString().slice(0, 10);
  const range = { start_date: addMonths(today, -history_months), end_date: today };
  const payments = await readPayments(settings, access_token, range, io);
  const absent = await prepareStatements(settings, access_token, payments, io);
  const missing_data =
    absent === 0 ? [] : [`Finch does not have the pay statements of ${absent} of ${payments.length} payments.`];
  return { outcome: 'data', data: {}, account, missing_data };
}

const AGE_SECONDS_MAX = 300;

/** Finch signs the notice's id, its time and the body with HMAC-SHA256. */
function receive({ webhook_secret }: Settings, { headers, body }: NoticeRequest, io: Io): ProviderNotice | undefined {
  const { 'finch-event-id': id = '', 'finch-timestamp': at = '', 'finch-signature': given = '' } = headers;
  if (webhook_secret === undefined || !/^[\w.-]{1,128}$/.test(id) || !/^\d{1,12}$/.test(at)) return undefined;
  if (Math.abs(io.now().getTime() / 1000 - Number(at)) > AGE_SECONDS_MAX) return undefined;
  const secret = Buffer.from(webhook_secret, 'base64');
  // The header may contain several signatures while the operator changes the secret.
  const is_signed = given
    .split(' ')
    .slice(0, 10)
    .some((one) => one.startsWith('v1,') && isSigned(one.slice(3), 'sha256', secret, [`${id}.${at}.`, body], 'base64'));
  if (!is_signed) return undefined;
  const notice = readNotice(Notice, body);
  const is_news = notice !== undefined && notice.event_type !== 'test';
  return { id, logins: is_news && notice.connection_id ? [notice.connection_id] : [] };
}
