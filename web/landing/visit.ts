// The visit is the request that opens the order; it is sent once the page is visible. Loading the page does not yet
// change anything on the server, so that link previews, scanners and prerendered pages have no effect.
import type { LandingVisit } from '../shared/session.ts';

export type Visited = { kind: 'visit'; visit: LandingVisit } | { kind: 'unknown' } | { kind: 'failed' };
export type Channel = NonNullable<LandingVisit['code']>['channels'][number];
export type CodeSent = { kind: 'sent' } | { kind: 'failed' } | { kind: 'paused'; minutes: number };
export type Confirmed = Visited | { kind: 'wrong' } | { kind: 'paused'; minutes: number };

export type Landing = {
  visit(): Promise<Visited>;
  /** Requests a code, which is sent by the given channel to the phone number or the e-mail address on the order. */
  sendCode(channel: Channel): Promise<CodeSent>;
  confirm(code: string): Promise<Confirmed>;
};

export function openLanding(server_url: string, key: string): Landing {
  /** Sends a POST with the cookie by which the server recognises this browser. */
  const post = async (path: string, body: object = {}): Promise<Response | undefined> => {
    try {
      return await fetch(`${server_url}verify/${encodeURIComponent(key)}/${path}/`, {
        method: 'POST',
        body: JSON.stringify(body),
        credentials: 'same-origin',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
      });
    } catch {
      return undefined;
    }
  };
  return {
    visit: async () => visitOf(await post('visit')),
    async sendCode(channel) {
      const response = await post('code', { channel });
      if (response?.status === 429) return pausedBy(response);
      return response?.ok === true ? { kind: 'sent' } : { kind: 'failed' };
    },
    async confirm(code) {
      const response = await post('confirm', { code });
      if (response?.status === 400) return { kind: 'wrong' };
      return response?.status === 429 ? pausedBy(response) : visitOf(response);
    },
  };
}

async function visitOf(response: Response | undefined): Promise<Visited> {
  if (response?.status === 404) return { kind: 'unknown' };
  if (response?.ok !== true) return { kind: 'failed' };
  try {
    // The server is ours, so its response has the agreed schema.
    return { kind: 'visit', visit: (await response.json()) as LandingVisit };
  } catch {
    return { kind: 'failed' };
  }
}

const pausedBy = ({ headers }: Response): { kind: 'paused'; minutes: number } => ({
  kind: 'paused',
  minutes: Math.max(1, Math.ceil(Number(headers.get('retry-after')) / 60)),
});

/** The key in the path `/verify/<key>/`. */
export const keyOf = (pathname: string): string => /\/verify\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '';

/** Resolves once the page is visible. */
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
