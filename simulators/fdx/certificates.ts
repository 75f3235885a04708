// Makes X.509 certificates, because Node can read certificates but cannot make them. Keys are on the curve P-256.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export type Identity = { key: string; certificate: string };

type Subject = { name: string; is_authority?: boolean; hosts?: readonly string[]; issuer?: Issuer; now: Date };
type Issuer = { name: string; key: string };

const ORGANISATION = 'Harbor Bank Simulator';
const YEAR_MS = 365 * 86_400_000;

/**
 * Makes a key and its certificate. The issuer signs the certificate; without an issuer, the certificate is self-signed.
 * The key and the certificate are PEM text.
 */
export function makeIdentity({ name, is_authority = false, hosts = [], issuer, now }: Subject): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ECDSA_SHA256,
    nameOf(issuer?.name ?? name),
    sequence(time(new Date(now.getTime() - YEAR_MS)), time(new Date(now.getTime() + 10 * YEAR_MS))),
    nameOf(name),
    publicBytes(publicKey),
    tagged(0xa3, sequence(...extensions(is_authority, hosts))),
  );
  const signature = sign('sha256', body, issuer?.key ?? key);
  const der = sequence(body, ECDSA_SHA256, bitString(signature));
  return { key, certificate: pem(der) };
}

/** The subject of a certificate made here, as RFC 4514 writes it. */
export const subjectOf = (name: string): string => `CN=${name},O=${ORGANISATION}`;

function extensions(is_authority: boolean, hosts: readonly string[]): Buffer[] {
  const made = [extension([2, 5, 29, 19], sequence(...(is_authority ? [der(0x01, Buffer.from([0xff]))] : [])), true)];
  if (is_authority) made.push(extension([2, 5, 29, 15], der(0x03, Buffer.from([1, 0x06])), true));
  if (hosts.length > 0) {
    const names = hosts.map((host) =>
      /^[\d.]+$/.test(host)
        ? der(0x87, Buffer.from(host.split('.').map(Number)))
        : der(0x82, Buffer.from(host, 'ascii')),
    );
    made.push(extension([2, 5, 29, 17], sequence(...names)));
  }
  return made;
}

function extension(id: readonly number[], value: Buffer, is_critical = false): Buffer {
  const critical = is_critical ? [der(0x01, Buffer.from([0xff]))] : [];
  return sequence(objectId(id), ...critical, der(0x04, value));
}

function nameOf(common_name: string): Buffer {
  const part = (id: readonly number[], text: string) => der(0x31, sequence(objectId(id), der(0x0c, Buffer.from(text))));
  return sequence(part([2, 5, 4, 10], ORGANISATION), part([2, 5, 4, 3], common_name));
}

function der(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function objectId([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = rest.flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

const ECDSA_SHA256 = sequence(objectId([1, 2, 840, 10045, 4, 3, 2]));

const tagged = (tag: number, content: Buffer): Buffer => der(tag, content);
const integer = (bytes: Buffer): Buffer => der(0x02, bytes);
const bitString = (bytes: Buffer): Buffer => der(0x03, Buffer.concat([Buffer.from([0]), bytes]));
/** A time as UTCTime, which RFC 5280 requires for dates before 2050. */
const time = (at: Date): Buffer =>
  der(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replaceAll(/[-:T]|\.\d+Z/g, '')
        .slice(2, 14)}Z`,
    ),
  );
const publicBytes = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
