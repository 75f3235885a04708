// Checks of hosts, networks and origins: loopback hosts, networks as operators write them, and origins as browsers write
// them.
import { isIP } from 'node:net';

/**
 * Whether the host is a loopback host. `host` is a name, or an address in its shortest form, as written in a URL. The
 * brackets of an IPv6 address are optional.
 */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Whether the text is an address or a network, such as `10.0.0.5`, `10.1.2.0/24` or `fd00::/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const widest = version === 6 ? 128 : 32;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
  return version !== 0 && rest.length === 0 && fits;
}

/**
 * Returns the origin in the form in which browsers write it, such as `https://app.example.com`. Returns undefined if
 * the text is not an http or https URL. Also returns undefined if the text contains anything besides the origin, such
 * as a path, a query or a user name.
 */
export function toOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const is_origin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return is_origin ? url.origin : undefined;
}
