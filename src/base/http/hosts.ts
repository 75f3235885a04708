// Checks of hosts and origins: loopback hosts, and origins as browsers write them.

/**
 * Whether the host is a loopback host. `host` is a name, or an address in its shortest form, as written in a URL. The
 * brackets of an IPv6 address are optional.
 */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

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
