// The session cookie of the console, and the data about the browser that a request contains: its IP address and user
// agent.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from '#base/http/cookies.ts';
import { isLoopbackHost } from '#base/http/hosts.ts';
import { SESSION_LIFE_MS } from '#domain/console/sessions.ts';
import type { Browser } from '#services/console/sessions.ts';
import type { Visit } from '#services/console/sign-in.ts';
import type { House } from '#services/house.ts';

/**
 * The name of a cookie, and whether it is sent only over TLS. A browser sends a cookie whose name starts with `__Host-`
 * only to this host, and only over TLS. Without TLS, the console works only on this machine, and the cookie has a plain
 * name.
 */
export function cookieRules({ settings }: House, name: string): { name: string; is_secure: boolean } {
  const { protocol, hostname } = new URL(settings.public_url);
  const is_secure = protocol === 'https:' || !isLoopbackHost(hostname);
  return { name: is_secure ? `__Host-${name}` : name, is_secure };
}

const sessionCookie = (house: House) => cookieRules(house, 'vouch_console');

export const readSessionCookie = (house: House, { headers }: FastifyRequest): string | undefined =>
  readCookie(headers.cookie, sessionCookie(house).name);

/** The reply of a route, for handlers that set a cookie. */
export type Reply = Pick<FastifyReply, 'header'>;

export const browserOf = ({ ip, headers }: FastifyRequest): Browser => ({
  ip,
  user_agent: headers['user-agent'] ?? '',
});

export const visitOf = (house: House, request: FastifyRequest): Visit => ({
  ...browserOf(request),
  cookie: readSessionCookie(house, request),
});

export function setSessionCookie(house: House, reply: Reply, secret: string): void {
  const cookie = { ...sessionCookie(house), path: '/', value: secret, seconds_max: SESSION_LIFE_MS / 1000 };
  void reply.header('set-cookie', writeCookie(cookie));
}

export function clearSessionCookie(house: House, reply: Reply): void {
  void reply.header('set-cookie', writeCookie({ ...sessionCookie(house), path: '/', value: '', seconds_max: 0 }));
}
