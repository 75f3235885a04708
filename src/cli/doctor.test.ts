import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '#config.ts';
import { vouchBank } from '#connectors/sandbox/vouch-bank.ts';
import type { ProviderInfo } from '#domain/connections/providers.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { parseFileServer } from '#outbound/file-server-url.ts';
import { type S3Server, startS3 } from '#test/s3.ts';
import { describeFindings, describeProviders, examineFiles, examineProviders } from './doctor.ts';

const provider = (...environments: Environment[]): ProviderInfo => ({
  id: 'northwind',
  name: 'Northwind Payroll',
  logo_url: null,
  domain: null,
  is_supported: true,
  success_rate: null,
  data_source: 'payroll',
  products: ['income'],
  environments,
});

describe('examineProviders', () => {
  test('prod without a provider is a warning, not a failure', () => {
    const found = examineProviders([provider('sandbox'), { ...provider('prod'), is_file: true }]);
    expect(found).toMatchObject({ ok: true, warning: true });
    expect(describeFindings([{ check: 'clock', ok: true, note: '0 ms off' }, found])).toMatch(
      /^ok {4}clock: 0 ms off\nwarn {2}prod: no provider is configured; /,
    );
  });

  test('shows the number of providers in prod, if there are any', () => {
    const note = (...found: ProviderInfo[]) => examineProviders(found).note;
    expect(note(provider('sandbox'), provider('prod'), provider('sandbox', 'prod'))).toBe('2 providers');
    expect(examineProviders([provider('prod')])).toEqual({ check: 'prod', ok: true, note: '1 provider' });
  });
});

describe('describeProviders', () => {
  const settings = readSettings({ VOUCH_PROVIDERS: '/etc/vouch/providers.json' });
  const live = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ manifest: { ...vouchBank.manifest, id: `bank_${at}` } }));

  test('describeProviders names the live providers and the file in which they are configured; if there are more than ten providers, it names ten of them and counts the others', () => {
    expect(describeProviders(settings, [])).toBe('no live providers are configured');
    expect(describeProviders(settings, live(2))).toBe('bank_0, bank_1 (from /etc/vouch/providers.json)');
    expect(describeProviders(settings, live(12))).toMatch(/^bank_0, .*, bank_9 and 2 more \(from/);
  });
});

describe('examineFiles', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.stop());
  const examine = (url: string) => examineFiles({ VOUCH_FILES_URL: parseFileServer(url) });

  test('returns the location of the file store after a file was written and read there', async () => {
    expect(await examineFiles({ VOUCH_FILES_URL: undefined })).toBe('in the database');
    expect(await examine(s3.url())).toMatch(
      /^on http:\/\/127\.0\.0\.1:\d+\/vouch-files\/files, which can be written and read$/,
    );
  });

  test('if a file could not be written, examineFiles throws the reason', async () => {
    await expect(examine(s3.url({ secret: 'wrong' }))).rejects.toThrow('(status 403 SignatureDoesNotMatch)');
    await expect(examine(s3.url({ bucket: 'no-such-bucket' }))).rejects.toThrow('(status 404 NoSuchBucket)');
  });
});

test('vouch doctor marks a failed check with the word BAD', () => {
  expect(describeFindings([{ check: 'jobs', ok: false, note: '2 failed permanently' }])).toBe(
    'BAD   jobs: 2 failed permanently',
  );
});
