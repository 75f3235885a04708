// Parses the values of settings. Each function throws an error that states why the value is invalid; the message omits
// the value if it may be a secret.
import { isLoopbackHost, isNetwork, toOrigin } from '#base/http/hosts.ts';
import { nearest } from '#base/similar.ts';
import { hostsIn } from '#storage/platform/primary.ts';

export function integer(text: string, min: number, max: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new Error(`"${text}" is not a whole number from ${min} to ${max}`);
  return value;
}

export function ratio(text: string): number {
  const value = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1)) throw new Error(`"${text}" is not a number from 0 to 1`);
  return value;
}

export function oneOf<const Values extends readonly string[]>(text: string, values: Values): Values[number] {
  const value = values.find((one) => one === text);
  if (value === undefined) throw new Error(`"${text}" is not one of ${values.join(', ')}`);
  return value;
}

export function mailUrl(text: string): string {
  const url = secretUrl(text, ['smtp:', 'smtps:']);
  if (new URL(url).hostname === '') throw new Error('does not name a mail server');
  return url;
}

/** The SMS gateway receives phone numbers and personal links, so plain HTTP is allowed only to this machine. */
export const textingUrl = (text: string): string => guardedUrl(secretUrl(text, ['https:', 'http:']));

/**
 * Over plain HTTP, anybody on the network path could change a sign-in, so plain HTTP is allowed only to this machine.
 * The issuer is compared character by character with the issuer that the provider states, so a trailing slash is kept.
 */
export function issuerUrl(text: string): string {
  webUrl(text);
  return guardedUrl(text);
}

function guardedUrl(text: string): string {
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:' && !isLoopbackHost(hostname)) throw new Error('may use http:// only for this machine');
  return text;
}

/** The error message does not repeat the value, because the value may contain a password. */
export function secretUrl(text: string, protocols: string[]): string {
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new Error(`is not an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  }
  return text;
}

/** The address may name several hosts, separated by commas. */
export function databaseUrl(text: string): string {
  for (const host of hostsIn(text)) secretUrl(host, ['postgres:', 'postgresql:']);
  return text;
}

export function webUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error(`"${text}" is not an address that begins with http:// or https://`);
  }
  return text.replace(/\/+$/, '');
}

export const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function network(text: string): string {
  if (!isNetwork(text)) throw new Error(`"${text}" is not an address or network`);
  return text;
}

export function origin(text: string): string {
  const value = toOrigin(text);
  if (value === undefined) throw new Error(`"${text}" is not an origin such as https://app.example.com`);
  return value;
}

export function globalName(text: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(text)) throw new Error(`"${text}" is not a JavaScript name`);
  return text;
}

const PREFIX = 'VOUCH_';

/**
 * Returns the known setting that was probably meant by an unknown name with our prefix. If the name without the prefix
 * is itself a known setting (such as `PORT`), that setting is returned. Otherwise, only the parts of the names after
 * the prefix are compared, because the common prefix makes all names similar.
 */
export function nearestSetting(unknown: string, known: readonly string[]): string | undefined {
  const typed = unknown.slice(PREFIX.length);
  if (known.includes(typed)) return typed;
  const ours = known.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  const meant = nearest(typed, ours);
  return meant === undefined ? undefined : `${PREFIX}${meant}`;
}
