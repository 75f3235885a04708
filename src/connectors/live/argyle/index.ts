// The connector for Argyle. With the operator's own keys, it reads the employments, pay stubs, W-2s and gigs of a
// person.

import { addMonths } from '#base/calendar.ts';
import { groupBy } from '#base/lists.ts';
import {
  type Account,
  type Connector,
  type Fetched,
  type FetchRequest,
  type Io,
  ProviderFailure,
} from '#connectors/contract.ts';
import { manifestOf, recall } from '#connectors/live/entries.ts';
import type { LiveKind } from '#connectors/live/kinds.ts';
import { ask, askAll, Settings, send } from './client.ts';
import { openFile } from './files.ts';
import { ArgyleMemory, comeBack, failureOf, logInAgain, type Part, readyParts, sendAway } from './link.ts';
import { employmentId, keyOf, toEmployment, toShifts } from './map.ts';
import { isPaid, isW2, toStatement, toW2s } from './pay.ts';
import { PROVENANCE } from './provenance.ts';
import { receive } from './webhooks.ts';
import { ArgyleAccount, Gig, Identity, PayrollDocument, Paystub } from './wire.ts';

export const argyleKind: LiveKind<Settings> = {
  kind: 'argyle',
  data_source: 'payroll',
  provenance: PROVENANCE,
  products: ['income', 'employment'],
  settings: Settings,
  open: (entry) => openArgyle(entry, entry.settings),
  async check({ settings }, io) {
    const faults = settings.webhook_secret ? [] : ['Without webhook_secret, webhooks of Argyle are refused.'];
    try {
      const { status } = await send(settings, '/verifications?limit=1', {}, io);
      if (status === 401 || status === 403) return [...faults, 'Argyle does not accept client_id and secret.'];
      return status === 200 ? faults : [...faults, `Argyle answers with status ${status}.`];
    } catch {
      return [...faults, `${new URL(settings.base_url).origin} cannot be reached.`];
    }
  },
};

const openArgyle = (entry: Parameters<typeof argyleKind.open>[0], settings: Settings): Connector => ({
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
    first: (account, request, io) => readEmployments(settings, account, request, io),
    rest: (account, request, io) => readPay(settings, account, request, io),
  },
  openFile: (account, file_id, io) => openFile(settings, account, file_id, io),
  async revoke({ memory }, io) {
    const { account_id } = recall(ArgyleMemory, memory);
    await send(settings, `/accounts/${encodeURIComponent(account_id)}`, { method: 'DELETE' }, io);
  },
  webhook: async (request, io) => receive(settings, request, io),
});

const WAIT_SECONDS = 15;
/**
 * The maximum number of waits. Together they last twenty minutes. They may take so long because payroll systems are
 * slow.
 */
const WAITS_MAX = 80;

/**
 * Returns `later` while Argyle is still collecting one of the parts. Returns `undefined` once all parts are available,
 * or after twenty minutes. If Argyle already had all parts at the login, no request is sent.
 */
async function waiting(settings: Settings, account: Account, parts: readonly Part[], io: Io) {
  const memory = recall(ArgyleMemory, account.memory);
  if (parts.every((part) => memory.ready?.includes(part))) return { later: undefined, is_partial: false };
  const found = await ask(settings, `/accounts/${encodeURIComponent(memory.account_id)}`, ArgyleAccount, io);
  const { connection } = found;
  if (connection.status === 'error') throw failureOf(found);
  const is_connecting = connection.status !== 'connected';
  const ready = readyParts(found);
  const open = parts.filter((part) => !ready.includes(part));
  const is_late = memory.waits >= WAITS_MAX;
  if (is_connecting && is_late) {
    throw new ProviderFailure('unavailable', 'The payroll system did not respond in time.', { scope: 'institution' });
  }
  if (open.length === 0 || is_late) return { later: undefined, is_partial: open.length > 0 };
  const waits = memory.waits + 1;
  const next: Account = { ...account, memory: { ...memory, waits } };
  return {
    later: { outcome: 'later', seconds: WAIT_SECONDS, progress: waits, account: next } satisfies Fetched,
    is_partial: true,
  };
}

const identitiesOf = (settings: Settings, account_id: string, io: Io) =>
  askAll(settings, '/identities', { account: account_id }, Identity, io);

async function readEmployments(
  settings: Settings,
  account: Account,
  { link_id }: FetchRequest,
  io: Io,
): Promise<Fetched> {
  const { later } = await waiting(settings, account, ['identities'], io);
  if (later !== undefined) return later;
  const { account_id } = recall(ArgyleMemory, account.memory);
  const identities = await identitiesOf(settings, account_id, io);
  if (identities.length === 0) throw new ProviderFailure('no_data', 'No employment was found.');
  // A person may have two identities for one employment, for example after a change of position. Argyle lists the
  // newest identity first.
  const newest = [...groupBy(identities, keyOf).values()].flatMap((same) => same.slice(0, 1));
  return {
    outcome: 'data',
    data: { employments: newest.map((identity) => toEmployment(identity, link_id)) },
    account: { ...account, memory: { ...account.memory, waits: 0, employments: newest.map(keyOf) } },
  };
}

async function readPay(
  settings: Settings,
  account: Account,
  { link_id, product, history_months }: FetchRequest,
  io: Io,
): Promise<Fetched> {
  if (product !== 'income') return { outcome: 'data', data: {}, account };
  const { later, is_partial } = await waiting(settings, account, ['paystubs', 'payroll_documents', 'gigs'], io);
  if (later !== undefined) return later;
  const { account_id, employments } = recall(ArgyleMemory, account.memory);
  const since = addMonths(io.now().toISOString().slice(0, 10), -history_months);
  const mine = { account: account_id };
  const recent = { ...mine, from_start_date: since };
  const paystubs = await askAll(settings, '/paystubs', recent, Paystub, io);
  const gigs = await askAll(settings, '/gigs', recent, Gig, io);
  const documents = await askAll(settings, '/payroll-documents', mine, PayrollDocument, io);
  // A pay stub, W-2 or gig that names no known employment is assigned to the first employment, because an account
  // usually has one employer.
  const known = new Set(employments ?? (await identitiesOf(settings, account_id, io)).map(keyOf));
  const [first] = known;
  const ownerOf = (employment: string | null | undefined): string[] => {
    const key = employment && known.has(employment) ? employment : first;
    return key === undefined ? [] : [employmentId(link_id, key)];
  };
  return {
    outcome: 'data',
    data: {
      statements: paystubs
        .filter(isPaid)
        .flatMap((paystub) => ownerOf(paystub.employment).map((id) => toStatement(paystub, id, link_id))),
      w2s: documents
        .filter(isW2)
        .flatMap((document) => ownerOf(document.employment).flatMap((id) => toW2s(document, id, link_id))),
      shifts: gigs.flatMap((gig) => ownerOf(gig.employment).flatMap((id) => toShifts(gig, id, link_id))),
    },
    account: { ...account, memory: { ...account.memory, waits: 0, employments: undefined } },
    ...(is_partial ? { missing_data: ['The payroll system has not sent all pay stubs yet.'] } : {}),
  };
}
