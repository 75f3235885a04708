// Groups the IP addresses of clients. A limit per address applies to all addresses of a group together.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the group of an address. An IPv6 subscriber has at least a whole /64 network, so the addresses of a /64
 * network form one group. Every IPv4 address is a separate group, even if it is written as an IPv4-mapped IPv6 address.
 */
export function addressGroup(ip: string): string {
  const version = isIP(ip);
  if (version !== 6) return version === 4 ? ip : 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
