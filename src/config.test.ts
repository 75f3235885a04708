import { describe, expect, test } from 'vitest';
import {
  exposureWarning,
  identityProviderOf,
  readSettings,
  runsOnLoopback,
  SettingError,
  tracingOf,
} from './config.ts';

describe('readSettings', () => {
  test.for([
    ['PORT', '65536', '"65536" is not a whole number from 0 to 65535'],
    ['VOUCH_DATABASE_TIMEOUT_MS', '999', '"999" is not a whole number from 1000 to 600000'],
    ['VOUCH_DATABASE_TIMEOUT_MS', '600001', '"600001" is not a whole number from 1000 to 600000'],
    ['VOUCH_ROLE', 'boss', '"boss" is not one of all, api, worker'],
    ['DATABASE_URL', 'mysql://u:hunter2@h/d', 'is not an address that begins with postgres:// or postgresql://'],
    ['DATABASE_URL', 'postgres://u:hunter2@h1,/d', 'is not an address that begins with postgres:// or postgresql://'],
    [
      'DATABASE_URL',
      'postgres://u:hunter2@h1:1,h2:x/d',
      'is not an address that begins with postgres:// or postgresql://',
    ],
    [
      'VOUCH_BASE_URL',
      'ftp://example.com',
      '"ftp://example.com" is not an address that begins with http:// or https://',
    ],
    ['VOUCH_MASTER_KEY', 'c2hvcnQ=', 'is not 32 bytes in base64'],
    ['VOUCH_WEBHOOK_ALLOW', '10.0.0.0/33', '"10.0.0.0/33" is not an address or network'],
    ['VOUCH_BRIDGE_GLOBALS', 'a-b', '"a-b" is not a JavaScript name'],
    ['VOUCH_RATE_LIMIT_REQUESTS', '0', '"0" is not a whole number from 1 to 1000000000'],
    ['VOUCH_LOG_LEVEL', 'loud', '"loud" is not one of fatal, error, warn, info, debug, trace, silent'],
    [
      'VOUCH_FILES_URL',
      'https://KEY:open-sesame@host',
      'has no valid bucket after the host, as in https://KEY:SECRET@HOST/BUCKET',
    ],
    ['VOUCH_SMTP_URL', 'http://mail', 'is not an address that begins with smtp:// or smtps://'],
  ] as const)('readSettings rejects an invalid value and names the setting: %s=%s', ([name, value, reason]) => {
    expect(() => readSettings({ [name]: value })).toThrow(new SettingError(`${name}: ${reason}`));
  });

  test.for([
    ['PORT', '65535', 65_535],
    ['VOUCH_DATABASE_TIMEOUT_MS', '1000', 1_000],
    ['VOUCH_DATABASE_TIMEOUT_MS', '600000', 600_000],
    ['VOUCH_DATABASE_TIMEOUT_MS', '', 5_000],
    ['DATABASE_URL', 'postgres://u:p@h1:1,[::1]:2,h3/d', 'postgres://u:p@h1:1,[::1]:2,h3/d'],
  ] as const)('readSettings accepts the setting %s=%s', ([name, value, read]) => {
    expect(readSettings({ [name]: value })[name]).toBe(read);
  });
});

describe('VOUCH_SMS_URL', () => {
  test.for([
    'https://sms.example/send',
    'https://vouch:secret@sms.example:8443/send?from=42',
    'http://127.0.0.1:9000/',
    'http://localhost/send',
    'http://[::1]:9000/send',
  ])('VOUCH_SMS_URL may be %s', (url) => {
    expect(readSettings({ VOUCH_SMS_URL: url }).VOUCH_SMS_URL).toBe(url);
  });

  test.for([
    ['http://vouch:open-sesame@sms.example/', 'may use http:// only for this machine'],
    ['smtp://vouch:open-sesame@sms.example', 'is not an address that begins with https:// or http://'],
    ['open-sesame', 'is not an address that begins with https:// or http://'],
  ] as const)('VOUCH_SMS_URL must not be %s, and the error message does not repeat the value', ([url, reason]) => {
    expect(() => readSettings({ VOUCH_SMS_URL: url })).toThrow(new SettingError(`VOUCH_SMS_URL: ${reason}`));
  });

  test('an empty VOUCH_SMS_URL is read as undefined', () => {
    expect(readSettings({ VOUCH_SMS_URL: '' }).VOUCH_SMS_URL).toBeUndefined();
  });
});

