// Opens the PDF file of a pay stub or W-2. The operator's keys can read the files of all people, so the connector
// checks that the file belongs to the account.
import type { Account, Io, IoResponse } from '#connectors/contract.ts';
import { ProviderFailure } from '#connectors/contract.ts';
import { recall } from '#connectors/live/entries.ts';
import { readJson } from '#connectors/wire.ts';
import { baseOf, type Settings, send } from './client.ts';
import { ArgyleMemory } from './link.ts';
import { PayrollDocument } from './wire.ts';

const ID = /^[0-9A-Fa-f-]{16,64}$/;
const REDIRECTS_MAX = 3;

export async function openFile(
  settings: Settings,
  account: Account,
  file_id: string,
  io: Io,
): Promise<Buffer | undefined> {
  if (!ID.test(file_id)) return undefined;
  const { account_id } = recall(ArgyleMemory, account.memory);
  const path = `/payroll-documents/${file_id}`;
  const found = await send(settings, path, {}, io);
  if (found.status === 404) return undefined;
  if (found.status !== 200) throw unavailable();
  if (readJson(PayrollDocument, found).account !== account_id) return undefined;
  const response = await follow(settings, `${path}/file`, io);
  return response?.bytes;
}

/** Follows redirects on Argyle's own server; the keys are sent to no other server. */
async function follow(settings: Settings, path: string, io: Io): Promise<IoResponse | undefined> {
  let url = `${baseOf(settings)}/v2${path}`;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await send(settings, url, { headers: { accept: 'application/pdf' } }, io);
    if (response.status === 200) return response;
    if (response.status === 404) return undefined;
    const { location } = response.headers;
    if (response.status < 300 || response.status > 399 || location === undefined) throw unavailable();
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin) throw unavailable();
    url = next.href;
  }
  throw unavailable();
}

const unavailable = () => new ProviderFailure('unavailable', 'The file is not available. Please try again later.');
