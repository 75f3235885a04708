// Groups client addresses: a limit per address applies to a whole group.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IPv6 subscriber has at least a /64, so a /64 is one group. An IPv4 address, mapped or not, is its own group. */
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
