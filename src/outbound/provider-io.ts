// The network access of a connector. A connector may call only the origins in its manifest. A host name may lead to a
// private address only if the provider's entry allows the address. Requests and responses have size limits, and each step
// has one deadline. Error messages are logged, so they never quote data of the provider or
// of the applicant.
import { randomBytes } from 'node:crypto';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, fetch as fetchWith } from 'undici';
import { isLoopbackHost } from '#base/http/hosts.ts';
import type { Io, IoRequest, IoResponse, ProviderTls } from '#domain/connections/provider-io.ts';
import { addressesFault, type Lookup, lookupAll } from './addresses.ts';
import { FORBIDDEN_CODE } from './guarded-connect.ts';
import { tlsFaultText } from './tls-faults.ts';

export type ProviderIoOptions = {
  origins: readonly string[];
  now(): Date;
  /** Returns the real time. The default is `now`. */
  real_now?: (() => Date) | undefined;
  /** The certificates for this provider. If they are not given, the default certificates are used. */
  tls?: ProviderTls | undefined;
  /** The private networks to which the host names of the origins may lead, such as `10.1.2.0/24`. The default is none. */
  private_networks?: readonly string[] | undefined;
  /** Resolves host names. The default is the resolver of this machine. */
  lookup?: Lookup;
  /** The signal that aborts all requests of a step at the deadline of the step. */
  signal: AbortSignal;
  /** A function that replaces the network, for tests. If it is given, a manifest may list any host with plain http. */
  fetch?: Transport;
};

export type Transport = (url: string, request: RequestInit) => Promise<Response>;

/**
 * The part of `fetch` that we use. It is declared here, because Node and undici declare `fetch` with different types.
 */
type Sender = (url: string, request: SentRequest) => Promise<SentResponse>;
type SentRequest = {
  method: string;
  headers: Record<string, string>;
  body?: string;
  redirect: 'manual';
  signal: AbortSignal;
};
type SentResponse = {
  status: number;
  headers: Iterable<[string, string]>;
  body: AsyncIterable<Uint8Array> | null;
};

/**
 * `forbidden`: the connector requested a URL that is not allowed, or the host name leads to an address that is not allowed. `too_large`: the request or the response exceeds a
 * size limit. `unreachable`: the request failed before the response was complete. `out_of_time`: the response was not
 * complete before the deadline.
 */
export type IoFaultKind = 'forbidden' | 'too_large' | 'unreachable' | 'out_of_time';

export class IoFault extends Error {
  readonly kind: IoFaultKind;
  /** True if no connection was made. The provider then certainly did not receive the request. */
  readonly is_unsent: boolean;
  constructor(kind: IoFaultKind, message: string, is_unsent = kind === 'forbidden') {
    super(message);
    this.name = 'IoFault';
    this.kind = kind;
    this.is_unsent = is_unsent;
  }
}

/**
 * The maximum size of a response. The largest response that we expect is a year of transactions. Ten thousand
 * transactions have about three megabytes.
 */
export const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
export const REQUEST_BYTES_MAX = 1024 * 1024;
export const HEADERS_BYTES_MAX = 16 * 1024;

export function providerIo(options: ProviderIoOptions): Io {
  const allowed = new Set(options.origins.map((origin) => checkedOrigin(origin, options.fetch === undefined)));
  const { now, signal } = options;
  const sender: Sender = options.fetch ?? senderFor(options);
  return {
    async fetch(url, request = {}) {
      const target = URL.canParse(url) ? new URL(url) : undefined;
      if (target === undefined || !allowed.has(target.origin) || target.username !== '' || target.password !== '') {
        throw new IoFault('forbidden', 'The address is not listed in the manifest.');
      }
      checkRequest(request);
      try {
        return await send(sender, target.href, request, signal);
      } catch (error) {
        throw toFault(error, signal);
      }
    },
    now,
    real_now: options.real_now ?? now,
    signal,
    random: randomBytes,
  };
}

/**
 * One agent for each provider, so that connections can be reused. An agent is kept as long as the settings of its
 * provider are in use.
 */
const agents = new WeakMap<readonly string[], KeptAgent>();
type Network = Pick<ProviderIoOptions, 'origins' | 'tls' | 'private_networks' | 'lookup'>;
type KeptAgent = { agent: Agent; network: Network };

/**
 * Idle connections are closed early, because otherwise the provider could close a connection at the moment of a
 * request. We could then not know whether the provider received the request, and a request that must not be repeated
 * would be lost.
 */
const IDLE_MS_MAX = 1_000;
const CONNECT_MS_MAX = 10_000;

function senderFor(network: Network): Sender {
  const known = agents.get(network.origins);
  const agent = known !== undefined && isSame(known.network, network) ? known.agent : openAgent(network);
  agents.set(network.origins, { agent, network });
  return (url, request) => fetchWith(url, { ...request, dispatcher: agent });
}

