// The desk is the object that every page of the console gets: the session, the place (client and environment),
// requests, navigation, and toasts.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Area, mayDo, type Right, type Role } from '#domain/console/roles.ts';
import type { Locale } from '../shared/session.ts';
import type { Http } from './http.ts';
import type { Place, Query, Route } from './router.ts';
import type { Theme } from './theme.ts';

export type Membership = { client_id: string; client_name: string; environment: 'sandbox' | 'prod'; role: Role };

export type SessionView = {
  stage: 'second_factor' | 'enroll' | 'complete';
  /** The second factors that the user can use. */
  methods: readonly ('totp' | 'passkey' | 'recovery')[];
  user: { id: string; email: string; name: string };
  memberships: readonly Membership[];
  csrf_token: string;
  expires_at: string;
};

export type Toast = { text: string; tone?: 'good' | 'bad' };

export type App = {
  http: Http;
  route: Route;
  session: SessionView | null;
  setSession(session: SessionView | null): void;
  /** Returns the URL of a page, for use in a link. */
  href(place: Place | null, segments: readonly string[], query?: Query): string;
  /** Opens a page. With `replace`, the page replaces the current history entry. */
  go(href: string, options?: { replace?: boolean }): void;
  say(toast: Toast): void;
  locale: Locale;
  setLocale(locale: Locale): void;
  theme: Theme;
  setTheme(theme: Theme): void;
};

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('there is no console around this component');
  return app;
}

export type Desk = App & {
  session: SessionView;
  place: Place;
  membership: Membership;
  /** Returns the path of one of the console's own endpoints in this place. */
  own(path: string): string;
  /** Returns the path of a public API endpoint in this place. `path` is relative to `/v1/`, for example `orders/`. */
  v1(path: string): string;
  to(segments: readonly string[], query?: Query): string;
  may(area: Area, right: Right): boolean;
};

/** Returns the desk of a page that belongs to a client and an environment. */
export function useDesk(): Desk {
  const app = useApp();
  const { session, route } = app;
  const { place } = route;
  const membership = session?.memberships.find((one) => place !== null && isSame(one, place));
  if (session === null || place === null || membership === undefined) throw new Error('this page needs a place');
  const base = `${place.client_id}/${place.environment}/`;
  return {
    ...app,
    session,
    place,
    membership,
    own: (path) => `${base}${path}`,
    v1: (path) => `${base}v1/${path}`,
    to: (segments, query) => app.href(place, segments, query),
    may: (area, right) => mayDo(membership.role, place.environment, area, right),
  };
}

export const isSame = (a: Place, b: Place): boolean => a.client_id === b.client_id && a.environment === b.environment;
