// Signs requests to an S3-compatible server (AWS Signature Version 4). The library is loaded only if such a server is
// configured.
import { createHash, createHmac, type Hash, type Hmac, webcrypto } from 'node:crypto';
import type { FileServer } from './file-server-url.ts';

export type S3Request = { method: 'PUT' | 'GET' | 'DELETE'; path: string; content: Buffer; signed_at: Date };

/** Returns the headers with which a request must be sent. */
export type Signer = (request: S3Request) => Promise<Record<string, string>>;

export async function openSigner({ origin, region, access_key_id, secret_access_key }: FileServer): Promise<Signer> {
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    sha256: Sha256,
    // On an S3 server, the signature covers the path exactly as it is sent.
    uriEscapePath: false,
  });
  const { protocol, hostname, host } = new URL(origin);
  return async ({ method, path, content, signed_at }) => {
    const headers = { host, 'x-amz-content-sha256': await hexHash(content) };
    const request = { method, protocol, hostname, path, query: {}, headers };
    return (await signer.sign(request, { signingDate: signed_at })).headers;
  };
}

/** Computes the hash in another thread, because hashing 10 MB takes about 30 ms. */
const hexHash = async (content: Buffer): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('hex');

/** The hash function in the form that the library expects. If a key is given, it computes an HMAC. */
class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(key));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  /**
   * Resetting a hash is not supported. The library never calls this method, because it uses a new object for each hash.
   */
  reset(): void {
    throw new Error('a hash cannot be reset');
  }
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): Buffer =>
  typeof data === 'string'
    ? Buffer.from(data)
    : ArrayBuffer.isView(data)
      ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
      : Buffer.from(data);
