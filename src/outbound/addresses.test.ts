import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type AddressPolicy,
  FORBIDDEN_ADDRESS,
  INVALID_URL,
  isAllowedAddress,
  LOOKUP_MS_MAX,
  type Lookup,
  targetFault,
  urlFault,
} from './addresses.ts';

afterEach(() => {
  vi.useRealTimers();
});

const PUBLIC_ONLY: AddressPolicy = { allow: [], loopback: false };
const ON_LOOPBACK: AddressPolicy = { allow: [], loopback: true };
const opened = (...allow: string[]): AddressPolicy => ({ allow, loopback: false });

/** Splits a string into words; long lists are written as one string for readability. */
const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Every special-purpose IPv4 range. Each entry lists the first and the last address inside the range, and the public
 * addresses just before and just after the range.
 */
const IPV4_RANGES: readonly (readonly [what: string, inside: readonly string[], outside: readonly string[]])[] = [
  ['this network', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['private 10/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  ['carrier-grade NAT', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
  ['loopback', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  ['link-local', ['169.254.0.0', '169.254.255.255'], ['169.253.255.255', '169.255.0.0']],
  ['private 172.16/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['protocol assignments', ['192.0.0.0', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
  ['documentation 1', ['192.0.2.0', '192.0.2.255'], ['192.0.1.255', '192.0.3.0']],
  ['6to4 relays', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
  ['private 192.168/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['benchmarking', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['documentation 2', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  ['documentation 3', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  [
    'multicast, reserved, broadcast',
    ['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'],
    ['223.255.255.255'],
  ],
  ['a cloud’s metadata at a public address', ['168.63.129.16'], ['168.63.129.15', '168.63.129.17']],
];

const IPV6_RANGES: typeof IPV4_RANGES = [
  ['unspecified and loopback', ['::', '::1', '0:0:0:0:0:0:0:1'], []],
  ['below the allocated 2000::/3', ['::2', '100::1', '1fff:ffff::1'], ['2000::1']],
  ['above the allocated 2000::/3', ['4000::1', '5f00::1', 'f000::1'], ['3fff:1000::1', '3ffe::1']],
  ['unique-local', ['fc00::', 'fdff:ffff::1'], []],
  ['link-local', ['fe80::1', 'febf::1', 'fe80::1%eth0', 'fe80::1%1'], []],
  ['site-local', ['fec0::1', 'feff::1'], []],
  ['multicast', ['ff00::', 'ff02::1', 'ffff::1'], []],
  ['Teredo', ['2001::1', '2001:0:ffff::1'], ['2001:200::1']],
  ['benchmarking', ['2001:2::1'], ['2001:400::1']],
  ['documentation', ['2001:db8::1', '2001:db8:ffff::1', '3fff::1', '3fff:fff::1'], ['2001:db7:ffff::1', '2001:db9::1']],
  ['IPv4-mapped', ['::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254'], ['::ffff:9.9.9.9']],
  ['IPv4-compatible', ['::10.0.0.1', '::127.0.0.1', '::9.9.9.9'], []],
  ['IPv4-translated', ['::ffff:0:10.0.0.1', '::ffff:0:9.9.9.9'], []],
  ['NAT64', ['64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe'], ['64:ff9b::9.9.9.9']],
  ['NAT64 inside a network', ['64:ff9b:1::10.0.0.1', '64:ff9b:1::9.9.9.9'], []],
  [
    '6to4',
    ['2002:a00:1::', '2002:7f00:1::1', '2002:c0a8:101::1', '2002:a9fe:a9fe::', '2002:909:909::5efe:a00:1'],
    ['2002:909:909::1'],
  ],
  [
    'ISATAP',
    ['2600::5efe:10.0.0.1', '2600::200:5efe:c0a8:101', '2600::100:5efe:7f00:1'],
    ['2600::5efe:9.9.9.9', '2600::400:5efe:a00:1'],
  ],
  ['metadata', ['fd00:ec2::254', 'fd20:ce::254'], []],
];

describe('isAllowedAddress', () => {
  test.each([...IPV4_RANGES, ...IPV6_RANGES])(
    'addresses in the range %s are rejected, and public addresses next to the range are allowed',
    (_, inside, outside) => {
      expect(inside.filter((address) => isAllowedAddress(address, PUBLIC_ONLY))).toEqual([]);
      expect(outside.filter((address) => !isAllowedAddress(address, PUBLIC_ONLY))).toEqual([]);
    },
  );

  test('an IPv6 address that embeds an IPv4 address is allowed only if the IPv4 address is allowed', () => {
    const hex = (address: string): string =>
      Buffer.from(address.split('.').map(Number))
        .toString('hex')
        .replace(/^(.{4})/, '$1:');
    const forms = (address: string): string[] => [
      `::ffff:${address}`,
      `::ffff:${hex(address)}`,
      `64:ff9b::${hex(address)}`,
      `2002:${hex(address)}::1`,
      `2600::5efe:${hex(address)}`,
    ];
    for (const [, inside, outside] of IPV4_RANGES) {
      expect(inside.flatMap(forms).filter((address) => isAllowedAddress(address, PUBLIC_ONLY))).toEqual([]);
      expect(outside.flatMap(forms).filter((address) => !isAllowedAddress(address, PUBLIC_ONLY))).toEqual([]);
    }
  });

  test.each([
    '',
    'localhost',
    'hooks.example',
    '9.9.9',
    '9.9.9.9.',
    '09.9.9.9',
    '0x9.9.9.9',
    '9.9.9.9/32',
    '[2600::1]',
    '2600::1%eth0',
    ' 9.9.9.9',
  ])('%o is rejected because it is not an IP address', (address) => {
    expect(isAllowedAddress(address, { allow: ['0.0.0.0/0', '::/0'], loopback: true })).toBe(false);
  });

  test('the loopback policy allows loopback addresses and no other internal addresses', () => {
    for (const address of ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'])
      expect(isAllowedAddress(address, ON_LOOPBACK)).toBe(true);
    for (const address of ['0.0.0.0', '::', '10.0.0.1', '::2', '64:ff9b::7f00:1', '2002:7f00:1::', '::127.0.0.1'])
      expect(isAllowedAddress(address, ON_LOOPBACK)).toBe(false);
  });

  test.each<[network: string, inside: string[], outside: string[]]>([
    [
      '10.1.2.0/24',
      ['10.1.2.0', '10.1.2.255', '::ffff:10.1.2.7'],
      ['10.1.1.255', '10.1.3.0', '::10.1.2.7', '64:ff9b::a01:207'],
    ],
    ['10.1.2.9/24', ['10.1.2.0', '10.1.2.255'], ['10.1.1.255', '10.1.3.0']],
    ['10.0.0.5', ['10.0.0.5', '::ffff:10.0.0.5'], ['10.0.0.4', '10.0.0.6', '2002:a00:5::']],
    ['::ffff:10.1.0.0/112', ['10.1.0.0', '10.1.255.255', '::ffff:10.1.3.4'], ['10.0.255.255', '10.2.0.0']],
    ['::ffff:10.0.0.5', ['10.0.0.5'], ['10.0.0.4', '10.0.0.6']],
    ['fd00::/8', ['fd00::', 'fdff:ffff::1'], ['fc00::1', 'fcff::1', 'fe00::1', '10.0.0.1']],
    ['fd12::7', ['fd12::7', 'fd12:0::0007'], ['fd12::6', 'fd12::8']],
    ['127.0.0.0/8', ['127.0.0.1'], ['::1', '10.0.0.1']],
    ['::/0', ['fd12::1', '::1', 'fe80::1'], ['10.0.0.1', '::ffff:10.0.0.1', 'fe80::1%eth0']],
  ])(
    'a policy that opens the network %s allows the addresses of that network and no other internal addresses',
    (network, inside, outside) => {
      expect(inside.filter((address) => !isAllowedAddress(address, opened(network)))).toEqual([]);
      expect(outside.filter((address) => isAllowedAddress(address, opened(network)))).toEqual([]);
    },
  );

  test('a cloud metadata address is allowed only as a single address, not as part of an allowed network', () => {
    for (const [address, network] of [
      ['169.254.169.254', '169.254.0.0/16'],
      ['100.100.100.200', '100.64.0.0/10'],
      ['fd00:ec2::254', 'fd00::/8'],
      ['::ffff:169.254.169.254', '0.0.0.0/0'],
    ] as const) {
      expect(isAllowedAddress(address, opened(network))).toBe(false);
      expect(isAllowedAddress(address, opened(address))).toBe(true);
    }
    expect(isAllowedAddress('169.254.169.253', opened('169.254.0.0/16'))).toBe(true);
  });
});

/** Internal hosts in every notation that URL parsers accept. */
const INTERNAL_HOSTS = words(`
  127.0.0.1 127.1 127.0.1 127.0.0.1. 2130706433 017700000001 0x7f000001 0x7f.1 0x7f.0.0.1 0177.0.0.1 0177.0.0.01
  0x000007f.0.0.1 %31%32%37.0.0.1 １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 0 0.0.0.0 0x0 10.0.0.1 012.0.0.1 0xa.1 167772161
  172.16.0.1 172.31.255.254 192.168.0.1 0xc0a80001 3232235521 0300.0250.0.1 169.254.169.254 2852039166 0xa9fea9fe
  0251.0376.0251.0376 169.254.43518 100.64.0.1 100.100.100.200 168.63.129.16 192.0.0.192 198.18.0.1 203.0.113.9
  224.0.0.1 240.0.0.1 255.255.255.255 4294967295 [::] [::1] [0:0:0:0:0:0:0:1] [::0001] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:0001] [::ffff:a9fe:a9fe] [::ffff:10.0.0.1] [::127.0.0.1] [::10.0.0.1]
  [64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [64:ff9b:1::a00:1] [2002:7f00:1::] [2002:a00:1::1] [2001:0:1::1] [fc00::1]
  [fd00:ec2::254] [FD00::1] [fe80::1] [fec0::1] [ff02::1] [2001:db8::1] [100::1] [2600::5efe:10.0.0.1] localhost
  LOCALHOST localhost. a.localhost a.b.localhost. ｌｏｃａｌｈｏｓｔ loc%61lhost
`);

describe('urlFault', () => {
  test('is tested with more than sixty notations of internal addresses', () => {
    expect(new Set(INTERNAL_HOSTS).size).toBeGreaterThan(60);
  });

  test.each(INTERNAL_HOSTS)(
    'a URL with the internal host %s is rejected with http and https and with any port',
    (host) => {
      for (const url of [`https://${host}/`, `http://${host}/`, `https://${host}:8443/hooks?a=b`, `HTTPS://${host}`])
        expect(urlFault(url, PUBLIC_ONLY)).toBe(FORBIDDEN_ADDRESS);
    },
  );

  test.each([
    '[fe80::1%eth0]',
    '[fe80::1%25eth0]',
    '[::1%25lo]',
    '256.0.0.1',
    '1.2.3.4.5',
    '0x100000000',
    '[::ffff:127.0.0.256]',
    '[:::1]',
    '127.0.0.1:99999',
  ])('a URL with the host %s is rejected, because the host or the port is not valid', (host) => {
    expect(urlFault(`https://${host}/`, { allow: ['0.0.0.0/0', '::/0'], loopback: true })).toBe(INVALID_URL);
  });

  test.each([
    'hooks.example',
    'https:hooks.example',
    'https:/hooks.example',
    'https:///hooks.example',
    '//hooks.example',
    'https://',
    '',
    'ftp://hooks.example',
    'file:///etc/passwd',
    'gopher://hooks.example',
    'javascript:alert(1)',
    'ws://hooks.example',
    'https://user@hooks.example/',
    'https://user:word@hooks.example/',
    'https://@hooks.example/',
    'https://:@hooks.example/',
    'https://hooks.example@10.0.0.1/',
    'https://hooks.example/#part',
    'https://hooks.example/#',
    'https://hooks.example#',
    'https://hooks.example:0/',
    'https://hooks.example:65536/',
    'https://hooks.example:x/',
    'https://hooks.exa mple/',
    ' https://hooks.example/',
    'https://hooks.example/\n',
    'https://ho\toks.example/',
    'https:\\\\hooks.example\\',
    'https://hooks.example\\@10.0.0.1/',
    'https://hooks.example/\u0000',
    'https://hooks.example/a b',
  ])('%o is rejected because it is not a valid webhook URL', (url) => {
    expect(urlFault(url, PUBLIC_ONLY)).toBe(INVALID_URL);
  });

  test.each([
    'https://hooks.example',
    'https://hooks.example/a/b?c=d@e&f=%23',
    'https://hooks.example:1/',
    'https://hooks.example:65535/',
    'https://9.9.9.9/',
    'https://[2600::1]:8443/',
    'https://localhost.hooks.example/',
    'https://notlocalhost/',
    'https://bücher.example/',
    'https://10.0.0.1.hooks.example/',
  ])('%s is accepted as a webhook URL', (url) => {
    expect(urlFault(url, PUBLIC_ONLY)).toBeUndefined();
  });

  test('accepts http only for loopback addresses and for addresses that the operator allowed', () => {
    const policy = { allow: ['10.1.2.0/24'], loopback: true };
    for (const url of [
      'http://127.0.0.1:8080/',
      'http://[::1]/',
      'http://localhost:3000/',
      'http://10.1.2.3/',
      'http://[::ffff:a01:203]/',
    ])
      expect(urlFault(url, policy)).toBeUndefined();
    expect(urlFault('http://9.9.9.9/', policy)).toBe(INVALID_URL);
    expect(urlFault('http://10.1.3.3/', policy)).toBe(FORBIDDEN_ADDRESS);
    expect(urlFault('http://hooks.example/', PUBLIC_ONLY)).toBe(INVALID_URL);
  });

  test('localhost is accepted if a loopback address is allowed', () => {
    expect(urlFault('http://localhost/', opened('127.0.0.1'))).toBeUndefined();
    expect(urlFault('https://localhost/', opened('10.0.0.0/8'))).toBe(FORBIDDEN_ADDRESS);
  });
});

describe('targetFault', () => {
  const leadingTo =
    (...addresses: string[]) =>
    async (): Promise<string[]> =>
      addresses;

  test.each([
    ['an internal address', ['10.0.0.1']],
    ['a public and an internal address', ['9.9.9.9', '10.0.0.1']],
    ['an internal and a public address', ['fd00::1', '9.9.9.9']],
    ['an IPv4-mapped address', ['::ffff:127.0.0.1']],
    ['an address with a zone id', ['fe80::1%eth0']],
    ['a cloud metadata address', ['169.254.169.254']],
    ['an invalid address', ['hooks.example']],
  ])('a host name that resolves to %s is rejected', async (_, addresses) => {
    const fault = await targetFault('https://hooks.example/', PUBLIC_ONLY, leadingTo(...addresses));
    expect(fault).toBe(FORBIDDEN_ADDRESS);
  });

  test('https is accepted for a name with public addresses; http is accepted only for a name with allowed addresses', async () => {
    const policy = opened('10.1.2.0/24');
    expect(await targetFault('https://hooks.example/', PUBLIC_ONLY, leadingTo('9.9.9.9', '2600::1'))).toBeUndefined();
    expect(await targetFault('http://hooks.example/', policy, leadingTo('10.1.2.3'))).toBeUndefined();
    expect(await targetFault('http://hooks.example/', policy, leadingTo('10.1.2.3', '9.9.9.9'))).toBe(INVALID_URL);
    expect(await targetFault('http://hooks.example/', policy, leadingTo('10.1.3.3'))).toBe(FORBIDDEN_ADDRESS);
  });

  test('a host name is looked up in lower case and without its port; an IP address is not looked up', async () => {
    const lookup = vi.fn<Lookup>(leadingTo('9.9.9.9'));
    await targetFault('https://HOOKS.example.:8443/a', PUBLIC_ONLY, lookup);
    await targetFault('https://[2600::1]/', PUBLIC_ONLY, lookup);
    await targetFault('https://9.9.9.9/', PUBLIC_ONLY, lookup);
    expect(await targetFault('https://[::1]/', PUBLIC_ONLY, lookup)).toBe(FORBIDDEN_ADDRESS);
    expect(await targetFault('ftp://hooks.example/', PUBLIC_ONLY, lookup)).toBe(INVALID_URL);
    expect(lookup.mock.calls).toEqual([['hooks.example.']]);
  });

  test('a URL whose host name does not resolve in time is accepted if it uses https, and rejected if it uses http', async () => {
    const nowhere = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await targetFault('http://hooks.example/', ON_LOOPBACK, nowhere)).toBe(INVALID_URL);
    expect(await targetFault('https://hooks.example/', PUBLIC_ONLY, nowhere)).toBeUndefined();
    vi.useFakeTimers();
    const fault = targetFault('https://hooks.example/', PUBLIC_ONLY, () => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(LOOKUP_MS_MAX);
    expect(await fault).toBeUndefined();
  });

  test('localhost is resolved by the system resolver', async () => {
    expect(await targetFault('http://localhost:1/', ON_LOOPBACK)).toBeUndefined();
    expect(await targetFault('https://localhost:1/', opened('10.0.0.0/8'))).toBe(FORBIDDEN_ADDRESS);
  });
});
