import { describe, expect, test } from 'vitest';
import { newPlay, testKind } from '#test/live-kind.ts';
import { fileKind } from './file/kind.ts';
import type { LiveKind } from './kinds.ts';
import { readProviderFile } from './provider-file.ts';

const ENTRY = {
  id: 'acme_bank',
  name: 'Acme Bank',
  connector: 'finch',
  settings: { base_url: 'https://bank.example', client_id: 'us', secret: { env: 'ACME_SECRET' } },
};
const FILES: Readonly<Record<string, string>> = { 'key.pem': 'the key\n', empty: '\n' };

const read = (providers: unknown, base_url = 'https://vouch.example') =>
  readProviderFile(typeof providers === 'string' ? providers : JSON.stringify({ providers }), {
    kinds: new Map<string, LiveKind>([
      ['finch', testKind(newPlay())],
      ['file', fileKind],
    ]),
    taken_ids: new Set(['documents']),
    sources: {
      env: (name) => ({ ACME_SECRET: 'a long secret' })[name],
      async file(path) {
        const text = FILES[path];
        if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
        return text;
      },
    },
    base_url,
  });

const faultsOf = async (...entries: unknown[]) =>
  (await read(entries)).flatMap(({ id, faults }) => faults.map(({ field, message }) => `${id}: ${field}: ${message}`));

const settingFaults = async (settings: unknown) => faultsOf({ ...ENTRY, settings });

describe('a valid entry of providers.json', () => {
  test('an entry has defaults: environment prod, all products of the connector, all clients', async () => {
    const [entry] = await read([ENTRY]);
    expect(entry?.faults).toEqual([]);
    expect(entry?.provider?.entry).toMatchObject({
      environments: ['prod'],
      products: ['assets', 'transactions', 'income'],
      clients: null,
      aliases: [],
      logo_url: null,
    });
    expect(entry?.provider?.connector.manifest).toMatchObject({ id: 'acme_bank', name: 'Acme Bank', is_live: true });
  });

  test('an entry keeps the environments, products, clients, names and logo that the operator wrote', async () => {
    const said = {
      environments: ['sandbox', 'prod'],
      products: ['assets'],
      clients: ['0123456789abcdef0123456789abcdef'],
      logo_url: 'https://bank.example/logo.svg',
    };
    const [entry] = await read([{ ...ENTRY, ...said, aliases: ['Acme Federal'] }]);
    expect(entry?.provider?.connector.manifest).toMatchObject({ ...said, also_known_as: ['Acme Federal'] });
  });

  test('an entry keeps its private networks; without the field, it has none', async () => {
    const private_networks = ['10.1.2.0/24', 'fd00::/8', '192.168.1.7'];
    const [named] = await read([{ ...ENTRY, private_networks }]);
    expect(named?.faults).toEqual([]);
    expect(named?.provider?.connector.manifest.private_networks).toEqual(private_networks);
    const [plain] = await read([ENTRY]);
    expect(plain?.provider?.connector.manifest.private_networks).toBeUndefined();
  });

  test('settings have the values of the environment variables and files that they refer to, without the line break at the end of a file', async () => {
    const settings = { ...ENTRY.settings, client_id: { env: 'ACME_SECRET' }, secret: { file: 'key.pem' } };
    const [entry] = await read([{ ...ENTRY, settings: { ...settings, secret: { env: 'ACME_SECRET' } } }]);
    expect(entry?.provider?.entry.settings).toMatchObject({ client_id: 'a long secret', secret: 'a long secret' });
    const auth = { method: 'jwt', key: { file: 'key.pem' } };
    const [other] = await read([{ ...ENTRY, settings: { ...ENTRY.settings, auth } }]);
    expect(other?.provider?.entry.settings).toMatchObject({ auth: { key: 'the key' } });
  });

  test('an entry needs no settings if its connector is `file`; its provider then accepts files', async () => {
    const entry = { id: 'statement_upload', name: 'Statement upload', connector: 'file', aliases: ['Upload'] };
    for (const more of [{}, { settings: {} }]) {
      const [opened] = await read([{ ...entry, ...more }]);
      expect(opened?.faults).toEqual([]);
      expect(opened?.provider?.connector.manifest).toMatchObject({
        id: 'statement_upload',
        is_file: true,
        is_live: true,
        data_source: 'financial_accounts',
        products: ['transactions', 'assets', 'income'],
      });
    }
    expect(await faultsOf({ ...entry, settings: { folder: 'x' } })).toEqual([
      'statement_upload: settings.folder: is unknown',
    ]);
  });

  test('the address of a provider may use http only if it is on this machine', async () => {
    const at = (base_url: string) => settingFaults({ ...ENTRY.settings, base_url });
    expect(await at('http://127.0.0.1:9000')).toEqual([]);
    expect(await at('http://bank.example')).toEqual([
      'acme_bank: settings: an address must begin with https://, or be on this machine',
    ]);
  });
});

