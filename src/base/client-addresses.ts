// What counts as one address where something is bounded per address.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A subscriber of IPv6 has at least a /64, so all of it is one; an IPv4 address is itself, in its mapped form too. */
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
