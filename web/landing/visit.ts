// The visit: what turns a look at the page into an open order. A look changes nothing, so that previews, scanners and
// pages opened ahead of time consume nothing; a visit waits until somebody can see the page.
import type { LandingVisit } from '../shared/session.ts';

export type Visited = { kind: 'visit'; visit: LandingVisit } | { kind: 'unknown' } | { kind: 'failed' };

export async function visit(server_url: string, key: string): Promise<Visited> {
  try {
    const response = await fetch(`${server_url}verify/${encodeURIComponent(key)}/visit/`, {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
    if (response.status === 404) return { kind: 'unknown' };
    // The server is ours: what it answers has the shape we agreed on.
    return response.ok ? { kind: 'visit', visit: (await response.json()) as LandingVisit } : { kind: 'failed' };
  } catch {
    return { kind: 'failed' };
  }
}

/** The key of `/verify/<key>/`. */
export const keyOf = (pathname: string): string => /\/verify\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '';

/** Resolves once the page is on somebody's screen. */
export function seen(page: Document): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const is_ahead = Reflect.get(page, 'prerendering') === true;
      if (is_ahead || page.visibilityState !== 'visible') return;
      page.removeEventListener('visibilitychange', look);
      page.removeEventListener('prerenderingchange', look);
      resolve();
    };
    page.addEventListener('visibilitychange', look);
    page.addEventListener('prerenderingchange', look);
    look();
  });
}
