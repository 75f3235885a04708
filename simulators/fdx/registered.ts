// The clients that are registered from the start, with their keys and certificates. The keys and certificates are
// stored in a folder, so that a providers.json stays valid after a restart.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TlsFiles } from '../kit/listen.ts';
import { BANK_NAME, SCOPES } from './bank.ts';
import { type Identity, makeIdentity, subjectOf } from './certificates.ts';
import type { Client } from './clients.ts';

export type Registered = {
  clients: readonly Client[];
  tls: TlsFiles;
  /** PEM texts by file name. */
  files: Readonly<Record<string, string>>;
};

const AUTHORITY = 'Harbor Bank Test Authority';
const CLIENT_NAME = 'Vouch';

/** Keys and certificates that were made in memory. */
const in_memory = new Map<string, Identity>();

/** A process makes an RSA key only once and reuses it, because making an RSA key takes half a second. */
let rsa_pair: Identity | undefined;
function rsaPair(): Identity {
  rsa_pair ??= keyPair('PS256');
  return rsa_pair;
}

/**
 * Reads the files of the folder, and makes the missing ones. Without a folder, keys and certificates are made in
 * memory.
 */
export function register(folder: string | undefined, redirect_uris: readonly string[], now: Date): Registered {
  const files: Record<string, string> = {};
  const keep = (names: readonly [string, string], make: () => Identity): Identity => {
    const [key_file, certificate_file] = names;
    const identity =
      folder === undefined
        ? (in_memory.get(key_file) ?? make())
        : (readIdentity(folder, key_file, certificate_file) ?? make());
    if (folder === undefined) in_memory.set(key_file, identity);
    files[key_file] = identity.key;
    files[certificate_file] = identity.certificate;
    return identity;
  };
  const ca = keep(['ca-key.pem', 'ca.pem'], () => makeIdentity({ name: AUTHORITY, is_authority: true, now }));
  const issuer = { name: AUTHORITY, key: ca.key };
  const server = keep(['server-key.pem', 'server.pem'], () =>
    makeIdentity({ name: BANK_NAME, hosts: ['127.0.0.1', 'localhost'], issuer, now }),
  );
  const es256 = keep(['es256-key.pem', 'es256-public.pem'], () => keyPair('ES256'));
  const ps256 = keep(['ps256-key.pem', 'ps256-public.pem'], rsaPair);
  keep(['mtls-key.pem', 'mtls.pem'], () => makeIdentity({ name: CLIENT_NAME, issuer, now }));
  const self_signed = keep(['self-signed-key.pem', 'self-signed.pem'], () => makeIdentity({ name: CLIENT_NAME, now }));
  if (folder !== undefined) writeChanged(folder, files);
  const shared = { name: CLIENT_NAME, redirect_uris, scopes: Object.keys(SCOPES) };
  return {
    tls: { key: server.key, certificate: server.certificate, ca: ca.certificate },
    files,
    clients: [
      {
        ...shared,
        client_id: 'vouch-es256',
        method: 'private_key_jwt',
        alg: 'ES256',
        kid: 'es256-1',
        public_key: createPublicKey(es256.certificate),
      },
      {
        ...shared,
        client_id: 'vouch-ps256',
        method: 'private_key_jwt',
        alg: 'PS256',
        kid: 'ps256-1',
        public_key: createPublicKey(ps256.certificate),
      },
      { ...shared, client_id: 'vouch-mtls', method: 'tls_client_auth', subject: subjectOf(CLIENT_NAME) },
      {
        ...shared,
        client_id: 'vouch-self-signed',
        method: 'self_signed_tls_client_auth',
        thumbprint: thumbprintOf(self_signed.certificate),
      },
    ],
  };
}

function readIdentity(folder: string, key_file: string, certificate_file: string): Identity | undefined {
  const [key, certificate] = [join(folder, key_file), join(folder, certificate_file)];
  if (!existsSync(key) || !existsSync(certificate)) return undefined;
  return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
}

function keyPair(alg: 'ES256' | 'PS256'): Identity {
  const { privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    key,
    certificate: createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Writes the files that changed. Only the owner of a file may read it. */
function writeChanged(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(files)) {
    if (readFileOrNone(join(folder, name)) !== text) writeFileSync(join(folder, name), text, { mode: 0o600 });
  }
}

const readFileOrNone = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined;

const thumbprintOf = (certificate: string): string =>
  createHash('sha256').update(new X509Certificate(certificate).raw).digest('base64url');
