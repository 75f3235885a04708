// The clients that are registered from the start, with their keys and certificates. They are kept in a folder, so that a
// providers.json stays valid over restarts.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Identity, makeIdentity, subjectOf } from '../base/certificates.ts';
import type { TlsFiles } from '../base/http.ts';
import { BANK_NAME, SCOPES } from './bank.ts';
import type { Client } from './clients.ts';

export type Registered = {
  clients: readonly Client[];
  tls: TlsFiles;
  /** PEM texts by the name of their file. */
  files: Readonly<Record<string, string>>;
};

const AUTHORITY = 'Harbor Bank Test Authority';
const CLIENT_NAME = 'Vouch';

/** Reads the files of the folder, and makes those that are missing. Without a folder they are made in memory. */
export function register(folder: string | undefined, redirect_uris: readonly string[], now: Date): Registered {
  const files: Record<string, string> = {};
  const keep = (names: readonly [string, string], make: () => Identity): Identity => {
    const [key_file, certificate_file] = names;
    const known = folder !== undefined && names.every((name) => existsSync(join(folder, name)));
    const identity = known
      ? {
          key: readFileSync(join(folder, key_file), 'utf8'),
          certificate: readFileSync(join(folder, certificate_file), 'utf8'),
        }
      : make();
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
  const ps256 = keep(['ps256-key.pem', 'ps256-public.pem'], () => keyPair('PS256'));
  keep(['mtls-key.pem', 'mtls.pem'], () => makeIdentity({ name: CLIENT_NAME, issuer, now }));
  const self_signed = keep(['self-signed-key.pem', 'self-signed.pem'], () => makeIdentity({ name: CLIENT_NAME, now }));
  if (folder !== undefined) writeMissing(folder, files);
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

/** Only the owner may read the files. */
function writeMissing(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(files)) {
    if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), text, { mode: 0o600 });
  }
}

const thumbprintOf = (certificate: string): string =>
  createHash('sha256').update(new X509Certificate(certificate).raw).digest('base64url');