describe('VOUCH_OIDC_', () => {
  const GIVEN = {
    VOUCH_OIDC_ISSUER: 'https://id.example.com/',
    VOUCH_OIDC_CLIENT_ID: 'vouch',
    VOUCH_OIDC_CLIENT_SECRET: 'secret',
  };

  test('the three settings together define the identity provider; the issuer keeps its trailing slash', () => {
    expect(identityProviderOf(readSettings(GIVEN))).toEqual({
      issuer: 'https://id.example.com/',
      client_id: 'vouch',
      client_secret: 'secret',
    });
    expect(identityProviderOf(readSettings({}))).toBeUndefined();
  });

  test.each(Object.keys(GIVEN))('%s is required if the other two VOUCH_OIDC_ settings are given', (name) => {
    expect(() => identityProviderOf(readSettings({ ...GIVEN, [name]: '' }))).toThrow(
      new SettingError(`${name}: is missing, but other VOUCH_OIDC_ settings are given`),
    );
  });

  test('the issuer may use plain HTTP only on this machine', () => {
    const issuer = (url: string) => readSettings({ ...GIVEN, VOUCH_OIDC_ISSUER: url }).VOUCH_OIDC_ISSUER;
    expect(issuer('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
    expect(() => issuer('http://id.example.com')).toThrow('may use http:// only for this machine');
    expect(() => issuer('id.example.com')).toThrow(SettingError);
  });
});

describe('VOUCH_SANDBOX_NOTIFICATIONS', () => {
  test.for([
    [undefined, false],
    ['off', false],
    ['on', true],
  ] as const)('VOUCH_SANDBOX_NOTIFICATIONS with the value %s is read as %s', ([text, is_on]) => {
    expect(readSettings({ VOUCH_SANDBOX_NOTIFICATIONS: text }).VOUCH_SANDBOX_NOTIFICATIONS).toBe(is_on);
  });

  test('rejects any value of VOUCH_SANDBOX_NOTIFICATIONS other than `on` and `off`', () => {
    expect(() => readSettings({ VOUCH_SANDBOX_NOTIFICATIONS: 'yes' })).toThrow(
      new SettingError('VOUCH_SANDBOX_NOTIFICATIONS: "yes" is not one of off, on'),
    );
  });
});

describe('HOST', () => {
  test.for([
    [{}, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '10.0.0.5' }, false],
    [{ HOST: '0.0.0.0', VOUCH_BASE_URL: 'http://127.0.0.1:8080' }, false],
    [{ VOUCH_BASE_URL: 'https://api.example' }, false],
    [{ VOUCH_BASE_URL: 'http://localhost:9000' }, true],
  ] as const)('for the settings %j, runsOnLoopback() returns %s', ([environment, may]) => {
    expect(runsOnLoopback(readSettings(environment))).toBe(may);
  });

  test('HOST: any value other than a loopback address yields a warning about plain HTTP', () => {
    expect(exposureWarning(readSettings({ HOST: '0.0.0.0' }))).toMatch(/^Warning: HOST=0\.0\.0\.0 .*plain HTTP/);
    expect(exposureWarning(readSettings({ HOST: '::', VOUCH_BASE_URL: 'https://api.example' }))).toContain(
      'plain HTTP',
    );
    for (const HOST of ['127.0.0.1', 'localhost', '::1'])
      expect(exposureWarning(readSettings({ HOST }))).toBeUndefined();
  });
});

describe('VOUCH_WIDGET_ORIGINS', () => {
  test.for([
    [undefined, []],
    ['https://app.example.com', ['https://app.example.com']],
    ['https://App.Example.com/, http://127.0.0.1:3000', ['https://app.example.com', 'http://127.0.0.1:3000']],
  ] as const)('VOUCH_WIDGET_ORIGINS with the value %s is read as %j', ([text, origins]) => {
    expect(readSettings({ VOUCH_WIDGET_ORIGINS: text }).VOUCH_WIDGET_ORIGINS).toEqual(origins);
  });

  test.for([
    '*',
    'app.example.com',
    'https://app.example.com/loans',
    'https://app.example.com?x',
    'https://ann@app.example.com',
    'https://a.example; script-src *',
    'ftp://app.example.com',
    'null',
  ])('VOUCH_WIDGET_ORIGINS must not be %s', (text) => {
    expect(() => readSettings({ VOUCH_WIDGET_ORIGINS: text })).toThrow(
      new SettingError(`VOUCH_WIDGET_ORIGINS: "${text}" is not an origin such as https://app.example.com`),
    );
  });
});

describe('DATABASE_DIRECT_URL', () => {
  test('DATABASE_DIRECT_URL is rejected without DATABASE_URL, because the embedded database has no pooler', () => {
    const url = 'postgres://vouch@db1/vouch';
    expect(readSettings({ DATABASE_URL: 'postgres://pool/vouch', DATABASE_DIRECT_URL: url }).DATABASE_DIRECT_URL).toBe(
      url,
    );
    expect(readSettings({ DATABASE_URL: url }).DATABASE_DIRECT_URL).toBeUndefined();
    expect(() => readSettings({ DATABASE_DIRECT_URL: url })).toThrow(
      new SettingError('DATABASE_DIRECT_URL: has no effect without DATABASE_URL'),
    );
  });
});

describe('VOUCH_WIDGET_URL', () => {
  test('VOUCH_WIDGET_URL must be an http or https URL if it is set; its trailing slash is removed', () => {
    expect(readSettings({ VOUCH_WIDGET_URL: 'https://frames.example/vouch/' }).VOUCH_WIDGET_URL).toBe(
      'https://frames.example/vouch',
    );
    expect(readSettings({}).VOUCH_WIDGET_URL).toBeUndefined();
    expect(() => readSettings({ VOUCH_WIDGET_URL: 'frames.example' })).toThrow(
      new SettingError('VOUCH_WIDGET_URL: "frames.example" is not an address that begins with http:// or https://'),
    );
  });
});

describe('an unknown setting name', () => {
  test.for([
    ['VOUCH_LOGLEVEL', 'VOUCH_LOGLEVEL: there is no such setting; did you mean VOUCH_LOG_LEVEL?'],
    ['VOUCH_PORT', 'VOUCH_PORT: there is no such setting; did you mean PORT?'],
    ['VOUCH_HOST', 'VOUCH_HOST: there is no such setting; did you mean HOST?'],
    ['VOUCH_DATABASE_URL', 'VOUCH_DATABASE_URL: there is no such setting; did you mean DATABASE_URL?'],
    ['VOUCH_ROOT', 'VOUCH_ROOT: there is no such setting; docs/configuration.md lists them all'],
    ['VOUCH_X', 'VOUCH_X: there is no such setting; docs/configuration.md lists them all'],
  ] as const)('an unknown setting name prevents the start of the service: %s', ([name, message]) => {
    expect(() => readSettings({ [name]: 'debug' })).toThrow(new SettingError(message));
  });

  test('names without the prefix VOUCH_, and settings that only the `vouch` commands read, are accepted and ignored', () => {
    expect(readSettings({ HOME: '/', VOUCH_CLIENT_ID: 'x', VOUCH_ACCESS_SECRET: 'y' }).PORT).toBe(8_080);
  });
});

describe('tracing', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  test.for([
    [{}, undefined],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }, undefined],
    [endpoint, { protocol: 'http/protobuf', ratio: 1 }],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1/t' }, { protocol: 'http/protobuf', ratio: 1 }],
    [
      { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      { protocol: 'http/json', ratio: 1 },
    ],
    [
      {
        ...endpoint,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
      },
      { protocol: 'http/protobuf', ratio: 1 },
    ],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, undefined],
    [
      { ...endpoint, OTEL_TRACES_SAMPLER: 'always_off' },
      { protocol: 'http/protobuf', ratio: 0 },
    ],
    [
      { ...endpoint, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
      { protocol: 'http/protobuf', ratio: 0.25 },
    ],
    // Only ratio samplers use the ratio. The default sampler ignores it.
    [
      { ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.25' },
      { protocol: 'http/protobuf', ratio: 1 },
    ],
  ] as const)(
    'with the settings %j, tracing has the options %j (undefined if tracing is off)',
    ([environment, tracing]) => {
      expect(tracingOf(readSettings(environment))).toEqual(tracing);
    },
  );

  test.for([
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector:4317',
      '"collector:4317" is not an address that begins with http:// or https://',
    ],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', '"grpc" is not one of http/protobuf, http/json'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.01', '"1.01" is not a number from 0 to 1'],
    ['OTEL_SDK_DISABLED', 'yes', '"yes" is not one of true, false'],
  ] as const)(
    'an invalid value of a tracing setting is rejected with the name of the setting: %s=%s',
    ([name, value, reason]) => {
      expect(() => readSettings({ [name]: value })).toThrow(new SettingError(`${name}: ${reason}`));
    },
  );
});
