// The list of all settings. Each setting has a name, allowed values, a default, and the reason why an operator would
// change it. Only the top-level files and the commands in cli/ read settings and pass them down as values.
// docs/configuration.md is generated from this list.
import { isLoopbackHost } from '#base/http/hosts.ts';
import { parseFileServer } from '#outbound/file-server-url.ts';
import { DATABASE_TIMEOUT_MS } from '#storage/platform/connection-pool.ts';
import { parseMasterKeys } from '#storage/platform/embedded/master-keys.ts';
import {
  databaseUrl,
  globalName,
  integer,
  issuerUrl,
  list,
  mailUrl,
  nearestSetting,
  network,
  oneOf,
  origin,
  ratio,
  textingUrl,
  webUrl,
} from './setting-values.ts';

export const ROLES = ['all', 'api', 'worker'] as const;

const SWITCH = ['off', 'on'] as const;

const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'] as const;

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The error for an invalid setting. It prevents the start, and its message is the one line that the operator sees. */
export class SettingError extends Error {}

type Setting<T> = {
  /** The allowed values, for the table in the documentation. */
  allowed: string;
  /** The default as the documentation shows it. */
  fallback: string;
  why: string;
  /** Throws an error that states why the value is invalid. The message omits the value if it may be a secret. */
  parse(text: string | undefined): T;
};

const setting = <T>(definition: Setting<T>): Setting<T> => definition;