/** A connection must never be used with the certificate or the networks of another provider. */
const isSame = (one: Network, other: Network): boolean =>
  one.tls === other.tls && one.private_networks === other.private_networks && one.lookup === other.lookup;

function openAgent({ tls, private_networks = [], lookup = lookupAll }: Network): Agent {
  const { certificate, key, ca } = tls ?? { certificate: null, key: null, ca: null };
  return new Agent({
    keepAliveTimeout: IDLE_MS_MAX,
    keepAliveMaxTimeout: IDLE_MS_MAX,
    maxHeaderSize: HEADERS_BYTES_MAX,
    connect: {
      timeout: CONNECT_MS_MAX,
      rejectUnauthorized: true,
      lookup: guardedLookup(private_networks, lookup),
      ...(certificate !== null && key !== null ? { cert: certificate, key } : {}),
      ...(ca === null ? {} : { ca }),
    },
  });
}

/**
 * Resolves a host name once and checks all its addresses, before a connection is made to one of them. So the name may
 * lead to another address later without any effect. An address that the operator wrote in the settings is not resolved,
 * and it is allowed.
 */
const guardedLookup =
  (allow: readonly string[], lookup: Lookup): LookupFunction =>
  (hostname, { all }, done) => {
    const policy = { allow, loopback: isLoopbackHost(hostname) };
    const checked = async () => {
      const addresses = (await lookup(hostname)).map((address) => ({ address, family: isIP(address) }));
      const fault = addressesFault(
        addresses.map(({ address }) => address),
        'https:',
        policy,
      );
      if (fault !== undefined) throw failure(FORBIDDEN_CODE);
      const [first] = addresses;
      if (first === undefined) throw failure('ENOTFOUND');
      return { addresses, first };
    };
    checked().then(
      ({ addresses, first }) => (all === true ? done(null, addresses) : done(null, first.address, first.family)),
      (error: Error) => done(error, []),
    );
  };

const failure = (code: string): Error => Object.assign(new Error(code), { code });

async function send(
  sender: Sender,
  url: string,
  { method = 'GET', headers = {}, body }: IoRequest,
  signal: AbortSignal,
): Promise<IoResponse> {
  const response = await sender(url, {
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    // The provider chooses the redirect target. So the connector must request the target itself through this `fetch`,
    // which checks the URL.
    redirect: 'manual',
    signal,
  });
  const answered = Object.fromEntries(response.headers);
  if (headerBytes(answered) > HEADERS_BYTES_MAX) throw new IoFault('too_large', 'The response headers are too large.');
  const bytes = await readBytes(response);
  return { status: response.status, headers: answered, body: bytes.toString('utf8'), bytes };
}

/** Counts bytes as they arrive, after decompression, because a small response may decompress to a huge body. */
async function readBytes({ body }: Pick<SentResponse, 'body'>): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new IoFault('too_large', 'The response is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function checkRequest({ headers = {}, body = '' }: IoRequest): void {
  if (headerBytes(headers) > HEADERS_BYTES_MAX) throw new IoFault('too_large', 'The request headers are too large.');
  if (Buffer.byteLength(body) > REQUEST_BYTES_MAX) throw new IoFault('too_large', 'The request is too large.');
}

const headerBytes = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((size, [name, value]) => size + Buffer.byteLength(name) + Buffer.byteLength(value), 0);

/**
 * Parses an origin. Throws if the origin is invalid. Manifests are our own code, so an invalid origin in a manifest is
 * a bug.
 */
function checkedOrigin(origin: string, over_network: boolean): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const plain = url?.protocol === 'http:' && (!over_network || isLoopbackHost(url.hostname));
  if (url === undefined || url.origin !== origin || !(plain || url.protocol === 'https:')) {
    throw new IoFault('forbidden', 'An origin in the manifest is neither https://host nor on this machine.');
  }
  return origin;
}

/**
 * The message contains only the system error code and what the code means, because error texts may quote URLs and
 * headers.
 */
function toFault(error: unknown, signal: AbortSignal): IoFault {
  if (error instanceof IoFault) return error;
  if (signal.aborted) return new IoFault('out_of_time', 'The step timed out.');
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined) ?? 'no code';
  if (code === FORBIDDEN_CODE) {
    return new IoFault(
      'forbidden',
      'The host name leads to a private address that the provider’s entry does not allow.',
    );
  }
  const message = tlsFaultText(code)?.replace(/\.$/, '') ?? 'The provider could not be reached';
  return new IoFault('unreachable', `${message} (${code}).`, UNSENT.test(code));
}

/** Error codes of failures before the connection or its TLS handshake was complete. */
const UNSENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|ERR_TLS_CERT_\w+)$/;

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code) ? code : undefined;
}
