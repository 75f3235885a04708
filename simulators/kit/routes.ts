// Finds the route of a request.
import type { Answer } from './answers.ts';
import type { SimRequest } from './request.ts';

export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The pattern of the path. A part that starts with a colon is a named part, for example `/claim/:token`. */
  pattern: string;
  handle(request: SimRequest): Answer | Promise<Answer>;
};

export type Match = { route: Route | 'wrong_method' | undefined; params: Record<string, string>; shown: string };

export function routeOf(routes: readonly Route[], request: SimRequest): Match {
  let other: Match | undefined;
  for (const route of routes) {
    const params = match(route.pattern, request.path);
    if (params === undefined) continue;
    const shown = shownPath(route.pattern, params);
    if (route.method === request.method) return { route, params, shown };
    other = { route: 'wrong_method', params, shown };
  }
  return other ?? { route: undefined, params: {}, shown: request.path };
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

/** Named parts of a path that grant access. The log shows their name instead of their value. */
const SECRET_PARTS = new Set(['token', 'session']);

const shownPath = (pattern: string, params: Readonly<Record<string, string>>): string =>
  pattern
    .split('/')
    .map((part) => (part.startsWith(':') && !SECRET_PARTS.has(part.slice(1)) ? (params[part.slice(1)] ?? part) : part))
    .join('/');
