// Reads the text of providers.json. Each entry is checked completely, so that `vouch providers check` can report every
// fault of the file. The service starts only if the file has no fault.
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { isLoopbackHost, isNetwork } from '#base/http/hosts.ts';
import { choice } from '#base/schema.ts';
import type { Connector, Fetch } from '#connectors/contract.ts';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import { ENVIRONMENTS } from '#domain/platform/scope.ts';
import { listsOf, type Provenance } from '#domain/reports/provenance.ts';
import { type CallbackUrls, LIVE_KINDS, type LiveKind, type ProviderEntry } from './kinds.ts';
import { type FieldFault, isRecord, resolveSettings, type Sources } from './references.ts';

export type ConfiguredProvider = { kind: LiveKind; entry: ProviderEntry<unknown>; connector: Connector };
/**
 * One entry. `provider` is missing if the entry has faults. If the entry has no usable id, `id` is its position in the
 * file.
 */
export type CheckedEntry = { id: string; faults: FieldFault[]; provider: ConfiguredProvider | undefined };

export type ProviderFileOptions = {
  kinds: ReadonlyMap<string, LiveKind>;
  /** Ids of built-in providers. The file must not use these ids. */
  taken_ids: ReadonlySet<string>;
  sources: Sources;
  /** The URL at which providers reach this service. */
  base_url: string;
};

const ENTRIES_MAX = 1_000;

const Fields = Type.Object({
  id: Type.String({ pattern: '^(?!vouch_)[a-z0-9_]{2,64}$' }),
  name: Type.String({ minLength: 1, maxLength: 128, pattern: '\\S' }),
  logo_url: Type.Optional(Type.Union([Type.String({ maxLength: 2048, pattern: '^https?://[^\\s]+$' }), Type.Null()])),
  aliases: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 100 })),
  connector: choice(LIVE_KINDS),
  environments: Type.Optional(Type.Array(choice(ENVIRONMENTS), { minItems: 1, uniqueItems: true })),
  products: Type.Optional(Type.Array(choice(PRODUCT_TYPES), { minItems: 1, uniqueItems: true })),
  clients: Type.Optional(Type.Array(Type.String({ pattern: '^[0-9a-f]{32}$' }), { minItems: 1, maxItems: 10_000 })),
  private_networks: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 })),
  // `settings` is optional, because the connector `file` requires no setting. If an entry of another connector has no
  // `settings`, every setting that the connector requires is reported as missing.
  settings: Type.Optional(Type.Object({})),
});
type Fields = Static<typeof Fields>;

const RULES: Readonly<Record<keyof Fields, string>> = {
  id: 'must have 2 to 64 characters of a-z, 0-9 and _, and may not begin with vouch_',
  name: 'must be a text of 1 to 128 characters',
  logo_url: 'must be an address that begins with https:// or http://',
  aliases: 'must be a list of at most 100 texts of 1 to 128 characters',
  connector: `must be one of ${LIVE_KINDS.join(', ')}`,
  environments: `must be a list with at least one of ${ENVIRONMENTS.join(', ')}, each once`,
  products: `must be a list with at least one of ${PRODUCT_TYPES.join(', ')}, each once`,
  clients: 'must be a list with at least one client id of 32 hex characters',
  private_networks: 'must be a list with at least one address or network such as 10.1.2.0/24',
  settings: 'must be an object',
};

/**
 * Returns the entries with their faults. If the text as a whole is unusable, throws an error with a message of one
 * line.
 */
export async function readProviderFile(text: string, options: ProviderFileOptions): Promise<CheckedEntry[]> {
  const entries: CheckedEntry[] = [];
  const taken = new Set(options.taken_ids);
  for (const [index, raw] of entriesIn(text).entries()) {
    const checked = await readEntry(raw, `entry ${index + 1}`, options);
    if (taken.has(checked.id)) {
      checked.faults.unshift({ field: 'id', message: 'is already used by another provider' });
      checked.provider = undefined;
    }
    taken.add(checked.id);
    entries.push(checked);
  }
  return entries;
}

function entriesIn(text: string): unknown[] {
  const file = parse(text);
  if (!isRecord(file) || !Array.isArray(file['providers'])) throw new Error('must be {"providers": [...]}');
  const unknown = Object.keys(file).find((name) => name !== 'providers');
  if (unknown !== undefined) throw new Error(`${unknown}: is unknown`);
  if (file['providers'].length > ENTRIES_MAX) throw new Error(`providers: has more than ${ENTRIES_MAX} entries`);
  return file['providers'];
}

/** The error names the line but does not quote the text, because the text may contain a secret. */
function parse(text: string): unknown {
  const parsed = tryParse(text);
  if ('value' in parsed) return parsed.value;
  const line = parsed.position === undefined ? undefined : text.slice(0, parsed.position).split('\n').length;
  throw new Error(line === undefined ? 'is not JSON' : `is not JSON (line ${line})`);
}

