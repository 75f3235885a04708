// Cookies, as far as we use them: one value that recognises a browser, for our own paths, out of reach of scripts.

export type Cookie = { name: string; value: string; path: string; seconds_max: number; is_secure: boolean };

/** The first value of this name; undefined where there is none. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** Lax: sent when the person comes back by a link or a redirect, never with what another site loads or posts. */
export const writeCookie = ({ name, value, path, seconds_max, is_secure }: Cookie): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds_max}; HttpOnly; SameSite=Lax${is_secure ? '; Secure' : ''}`;