describe('a faulty providers.json', () => {
  test.each([
    ['{"providers": [', 'is not JSON'],
    ['[]', 'must be {"providers": [...]}'],
    ['{"providers": {}}', 'must be {"providers": [...]}'],
    ['{"providers": [], "version": 1}', 'version: is unknown'],
  ])('a providers.json with the text %s is rejected as a whole', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test('the message about broken JSON names the line and does not quote the file', async () => {
    const text = '{\n"providers": [\n{"secret": "hunter2" "x"}]}';
    await expect(read(text)).rejects.toThrow(/^is not JSON \(line 3\)$/);
  });
});

describe('a faulty entry of providers.json', () => {
  test.each([
    ['a', 'must have 2 to 64 characters'],
    ['a'.repeat(65), 'must have 2 to 64 characters'],
    ['Acme', 'must have 2 to 64 characters'],
    ['vouch_bank', 'may not begin with vouch_'],
    ['documents', 'is already used by another provider'],
  ])('an entry of providers.json with the id %s is rejected', async (id, message) => {
    expect((await faultsOf({ ...ENTRY, id })).join()).toContain(message);
  });

  test('an entry is rejected if it has the id of another entry', async () => {
    expect(await faultsOf(ENTRY, ENTRY)).toEqual(['acme_bank: id: is already used by another provider']);
  });

  test('a message names an entry without an id by the entry’s position in the file', async () => {
    expect(await faultsOf(ENTRY, { ...ENTRY, id: undefined })).toEqual(['entry 2: id: is required']);
    expect(await faultsOf('text')).toEqual(['entry 1: entry: must be an object']);
  });

  test.each([
    [{ nmae: 'Acme' }, 'nmae: is unknown'],
    [{ name: ' ' }, 'name: must be a text'],
    [{ logo_url: 'javascript:alert(1)' }, 'logo_url: must be an address'],
    [{ connector: 'mx' }, 'connector: must be one of fdx, simplefin, file, plaid, argyle, finch'],
    [{ connector: 'plaid' }, 'connector: "plaid" is not available in this version'],
    [{ environments: ['test'] }, 'environments: must be a list'],
    [{ environments: [] }, 'environments: must be a list'],
    [{ products: ['salary'] }, 'products: must be a list'],
    [{ products: ['employment'] }, 'products: finch cannot provide employment'],
    [{ clients: ['acme'] }, 'clients: must be a list'],
    [{ private_networks: [] }, 'private_networks: must be a list'],
    [{ private_networks: '10.1.2.0/24' }, 'private_networks: must be a list'],
    [{ private_networks: ['10.1.2.0/24', 'core.bank.example'] }, 'private_networks: must be a list'],
    [{ private_networks: ['10.1.2.0/33'] }, 'private_networks: must be a list'],
    [{ settings: 'none' }, 'settings: must be an object'],
  ])('an entry of providers.json with the fields %o is rejected', async (part, message) => {
    expect((await faultsOf({ ...ENTRY, ...part })).join()).toContain(`acme_bank: ${message}`);
  });
});

describe('faulty settings in providers.json', () => {
  test('every required setting is reported as missing if the entry has no settings', async () => {
    const { settings: _, ...bare } = ENTRY;
    expect((await faultsOf(bare)).map((fault) => fault.split(': ')[1])).toEqual([
      'settings.base_url',
      'settings.client_id',
      'settings.secret',
    ]);
  });

  const { settings } = ENTRY;
  test.each([
    [{ ...settings, secret: 'opensesame' }, 'settings.secret: is a secret and must be given as {"env": "NAME"}'],
    [{ ...settings, auth: { method: 'jwt', key: 'PEM' } }, 'settings.auth.key: is a secret'],
    [{ ...settings, secret: { env: 'NOT_SET' } }, 'settings.secret: the environment variable NOT_SET is not set'],
    [{ ...settings, secret: { file: 'gone' } }, 'settings.secret: the file gone cannot be read (ENOENT)'],
    [{ ...settings, secret: { file: 'empty' } }, 'settings.secret: the file empty is empty'],
    [{ ...settings, client_id: undefined }, 'settings.client_id: is required'],
    [{ ...settings, clientid: 'us' }, 'settings.clientid: is unknown'],
    [{ ...settings, auth: { method: 'tls', certificate: 'x', extra: 1 } }, 'settings.auth.extra: is unknown'],
    [{ ...settings, auth: { method: 'none' } }, 'settings.auth'],
    [{ ...settings, consent_days: 366 }, 'settings.consent_days: must be <= 365'],
    [{ ...settings, scopes: { always: ['a', 1] } }, 'settings.scopes.always[1]: must be string'],
    [{ ...settings, base_url: 'https://me:hunter2@bank.example' }, 'settings.base_url: contains a password'],
    [{ ...settings, constructor: 'x' }, 'settings.constructor: is unknown'],
  ])('the settings %o in providers.json are rejected', async (given, message) => {
    const faults = (await settingFaults(given)).join();
    expect(faults).toContain(`acme_bank: ${message}`);
    expect(faults).not.toMatch(/hunter2|opensesame|PEM/);
  });

  test('all faults of all entries are reported', async () => {
    const faults = await faultsOf({ ...ENTRY, name: '', nmae: 'x' }, { ...ENTRY, id: 'other', settings: {} });
    expect(faults.map((fault) => fault.split(':').slice(0, 2).join(''))).toEqual([
      'acme_bank nmae',
      'acme_bank name',
      'other settings.base_url',
      'other settings.client_id',
      'other settings.secret',
    ]);
  });
});
