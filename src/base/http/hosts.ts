// Checks of hosts and origins: loopback hosts, and origins as browsers write them.

/** `host` as written in a URL: a name, or an address in its shortest form. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * The origin in the form in which browsers write it, such as `https://app.example.com`. The result is undefined if the
 * text has a path, a user name or a scheme other than http and https.
 */
export function toOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const is_origin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return is_origin ? url.origin : undefined;
}