function tryParse(text: string): { value: unknown } | { position: number | undefined } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    return { position: position === undefined ? undefined : Number(position) };
  }
}

async function readEntry(raw: unknown, position: string, options: ProviderFileOptions): Promise<CheckedEntry> {
  const faults = fieldFaults(raw);
  const id = isRecord(raw) && typeof raw['id'] === 'string' && raw['id'] !== '' ? raw['id'].slice(0, 64) : position;
  if (!isEntry(raw, faults)) return { id, faults, provider: undefined };
  const kind = options.kinds.get(raw.connector);
  if (kind === undefined) {
    faults.push({ field: 'connector', message: `"${raw.connector}" is not available in this version` });
    return { id, faults, provider: undefined };
  }
  if (raw.private_networks?.every(isNetwork) === false) {
    faults.push({ field: 'private_networks', message: RULES.private_networks });
  }
  const beyond = (raw.products ?? []).filter((product) => !kind.products.includes(product));
  if (beyond.length > 0) {
    faults.push({ field: 'products', message: `${kind.kind} cannot provide ${beyond.join(', ')}` });
  }
  const { settings, faults: setting_faults } = await resolveSettings(
    kind.settings,
    raw.settings ?? {},
    options.sources,
  );
  faults.push(...setting_faults);
  if (faults.length > 0) return { id, faults, provider: undefined };
  const entry: ProviderEntry<unknown> = {
    id: raw.id,
    name: raw.name.trim(),
    logo_url: raw.logo_url ?? null,
    aliases: raw.aliases ?? [],
    environments: raw.environments ?? ['prod'],
    products: raw.products ?? kind.products,
    clients: raw.clients ?? null,
    ...(raw.private_networks && { private_networks: raw.private_networks }),
    settings,
  };
  const opened = open(kind, entry, options.base_url);
  return opened instanceof Error
    ? { id, faults: [{ field: 'settings', message: firstLine(opened.message) }], provider: undefined }
    : { id, faults, provider: { kind, entry, connector: opened } };
}

const isEntry = (raw: unknown, faults: readonly FieldFault[]): raw is Fields => isRecord(raw) && faults.length === 0;

/** Returns at most one fault for each field, with the message from `RULES`. */
function fieldFaults(raw: unknown): FieldFault[] {
  if (!isRecord(raw)) return [{ field: 'entry', message: 'must be an object' }];
  const faults: FieldFault[] = Object.keys(raw)
    .filter((name) => !Object.hasOwn(Fields.properties, name))
    .map((field) => ({ field, message: 'is unknown' }));
  const required: readonly string[] = Fields.required;
  const rules: Readonly<Record<string, string>> = RULES;
  for (const [field, schema] of Object.entries(Fields.properties)) {
    const message = rules[field] ?? 'is wrong';
    if (Object.hasOwn(raw, field)) {
      if (!Check(schema, raw[field])) faults.push({ field, message });
    } else if (required.includes(field)) faults.push({ field, message: 'is required' });
  }
  return faults;
}

/** Opens the connector. The values in the operator's entry take precedence over the values of the connector itself. */
function open(kind: LiveKind, entry: ProviderEntry<unknown>, base_url: string): Connector | Error {
  try {
    const connector = kind.open(entry, urlsOf(base_url, entry.id));
    const origin = connector.manifest.origins.find((one) => !isReachable(one));
    if (origin !== undefined) return new Error('an address must begin with https://, or be on this machine');
    const { id, name, logo_url, aliases, environments, products, clients, private_networks } = entry;
    const own = {
      id,
      name,
      logo_url,
      environments,
      products,
      clients,
      ...(private_networks && { private_networks }),
      also_known_as: aliases,
      is_live: true,
    };
    return { ...connector, manifest: { ...connector.manifest, ...own }, fetch: fetchWith(connector, kind.provenance) };
  } catch (error) {
    return error instanceof Error ? error : new Error('cannot be used');
  }
}

/**
 * The provenance is stored together with the data, because a later version of the connector may read the data from
 * other fields.
 */
function fetchWith({ fetch: { first, rest } }: Connector, provenance: Provenance): Connector['fetch'] {
  const withIt =
    (fetch: Fetch): Fetch =>
    async (...request) => {
      const fetched = await fetch(...request);
      if (fetched.outcome !== 'data') return fetched;
      return { ...fetched, data: { ...fetched.data, provenance: listsOf(provenance) } };
    };
  return { first: withIt(first), rest: withIt(rest) };
}

const urlsOf = (base_url: string, id: string): CallbackUrls => ({
  redirect_url: `${base_url}/providers/${id}/callback/`,
  webhook_url: `${base_url}/providers/${id}/webhook/`,
});

function isReachable(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