export const SETTINGS = {
  PORT: setting({
    allowed: '0 to 65535',
    fallback: '8080',
    why: 'The port of the API and the pages; 0 selects any free port.',
    parse: (text) => integer(text ?? '8080', 0, 65_535),
  }),
  HOST: setting({
    allowed: 'a host name or address',
    fallback: '127.0.0.1',
    why: 'The address to listen on. Behind a proxy on another machine, use 0.0.0.0 or ::.',
    parse: (text) => text ?? '127.0.0.1',
  }),
  VOUCH_DATA_DIR: setting({
    allowed: 'a folder',
    fallback: './data',
    why: 'Holds the embedded database, the master key and the first credentials. Created if missing. Back it up.',
    parse: (text) => text ?? './data',
  }),
  DATABASE_URL: setting({
    allowed: 'postgres://…',
    fallback: 'none: embedded',
    why: 'A PostgreSQL server, 15 or newer, to use instead of the embedded one; required for more than one machine. It may name several hosts (`postgres://vouch@db1:5432,db2:5432/vouch`): the one that accepts writes is used, and after a failover another one.',
    parse: (text) => (text === undefined ? undefined : databaseUrl(text)),
  }),
  DATABASE_DIRECT_URL: setting({
    allowed: 'postgres://…',
    fallback: 'none: `DATABASE_URL`',
    why: 'The address of the PostgreSQL server itself. Required if `DATABASE_URL` leads to a pooler in transaction mode, such as PgBouncer: migrations, notifications and the job queue need sessions, which such a pooler does not have. About nine connections per process use it.',
    parse: (text) => (text === undefined ? undefined : databaseUrl(text)),
  }),
  VOUCH_DATABASE_TIMEOUT_MS: setting({
    allowed: '1000 to 600000',
    fallback: '5000',
    why: 'How long a request waits for PostgreSQL (a connection, a lock, a statement) before it fails with 503, and how long startup waits for its first connection. Increase it for a server that is slow rather than down; waiting requests keep their slots in the meantime.',
    parse: (text) => integer(text ?? String(DATABASE_TIMEOUT_MS), 1_000, 600_000),
  }),
  VOUCH_DATABASE_CONNECTIONS: setting({
    allowed: '4 to 500',
    fallback: '24',
    why: 'The number of connections from one process to PostgreSQL; one client may hold half of them. More connections let more requests run at once, up to what the server’s processors can handle (about four per processor); all processes together must stay below its `max_connections`. A worker uses five additional connections.',
    parse: (text) => integer(text ?? '24', 4, 500),
  }),
  VOUCH_JOBS_AT_ONCE: setting({
    allowed: '1 to 500',
    fallback: '30',
    why: 'The number of background jobs that one process runs at once; one client may have a third of them. Jobs mostly wait for providers, so this may exceed the number of connections.',
    parse: (text) => integer(text ?? '30', 1, 500),
  }),
  VOUCH_READERS: setting({
    allowed: '1 to 32',
    fallback: '1',
    why: 'The number of uploaded files that one process reads at once, each in a process of its own with low priority. Reading keeps a core busy, and a scanned page takes seconds.',
    parse: (text) => integer(text ?? '1', 1, 32),
  }),
  VOUCH_HEALTH_PORT: setting({
    allowed: '0 to 65535',
    fallback: 'none',
    why: 'The port on which a process with the role `worker` serves `/healthz`, `/readyz` and `/metrics`. The other roles serve them on `PORT`.',
    parse: (text) => (text === undefined ? undefined : integer(text, 0, 65_535)),
  }),
  VOUCH_ROLE: setting({
    allowed: ROLES.join(', '),
    fallback: 'all',
    why: 'What this process does: `api` serves requests, `worker` runs background work, `all` does both.',
    parse: (text) => oneOf(text ?? 'all', ROLES),
  }),
  VOUCH_BASE_URL: setting({
    allowed: 'http(s)://…',
    fallback: 'http://127.0.0.1:PORT',
    why: 'The URL at which clients reach the API; `next` links and file URLs begin with it.',
    parse: (text) => (text === undefined ? undefined : webUrl(text)),
  }),
  VOUCH_PUBLIC_URL: setting({
    allowed: 'http(s)://…',
    fallback: 'VOUCH_BASE_URL',
    why: 'The URL of the pages that people see, if it differs from that of the API.',
    parse: (text) => (text === undefined ? undefined : webUrl(text)),
  }),
  VOUCH_MASTER_KEY: setting({
    allowed: '32 bytes in base64; several keys, newest first, separated by commas',
    fallback: 'made on first start, kept in the data folder',
    why: 'Wraps every data key. Anyone who has this key and the database can read everything; without the key, the data cannot be read.',
    parse(text) {
      if (text !== undefined && parseMasterKeys(text) === undefined) throw new Error('is not 32 bytes in base64');
      return text;
    },
  }),
  VOUCH_FILES_URL: setting({
    allowed: 'https://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION',
    fallback: 'none: in the database',
    why: 'An S3-compatible server on which uploaded files are kept, sealed, instead of in the database. KEY and SECRET are the access key (in the secret, write `/` as `%2F`), FOLDER may be left out, and REGION is us-east-1 unless given. Files that were stored before are still found in the database.',
    parse: (text) => (text === undefined ? undefined : parseFileServer(text)),
  }),
  VOUCH_PROVIDERS: setting({
    allowed: 'a file',
    fallback: '`providers.json` in the data folder, if it exists',
    why: 'The live providers, as JSON; see [Live providers](live.md). A fault in the file stops the start. After SIGHUP the file is read again; a faulty file is logged, and the old one stays in force.',
    parse: (text) => text,
  }),
  VOUCH_SMTP_URL: setting({
    allowed: 'smtp://… or smtps://…',
    fallback: 'none: no e-mail is sent',
    why: 'The mail server for notices, invitations and reminders. Its password is sent to other machines only over TLS.',
    parse: (text) => (text === undefined ? undefined : mailUrl(text)),
  }),
  VOUCH_SMS_URL: setting({
    allowed: 'https://…, or http://… on this machine',
    fallback: 'none: no text messages are sent',
    why: 'Receives text messages: each is posted as JSON, `{"to": "+1…", "text": "…"}`, and a 2xx response means that it was accepted. A user name and password in the URL are sent as HTTP Basic authentication.',
    parse: (text) => (text === undefined ? undefined : textingUrl(text)),
  }),
  VOUCH_SANDBOX_NOTIFICATIONS: setting({
    allowed: SWITCH.join(', '),
    fallback: 'off',
    why: 'If `on`, e-mails and text messages of the sandbox are actually sent. Otherwise the timeline of an order shows what would have been sent.',
    parse: (text) => oneOf(text ?? 'off', SWITCH) === 'on',
  }),
  VOUCH_WEBHOOK_ALLOW: setting({
    allowed: 'addresses or networks, separated by commas',
    fallback: 'none: public addresses only',
    why: 'Internal networks that webhooks may reach in addition to public addresses, such as 10.1.2.0/24.',
    parse: (text) => list(text).map(network),
  }),
  VOUCH_TRUSTED_PROXIES: setting({
    allowed: 'addresses or networks, separated by commas',
    fallback: 'none',
    why: 'Reverse proxies whose `X-Forwarded-For` identifies the visitor. Limits per address (unfinished bodies, files, guesses) then apply to that visitor instead of the proxy.',
    parse: (text) => list(text).map(network),
  }),
  VOUCH_WIDGET_URL: setting({
    allowed: 'http(s)://…',
    fallback: 'where a page loads `/bridge.js` from',
    why: 'The URL from which the widget’s frame is loaded, if the script is loaded from another host. It must route `/widget/` and everything below it to this service.',
    parse: (text) => (text === undefined ? undefined : webUrl(text)),
  }),
  VOUCH_WIDGET_ORIGINS: setting({
    allowed: 'origins such as https://app.example.com, separated by commas',
    fallback: 'any',
    why: 'The pages that may show the widget in a frame, for all clients; browsers block it on other pages. A client may also have its own list (`vouch client set`).',
    parse: (text) => list(text).map(origin),
  }),
  VOUCH_BRIDGE_GLOBALS: setting({
    allowed: 'JavaScript names, separated by commas',
    fallback: 'none',
    why: 'Additional global names under which pages find the widget object, besides `VouchBridge`.',
    parse: (text) => list(text).map(globalName),
  }),
  VOUCH_RATE_LIMIT_REQUESTS: setting({
    allowed: '1 to 1000000000',
    fallback: '300',
    why: 'The number of requests per secret in any 60 seconds, unless a different number is set for the client.',
    parse: (text) => integer(text ?? '300', 1, 1_000_000_000),
  }),
  VOUCH_OIDC_ISSUER: setting({
    allowed: 'https://…, or http://… on this machine',
    fallback: 'none: passwords only',
    why: 'Your identity provider (OpenID Connect), through which dashboard users may sign in instead of with a password. Register `/console/api/session/oidc/callback/` below the public URL there. Needs `VOUCH_OIDC_CLIENT_ID` and `VOUCH_OIDC_CLIENT_SECRET`.',
    parse: (text) => (text === undefined ? undefined : issuerUrl(text)),
  }),
  VOUCH_OIDC_CLIENT_ID: setting({
    allowed: 'text',
    fallback: 'none',
    why: 'The client id that the identity provider gave to this service.',
    parse: (text) => text,
  }),
  VOUCH_OIDC_CLIENT_SECRET: setting({
    allowed: 'text',
    fallback: 'none',
    why: 'The client secret that belongs to `VOUCH_OIDC_CLIENT_ID`.',
    parse: (text) => text,
  }),
  VOUCH_LOG_LEVEL: setting({
    allowed: LOG_LEVELS.join(', '),
    fallback: 'info',
    why: 'How much is logged. `info` logs one line per request, with its `X-Request-Id`; `warn` logs only what needs attention.',
    parse: (text) => oneOf(text ?? 'info', LOG_LEVELS),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    allowed: 'http(s)://…',
    fallback: 'none: no traces',
    why: 'Turns tracing on: the URL at which an OpenTelemetry collector receives traces by OTLP over HTTP, such as http://127.0.0.1:4318. The SDK also reads the other standard variables, such as OTEL_EXPORTER_OTLP_HEADERS, OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME and OTEL_BSP_*.',
    parse: (text) => (text === undefined ? undefined : webUrl(text)),
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting({
    allowed: 'http(s)://…',
    fallback: 'OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces',
    why: 'The full URL for traces, if it is not below `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    parse: (text) => (text === undefined ? undefined : webUrl(text)),
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting({
    allowed: OTLP_PROTOCOLS.join(', '),
    fallback: 'http/protobuf',
    why: 'How traces are encoded.',
    parse: (text) => oneOf(text ?? 'http/protobuf', OTLP_PROTOCOLS),
  }),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: setting({
    allowed: OTLP_PROTOCOLS.join(', '),
    fallback: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    why: 'How traces are encoded, if it differs from `OTEL_EXPORTER_OTLP_PROTOCOL`.',
    parse: (text) => (text === undefined ? undefined : oneOf(text, OTLP_PROTOCOLS)),
  }),
  OTEL_TRACES_EXPORTER: setting({
    allowed: 'otlp, none',
    fallback: 'otlp',
    why: '`none` turns tracing off, also if there is an endpoint.',
    parse: (text) => oneOf(text ?? 'otlp', ['otlp', 'none'] as const),
  }),
  OTEL_TRACES_SAMPLER: setting({
    allowed: SAMPLERS.join(', '),
    fallback: 'parentbased_always_on',
    why: 'Which traces are kept. The decision depends on the trace id, so all processes make the same decision. A trace never has an external parent, so the `parentbased_` samplers behave like the others.',
    parse: (text) => oneOf(text ?? 'parentbased_always_on', SAMPLERS),
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    allowed: '0 to 1',
    fallback: '1',
    why: 'The fraction of all traces that the `traceidratio` samplers keep.',
    parse: (text) => ratio(text ?? '1'),
  }),
  OTEL_SDK_DISABLED: setting({
    allowed: 'true, false',
    fallback: 'false',
    why: 'If `true`, there are no traces, regardless of the other settings.',
    parse: (text) => oneOf(text ?? 'false', ['true', 'false'] as const) === 'true',
  }),
};

export type Settings = { readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['parse']> };

/**
 * Reads all settings from the environment variables. If settings are invalid, throws a one-line error that names the
 * first invalid setting.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  refuseUnknown(environment);
  const read = <T>(name: string, { parse }: Setting<T>): T => {
    const text = environment[name] === '' ? undefined : environment[name];
    try {
      return parse(text);
    } catch (error) {
      throw new SettingError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  if (environment['DATABASE_DIRECT_URL'] && !environment['DATABASE_URL']) {
    throw new SettingError('DATABASE_DIRECT_URL: has no effect without DATABASE_URL');
  }
  return {
    PORT: read('PORT', SETTINGS.PORT),
    HOST: read('HOST', SETTINGS.HOST),
    VOUCH_DATA_DIR: read('VOUCH_DATA_DIR', SETTINGS.VOUCH_DATA_DIR),
    DATABASE_URL: read('DATABASE_URL', SETTINGS.DATABASE_URL),
    DATABASE_DIRECT_URL: read('DATABASE_DIRECT_URL', SETTINGS.DATABASE_DIRECT_URL),
    VOUCH_DATABASE_TIMEOUT_MS: read('VOUCH_DATABASE_TIMEOUT_MS', SETTINGS.VOUCH_DATABASE_TIMEOUT_MS),
    VOUCH_DATABASE_CONNECTIONS: read('VOUCH_DATABASE_CONNECTIONS', SETTINGS.VOUCH_DATABASE_CONNECTIONS),
    VOUCH_JOBS_AT_ONCE: read('VOUCH_JOBS_AT_ONCE', SETTINGS.VOUCH_JOBS_AT_ONCE),
    VOUCH_READERS: read('VOUCH_READERS', SETTINGS.VOUCH_READERS),
    VOUCH_HEALTH_PORT: read('VOUCH_HEALTH_PORT', SETTINGS.VOUCH_HEALTH_PORT),
    VOUCH_ROLE: read('VOUCH_ROLE', SETTINGS.VOUCH_ROLE),
    VOUCH_BASE_URL: read('VOUCH_BASE_URL', SETTINGS.VOUCH_BASE_URL),
    VOUCH_PUBLIC_URL: read('VOUCH_PUBLIC_URL', SETTINGS.VOUCH_PUBLIC_URL),
    VOUCH_MASTER_KEY: read('VOUCH_MASTER_KEY', SETTINGS.VOUCH_MASTER_KEY),
    VOUCH_FILES_URL: read('VOUCH_FILES_URL', SETTINGS.VOUCH_FILES_URL),
    VOUCH_PROVIDERS: read('VOUCH_PROVIDERS', SETTINGS.VOUCH_PROVIDERS),
    VOUCH_SMTP_URL: read('VOUCH_SMTP_URL', SETTINGS.VOUCH_SMTP_URL),
    VOUCH_SMS_URL: read('VOUCH_SMS_URL', SETTINGS.VOUCH_SMS_URL),
    VOUCH_SANDBOX_NOTIFICATIONS: read('VOUCH_SANDBOX_NOTIFICATIONS', SETTINGS.VOUCH_SANDBOX_NOTIFICATIONS),
    VOUCH_WEBHOOK_ALLOW: read('VOUCH_WEBHOOK_ALLOW', SETTINGS.VOUCH_WEBHOOK_ALLOW),
    VOUCH_TRUSTED_PROXIES: read('VOUCH_TRUSTED_PROXIES', SETTINGS.VOUCH_TRUSTED_PROXIES),
    VOUCH_WIDGET_URL: read('VOUCH_WIDGET_URL', SETTINGS.VOUCH_WIDGET_URL),
    VOUCH_WIDGET_ORIGINS: read('VOUCH_WIDGET_ORIGINS', SETTINGS.VOUCH_WIDGET_ORIGINS),
    VOUCH_BRIDGE_GLOBALS: read('VOUCH_BRIDGE_GLOBALS', SETTINGS.VOUCH_BRIDGE_GLOBALS),
    VOUCH_RATE_LIMIT_REQUESTS: read('VOUCH_RATE_LIMIT_REQUESTS', SETTINGS.VOUCH_RATE_LIMIT_REQUESTS),
    VOUCH_OIDC_ISSUER: read('VOUCH_OIDC_ISSUER', SETTINGS.VOUCH_OIDC_ISSUER),
    VOUCH_OIDC_CLIENT_ID: read('VOUCH_OIDC_CLIENT_ID', SETTINGS.VOUCH_OIDC_CLIENT_ID),
    VOUCH_OIDC_CLIENT_SECRET: read('VOUCH_OIDC_CLIENT_SECRET', SETTINGS.VOUCH_OIDC_CLIENT_SECRET),
    VOUCH_LOG_LEVEL: read('VOUCH_LOG_LEVEL', SETTINGS.VOUCH_LOG_LEVEL),
    OTEL_EXPORTER_OTLP_ENDPOINT: read('OTEL_EXPORTER_OTLP_ENDPOINT', SETTINGS.OTEL_EXPORTER_OTLP_ENDPOINT),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: read(
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      SETTINGS.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    ),
    OTEL_EXPORTER_OTLP_PROTOCOL: read('OTEL_EXPORTER_OTLP_PROTOCOL', SETTINGS.OTEL_EXPORTER_OTLP_PROTOCOL),
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: read(
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
      SETTINGS.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL,
    ),
    OTEL_TRACES_EXPORTER: read('OTEL_TRACES_EXPORTER', SETTINGS.OTEL_TRACES_EXPORTER),
    OTEL_TRACES_SAMPLER: read('OTEL_TRACES_SAMPLER', SETTINGS.OTEL_TRACES_SAMPLER),
    OTEL_TRACES_SAMPLER_ARG: read('OTEL_TRACES_SAMPLER_ARG', SETTINGS.OTEL_TRACES_SAMPLER_ARG),
    OTEL_SDK_DISABLED: read('OTEL_SDK_DISABLED', SETTINGS.OTEL_SDK_DISABLED),
  };
}

/** Variables of commands that call a running service (cli/api-access.ts). */
export const COMMAND_VARIABLES = ['VOUCH_CLIENT_ID', 'VOUCH_ACCESS_SECRET'];

/** Rejects unknown names that start with VOUCH_, because a setting with a mistyped name would silently do nothing. */
function refuseUnknown(environment: Readonly<Record<string, string | undefined>>): void {
  const known = [...Object.keys(SETTINGS), ...COMMAND_VARIABLES];
  const unknown = Object.keys(environment).find((name) => name.startsWith('VOUCH_') && !known.includes(name));
  if (unknown === undefined) return;
  const meant = nearestSetting(unknown, known);
  const hint = meant === undefined ? 'docs/configuration.md lists them all' : `did you mean ${meant}?`;
  throw new SettingError(`${unknown}: there is no such setting; ${hint}`);
}

/** The URL at which clients reach the API, according to these settings. */
export function baseUrlOf({ VOUCH_BASE_URL, HOST, PORT }: Settings): string {
  if (VOUCH_BASE_URL !== undefined) return VOUCH_BASE_URL;
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** True if only this machine can reach the service: it listens on loopback, and its base URL is a loopback address. */
export const runsOnLoopback = (settings: Settings): boolean =>
  isLoopbackHost(settings.HOST) && isLoopbackHost(new URL(baseUrlOf(settings)).hostname);

/**
 * The warning that is printed at every start if other machines can reach the port. It is needed because the port serves
 * plain HTTP.
 */
export const exposureWarning = ({ HOST }: Settings): string | undefined =>
  isLoopbackHost(HOST)
    ? undefined
    : `Warning: HOST=${HOST} accepts connections from other machines over plain HTTP. Secrets and personal data cross the network unencrypted unless a proxy in front of it uses TLS and nothing else can reach this port.`;

/**
 * The identity provider for dashboard users; `undefined` if none is set. Throws if only one or two of its three
 * settings are set.
 */
export function identityProviderOf(
  settings: Settings,
): { issuer: string; client_id: string; client_secret: string } | undefined {
  const {
    VOUCH_OIDC_ISSUER: issuer,
    VOUCH_OIDC_CLIENT_ID: client_id,
    VOUCH_OIDC_CLIENT_SECRET: client_secret,
  } = settings;
  if (issuer !== undefined && client_id !== undefined && client_secret !== undefined) {
    return { issuer, client_id, client_secret };
  }
  const missing = Object.entries({ issuer, client_id, client_secret }).filter(([, value]) => value === undefined);
  const [name] = missing[0] ?? [];
  if (missing.length === 3 || name === undefined) return undefined;
  throw new SettingError(`VOUCH_OIDC_${name.toUpperCase()}: is missing, but other VOUCH_OIDC_ settings are given`);
}

/** How traces are sampled and sent; `undefined` if tracing is off. */
export function tracingOf(
  settings: Settings,
): { protocol: (typeof OTLP_PROTOCOLS)[number]; ratio: number } | undefined {
  const endpoint = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || settings.OTEL_SDK_DISABLED || settings.OTEL_TRACES_EXPORTER === 'none')
    return undefined;
  const fixed: Readonly<Record<string, number>> = { always_on: 1, always_off: 0 };
  const kept = fixed[settings.OTEL_TRACES_SAMPLER.replace('parentbased_', '')] ?? settings.OTEL_TRACES_SAMPLER_ARG;
  const protocol = settings.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? settings.OTEL_EXPORTER_OTLP_PROTOCOL;
  return { protocol, ratio: kept };
}
