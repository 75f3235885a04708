// A software passkey authenticator for tests. It creates ES256 keys and signs WebAuthn challenges with them.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type CreationOptions = { rp: { id?: string }; challenge: string };
type RequestOptions = { rpId?: string; challenge: string };

/** `origin` is the origin of the page that uses the authenticator. A real browser writes it into the signed data. */
export function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const credential_id = id.toString('base64url');
  let uses = 0;
  const common = { id: credential_id, rawId: credential_id, type: 'public-key', clientExtensionResults: {} };
  return {
    credential_id,
    register({ rp, challenge }: CreationOptions) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const { x, y } = publicKey.export({ format: 'jwk' });
      const point = (part: string | undefined) => Buffer.from(part ?? '', 'base64url');
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]);
      const attested = [Buffer.alloc(16), length, id, key.bytes];
      const data = Buffer.concat([authenticatorData(rp.id, 0x41, ++uses), ...attested]);
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', cborMap([])],
        ['authData', data],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.bytes.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer({ rpId, challenge }: RequestOptions) {
      const client = clientData('webauthn.get', challenge, origin);
      const data = authenticatorData(rpId, 0x01, ++uses);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(rp_id: string | undefined, flags: number, uses: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(uses, 1);
  return Buffer.concat([createHash('sha256').update(String(rp_id)).digest(), tail]);
}

type Plain = string | number | Buffer;

/**
 * Encodes a map in CBOR. If a value is itself a map, the caller has encoded this inner map before, and passes the
 * result as `Encoded`.
 */
function cborMap(entries: readonly (readonly [Plain, Plain | Encoded])[]): Encoded {
  const parts = entries.flat().map((value) => (value instanceof Encoded ? value.bytes : cborOf(value)));
  return new Encoded(Buffer.concat([head(5, entries.length), ...parts]));
}

function cborOf(value: Plain): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  const bytes = Buffer.from(value);
  return Buffer.concat([head(typeof value === 'string' ? 3 : 2, bytes.length), bytes]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.of((major << 5) | size);
  if (size < 256) return Buffer.of((major << 5) | 24, size);
  return Buffer.of((major << 5) | 25, size >> 8, size & 255);
}

class Encoded {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
