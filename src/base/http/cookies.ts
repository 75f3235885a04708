// Reads and writes our cookies. A cookie contains a value that identifies a browser. It is sent only to our own paths,
// and scripts cannot read it.

export type Cookie = { name: string; value: string; path: string; seconds_max: number; is_secure: boolean };

/** Returns the value of the first cookie with this name, or undefined if there is none. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * `SameSite=Lax` means that the cookie is sent when the person follows a link or redirect to us. It is not sent with
 * any other request from another site.
 */
export const writeCookie = ({ name, value, path, seconds_max, is_secure }: Cookie): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds_max}; HttpOnly; SameSite=Lax${is_secure ? '; Secure' : ''}`;
