// Creates sessions of Finch Connect, the page on which an administrator connects a payroll system. Finch opens the page
// only with a session.
import type { Static, TSchema } from 'typebox';
import { type Io, type IoResponse, type LoginRequest, ProviderFailure } from '#connectors/contract.ts';
import { busy } from '#connectors/live/busy.ts';
import { recall } from '#connectors/live/entries.ts';
import { readJson } from '#connectors/wire.ts';
import { API_HEADERS, baseOf, type Settings } from './client.ts';
import { FinchMemory } from './memory.ts';
import { Session, SessionRefusal } from './wire.ts';

/** The Finch products that are needed for the directory and the payroll of a company, and no others. */
const PRODUCTS = ['directory', 'individual', 'employment', 'payment', 'pay_statement'];

/** How long the page can be opened. Our own time limit for a login is the same. */
const VISIT_MINUTES = 15;

type Visit = Pick<LoginRequest, 'account' | 'person_id' | 'redirect_url' | 'state'>;

/**
 * Returns the URL of the page for a new session. A session has no field for the state of the login. Finch takes the
 * state from the query of the page's URL, and returns it to our callback.
 */
export async function openPage(settings: Settings, visit: Visit, io: Io): Promise<string> {
  const { connect_url } = await createSession(settings, visit, io);
  const url = new URL(connect_url);
  url.searchParams.set('state', visit.state);
  return url.href;
}

/**
 * Creates a session. If the link already has a connection, the session renews this connection, because a second
 * connection of the same company would be billed too. A connection that has ended cannot be renewed, so the
 * administrator then connects the company again.
 */
async function createSession(settings: Settings, visit: Visit, io: Io): Promise<Session> {
  const known = visit.account && recall(FinchMemory, visit.account.memory).connection_id;
  if (known !== undefined) {
    const renewal = await send(settings, '/connect/sessions/reauthenticate', renewalOf(known, visit), io);
    if (!CANNOT_RENEW.has(renewal.status)) return sessionIn(renewal, io);
  }
  const { person_id, redirect_url } = visit;
  const response = await send(
    settings,
    '/connect/sessions',
    {
      customer_id: person_id,
      // Finch requires a name. The start of the id stands for it, so that Finch learns no name from us.
      customer_name: `Customer ${person_id.slice(0, 8)}`,
      products: PRODUCTS,
      redirect_uri: redirect_url,
      minutes_to_expire: VISIT_MINUTES,
      ...(settings.sandbox === undefined ? {} : { sandbox: settings.sandbox }),
    },
    io,
  );
  const existing = existingIn(response);
  if (existing === undefined) return sessionIn(response, io);
  return sessionIn(await send(settings, '/connect/sessions/reauthenticate', renewalOf(existing, visit), io), io);
}

const CANNOT_RENEW: ReadonlySet<number> = new Set([400, 404, 422]);

const renewalOf = (connection_id: string, { redirect_url }: Visit) => ({
  connection_id,
  products: PRODUCTS,
  redirect_uri: redirect_url,
  minutes_to_expire: VISIT_MINUTES,
});

function send(settings: Settings, path: string, body: object, io: Io): Promise<IoResponse> {
  const credentials = Buffer.from(`${settings.client_id}:${settings.secret}`).toString('base64');
  return io.fetch(`${baseOf(settings)}${path}`, {
    method: 'POST',
    headers: { ...API_HEADERS, 'content-type': 'application/json', authorization: `Basic ${credentials}` },
    body: JSON.stringify(body),
  });
}

/** Returns the connection that the person already has, if Finch refuses a second connection for the same person. */
function existingIn(response: IoResponse): string | undefined {
  if (response.status !== 400) return undefined;
  const refusal = tryRead(SessionRefusal, response);
  return refusal?.finch_code === 'connection_already_exists' ? refusal.context.connection_id : undefined;
}

function tryRead<Schema extends TSchema>(schema: Schema, response: IoResponse): Static<Schema> | undefined {
  try {
    return readJson(schema, response);
  } catch {
    return undefined;
  }
}

function sessionIn(response: IoResponse, io: Io): Session {
  const { status } = response;
  if (status === 200 || status === 201) return readJson(Session, response);
  if (status === 429) throw busy('Finch', response, io);
  if (status === 401) throw new ProviderFailure('config_error', 'Finch does not accept client_id and secret.');
  if (status === 402) throw new ProviderFailure('config_error', 'Finch requires payment of its invoices.');
  if (status >= 400 && status < 500) {
    throw new ProviderFailure('config_error', 'Finch does not open its page with these settings.');
  }
  throw new ProviderFailure('unavailable', 'Finch is not available. Please try again later.');
}
