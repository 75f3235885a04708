// Decides which addresses a webhook may reach: public addresses, and networks that the operator allowed. The decision
// does not depend on the notation of an address. An IPv4 address that is embedded in an IPv6 address is checked too.
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressPolicy = {
  /** The networks that the operator allowed, such as '10.1.2.0/24', '10.0.0.5' or 'fd00::/8'. */
  readonly allow: readonly string[];
  /** Whether loopback addresses are allowed. They are allowed while only this machine can reach the service. */
  readonly loopback: boolean;
};

/** Resolves a host name to all of its addresses. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

export const INVALID_URL = 'Enter a valid URL.';
export const FORBIDDEN_ADDRESS = 'This address is not allowed.';

/**
 * The DNS timeout when an endpoint is registered. It can be short, because every connection resolves and checks the
 * host name again.
 */
export const LOOKUP_MS_MAX = 2_000;

export const lookupAll: Lookup = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address);

/** Whether the policy allows a connection to this address. The address is an IP literal without brackets. */
export function isAllowedAddress(address: string, policy: AddressPolicy): boolean {
  const ip = parseAddress(address);
  return ip !== undefined && (isOpened(ip, policy) || isPublic(ip));
}

/**
 * Returns the reason why a target with these addresses is rejected, or `undefined` if it is accepted. All addresses
 * must be allowed, because the connection may be made to any of them.
 */
export function addressesFault(
  addresses: readonly string[],
  protocol: string,
  policy: AddressPolicy,
): string | undefined {
  if (!addresses.every((address) => isAllowedAddress(address, policy))) return FORBIDDEN_ADDRESS;
  // Plain http is accepted only if every address is an allowed loopback address or in a network that the operator
  // allowed. A name that does not resolve has no addresses, so it is rejected.
  const is_opened = addresses.length > 0 && addresses.every((address) => isOpenedAddress(address, policy));
  return protocol === 'http:' && !is_opened ? INVALID_URL : undefined;
}

/**
 * Returns the reason why the URL is rejected, or `undefined` if it is accepted. Makes only the checks that need no DNS
 * lookup.
 */
export function urlFault(url: string, policy: AddressPolicy): string | undefined {
  const target = parseTarget(url);
  if (target === undefined) return INVALID_URL;
  const { hostname, protocol } = target;
  if (isIP(hostname) !== 0) return addressesFault([hostname], protocol, policy);
  if (LOCAL_NAME.test(hostname)) {
    return LOOPBACKS.some((address) => isOpenedAddress(address, policy)) ? undefined : FORBIDDEN_ADDRESS;
  }
  const opens_nothing = !policy.loopback && policy.allow.length === 0;
  return protocol === 'http:' && opens_nothing ? INVALID_URL : undefined;
}

/**
 * Makes the same checks as `urlFault`, and also looks up the host name in DNS. A host name that does not resolve yet is
 * accepted if the URL uses https.
 */
export async function targetFault(
  url: string,
  policy: AddressPolicy,
  lookup: Lookup = lookupAll,
): Promise<string | undefined> {
  const fault = urlFault(url, policy);
  const target = parseTarget(url);
  if (fault !== undefined || target === undefined || isIP(target.hostname) !== 0) return fault;
  return addressesFault(await addressesOf(target.hostname, lookup), target.protocol, policy);
}

/** Returns the host of a URL in the form for lookups and connections. An IPv6 address has no brackets in this form. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const LOOPBACKS = ['127.0.0.1', '::1'];
const LOCAL_NAME = /(?:^|\.)localhost\.?$/;

/**
 * Cloud metadata addresses. They give out the credentials of a machine. An operator who allows a network rarely wants
 * to allow the metadata address in it. So a metadata address is allowed only if the operator lists it as a single
 * address.
 */
const METADATA = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.42.42',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd00:42::42',
  'fd20:ce::254',
]);

/** Rejects URLs that another parser could read differently, because parsers differ in which mistakes they tolerate. */
function parseTarget(url: string): { protocol: string; hostname: string } | undefined {
  const plain = /^https?:\/\/[^/?@]+(?:[/?]|$)/i.test(url) && !/[\s\p{Cc}\\#]/u.test(url);
  const target = plain && URL.canParse(url) ? new URL(url) : undefined;
  if (target === undefined || target.port === '0') return undefined;
  return { protocol: target.protocol, hostname: hostOf(target) };
}

async function addressesOf(hostname: string, lookup: Lookup): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), LOOKUP_MS_MAX);
  });
  try {
    return await Promise.race([lookup(hostname).catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Rejects an address with a zone id, because a zone id refers to this machine's own network. Converts an IPv4-mapped
 * address to IPv4.
 */
function parseAddress(address: string): Address | undefined {
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  return ipaddr.process(isIP(address) === 4 ? address : plainIpv6(address));
}

/**
 * Writes all groups of an IPv6 address in hexadecimal, because ipaddr.js wrongly reads ::127.0.0.1 as an IPv4-mapped
 * address.
 */
const plainIpv6 = (address: string): string => hostOf(new URL(`http://[${address}]`));

function isOpenedAddress(address: string, policy: AddressPolicy): boolean {
  const ip = parseAddress(address);
  return ip !== undefined && isOpened(ip, policy);
}

const isOpened = (ip: Address, policy: AddressPolicy): boolean =>
  (policy.loopback && ip.range() === 'loopback') || policy.allow.some((network) => holds(network, ip));

function holds(network: string, ip: Address): boolean {
  const [text = '', bits_text] = network.split('/');
  const base = parseAddress(text);
  if (base === undefined || base.kind() !== ip.kind()) return false;
  const width = base.kind() === 'ipv4' ? 32 : 128;
  // The prefix length of an IPv4-mapped network counts from the start of the IPv6 address, so 96 is subtracted.
  const bits = bits_text === undefined ? width : Number(bits_text) - (isIP(text) === 6 ? 128 - width : 0);
  return bits >= 0 && ip.match(base, bits) && (bits === width || !METADATA.has(ip.toString()));
}

function isPublic(ip: Address): boolean {
  if (METADATA.has(ip.toString())) return false;
  if (ip instanceof ipaddr.IPv4) return ip.range() === 'unicast';
  const [first = 0, second = 0, third = 0, , fifth = 0, sixth = 0, seventh = 0, eighth = 0] = ip.parts;
  if (isIsatap(fifth, sixth) && !isPublic(embedded(seventh, eighth))) return false;
  switch (ip.range()) {
    // Only 2000::/3, an eighth of the address space, has ever been allocated. So addresses outside of it are rejected.
    case 'unicast':
      return first >> 13 === 1;
    case '6to4':
      return isPublic(embedded(second, third));
    // NAT64 addresses. IPv6-only networks reach IPv4 addresses through them. A second NAT64 prefix exists for use
    // inside local networks. Addresses with that prefix are rejected.
    case 'rfc6052':
      return third === 0 && isPublic(embedded(seventh, eighth));
    default:
      return false;
  }
}

/**
 * Whether an address is an ISATAP address. Its sixth group is 5efe, and the IPv4 address follows this group. In the
 * fifth group, only the two bits of 0x0300 may be set.
 */
const isIsatap = (fifth: number, sixth: number): boolean => sixth === 0x5efe && (fifth & 0xfcff) === 0;

const embedded = (high: number, low: number): ipaddr.IPv4 =>
  new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
