// An FDX bank that runs as a separate process: an authorization server, a data API, and a control address for tests.
import { resolve } from 'node:path';
import type { Simulator, StartOptions } from '../kinds.ts';
import type { Listener } from '../kit/listen.ts';
import { LIVES } from '../lives/people/people.ts';
import { authorize, decide, logIn, push } from './authorize.ts';
import { type Bank, type BankSettings, issuerAt, openBank } from './bank.ts';
import { answerControl } from './control.ts';
import { answerData } from './data.ts';
import { drifted } from './drift.ts';
import { OAuthError } from './errors.ts';
import { answerInstead, type Fault, type Faults, type RandomFaults, sendWith, strike } from './faults.ts';
import { type Answer, type Asked, json, type Send, serve } from './http.ts';
import { keySet, metadata } from './metadata.ts';
import { providerEntries } from './provider-entries.ts';
import { register } from './registered.ts';
import { type LoggedRequest, logRequest, type RequestLog } from './request-log.ts';
import { VERSIONS } from './shapes.ts';
import { grantTokens, revoke } from './tokens.ts';

export type FdxOptions = StartOptions & {
  settings?: Partial<BankSettings>;
  faults?: readonly Fault[];
  random_faults?: RandomFaults;
  /** The exact redirect addresses of the clients. Undefined: every loopback address is accepted. */
  redirect_uris?: readonly string[];
  /** The folder for the keys and certificates of the clients. Undefined: they exist only in memory. */
  folder?: string;
  now?: () => Date;
};

export type FdxBank = Simulator & {
  issuer: string;
  tls_url: string;
  tls_issuer: string;
  /** The address of the data API, without and with TLS. */
  api_base(version: (typeof VERSIONS)[number]): string;
  tls_api_base(version: (typeof VERSIONS)[number]): string;
  /** PEM texts: `es256-key.pem`, `ps256-key.pem`, `mtls-key.pem`, `mtls.pem`, `self-signed-key.pem`, `ca.pem` … */
  files: Readonly<Record<string, string>>;
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
};

const DATA = '/fdx/';
const SETTINGS: BankSettings = {
  seed: 0,
  issuer_path: '',
  par: 'required',
  constraint: 'offered',
  is_dpop_nonce_required: true,
  access_token_seconds: 900,
  page_limit: 100,
};

export async function startFdx(options: FdxOptions = {}): Promise<FdxBank> {
  const { port = 0, now = () => new Date(), redirect_uris = [], folder } = options;
  const settings: BankSettings = { ...SETTINGS, seed: options.seed ?? 0, ...options.settings };
  const { clients, tls, files } = register(folder, redirect_uris, now());
  const bank = openBank(settings, clients, now);
  const faults: Faults = {
    on: [...(options.faults ?? [])],
    random: options.random_faults,
    seed: settings.seed,
    default_path: DATA,
  };
  const log: RequestLog = { requests: [], count: 0 };
  const { handle, send } = faultyAnswers(bank, faults, log);
  const next = (step: number): number => (port === 0 ? 0 : port + step);
  const opened: Listener[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((listener) => listener.close()));
  };
  try {
    opened.push(await serve(handle, { port: next(0), send }));
    opened.push(await serve(handle, { port: next(1), tls, send }));
    opened.push(await serve((asked) => answerControl({ bank, faults, log }, asked), { port: next(2) }));
  } catch (error) {
    await close();
    throw error;
  }
  const [url = '', tls_url = '', control_origin = ''] = opened.map(({ origin }) => origin);
  bank.origins = { plain: url, tls: tls_url };
  return {
    url,
    tls_url,
    issuer: issuerAt(bank, url),
    tls_issuer: issuerAt(bank, tls_url),
    api_base: (version) => `${url}${DATA}${version}`,
    tls_api_base: (version) => `${tls_url}${DATA}${version}`,
    files,
    close,
    control: async (method, path, body) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${control_origin}/control${path}`, { method, ...sent });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
    guide: {
      control_url: `${control_origin}/control/`,
      logins: LIVES.map(({ username, password, story }) => ({ username, password, story })),
      providers: providerEntries(bank, folder === undefined ? undefined : resolve(folder)),
      environment: {},
    },
  };
}

/** Logs each request, applies faults, and turns errors into answers. */
function faultyAnswers(bank: Bank, faults: Faults, log: RequestLog): { handle: (asked: Asked) => Answer; send: Send } {
  const struck = new WeakMap<Asked, Fault>();
  const handle = (asked: Asked): Answer => {
    const entry: LoggedRequest = logRequest(log, asked);
    const fault = strike(faults, asked, entry.number);
    if (fault !== undefined) struck.set(asked, fault);
    entry.fault = fault?.kind ?? null;
    const answer = answerInstead(fault) ?? answerTo(bank, asked, fault);
    entry.status = answer.status;
    return { ...answer, headers: { ...answer.headers, date: bank.clock.now().toUTCString() } };
  };
  return { handle, send: (asked, answer, response) => sendWith(struck.get(asked), asked, answer, response) };
}

function answerTo(bank: Bank, asked: Asked, fault: Fault | undefined): Answer {
  const version = VERSIONS.find((one) => asked.path.startsWith(`${DATA}${one}/`));
  if (version === undefined) return answerOAuth(bank, asked);
  const row_faults = {
    has_duplicates: fault?.kind === 'duplicate_rows',
    is_vanishing: fault?.kind === 'vanishing_rows',
    account_fault: fault?.kind === 'failed_account' || fault?.kind === 'unnamed_account' ? fault.kind : undefined,
  };
  const answer = answerData(bank, asked, version, asked.path.slice(`${DATA}${version}`.length), row_faults);
  if (fault?.kind !== 'schema_drift' || typeof answer.body !== 'string') return answer;
  const value: unknown = JSON.parse(answer.body);
  return { ...answer, body: JSON.stringify(drifted(value, bank.settings.seed)) };
}

function answerOAuth(bank: Bank, asked: Asked): Answer {
  const { issuer_path } = bank.settings;
  const is_metadata = asked.path === `/.well-known/oauth-authorization-server${issuer_path}`;
  const name = is_metadata ? 'metadata' : asked.path.slice(issuer_path.length);
  if (!is_metadata && !asked.path.startsWith(`${issuer_path}/`)) return json(404, { error: 'not_found' });
  try {
    switch (`${asked.method} ${name}`) {
      case 'GET metadata':
        return json(200, metadata(bank, asked.origin), { 'cache-control': 'max-age=3600' });
      case 'GET /jwks':
        return json(200, keySet(bank));
      case 'POST /par':
        return bank.settings.par === 'off' ? json(404, { error: 'not_found' }) : push(bank, asked);
      case 'GET /authorize':
        return authorize(bank, asked);
      case 'POST /login':
        return logIn(bank, asked);
      case 'POST /consent':
        return decide(bank, asked);
      case 'POST /token':
        return grantTokens(bank, asked);
      case 'POST /revoke':
        return revoke(bank, asked);
      default:
        return json(404, { error: 'not_found' });
    }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return json(error.status, { error: error.code, error_description: error.message }, error.headers);
  }
}
