// A request as handlers see it, and functions that read its body and its credentials.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { FieldError, type Fields, readFields } from './fields.ts';
import { readBody } from './listen.ts';

export type SimRequest = {
  method: string;
  path: string;
  /** The address of the simulator, without a slash at the end. */
  origin: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The values of the named parts of the path, by the names in the route's pattern. */
  params: Readonly<Record<string, string>>;
  /** The server's time, including the skew that a fault adds. */
  now: Date;
};

const BODY_BYTES_MAX = 1_048_576;

/** Reads a request. Undefined if its body is too large. */
export async function readRequest(
  message: IncomingMessage,
  origin: string,
  now: Date,
): Promise<SimRequest | undefined> {
  const body = await readBody(message, BODY_BYTES_MAX);
  if (body === undefined) return undefined;
  const url = new URL(message.url ?? '/', origin);
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    origin,
    query: url.searchParams,
    headers: message.headers,
    body,
    params: {},
    now,
  };
}

/** The names of the fields of a JSON object or a form. */
export function namesOfBody(request: SimRequest): string[] {
  try {
    return Object.keys(jsonBody(request)).toSorted();
  } catch {
    return isForm(request) ? [...new Set(formBody(request).keys())].toSorted() : [];
  }
}

/** The parameters and body fields that say which data is asked for. They are never secret. */
const ASKED_FOR = ['products', 'optional_products', 'transactions', 'report'];

/** The values of the parameters and body fields that say which data is asked for. */
export function askedForIn(request: SimRequest): Record<string, string> {
  const fields = bodyOrNothing(request);
  return Object.fromEntries(
    ASKED_FOR.flatMap((name): [string, string][] => {
      const value = request.query.get(name) ?? fields[name];
      if (value === undefined) return [];
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
    }),
  );
}

function bodyOrNothing(request: SimRequest): Fields {
  try {
    return jsonBody(request);
  } catch {
    return {};
  }
}

/** The body as a JSON object. An empty body is read as an empty object. */
export function jsonBody(request: SimRequest): Fields {
  if (request.body.length === 0) return {};
  const fields = readFields(request.body.toString('utf8'));
  if (fields !== undefined) return fields;
  throw new FieldError('body', 'type', 'The body must be a JSON object');
}

const isForm = (request: SimRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');

export const formBody = (request: SimRequest): URLSearchParams => new URLSearchParams(request.body.toString('utf8'));

/** User name and password of HTTP Basic authentication. */
export function basicAuth(request: SimRequest): { user: string; password: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return { user, password };
}
