// A client of the bank that behaves correctly unless a test changes its behaviour. Tests of the simulator use it.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { type Fields, isFields, readFields, textIn } from '../kit/fields.ts';
import { signToken } from '../kit/jose.ts';
import type { FdxBank } from './server.ts';
import { type Choices, visitBank } from './visit.ts';

export const REDIRECT = 'http://127.0.0.1:3999/providers/harbor/callback/';
export const ALL_SCOPES =
  'openid offline_access fdx:accountbasic:read fdx:accountdetailed:read fdx:paymentsupport:read fdx:transactions:read fdx:statements:read fdx:investments:read fdx:customercontact:read fdx:tax:read';

export type Reply = { status: number; headers: Headers; body: Fields };

type Params = Readonly<Record<string, string>>;

export type PlainClient = {
  /** The key of the DPoP proofs. Undefined: no proofs are sent. */
  dpop_key: KeyObject | undefined;
  nonce: string | undefined;
  /** The clock for assertions and proofs. A test that moves the bank's clock moves this clock too. */
  clock: () => Date;
  verifier: string;
  assertion(changes?: Fields, header?: Fields): string;
  proof(method: string, address: string, changes?: Fields, token?: string): string;
  post(name: string, params: Params, headers?: Params): Promise<Reply>;
  /**
   * Sends a request with client authentication, and with a DPoP proof if proofs are used. Repeats the request once if
   * the bank asks for a nonce.
   */
  send(name: string, params: Params): Promise<Reply>;
  push(changes?: Params): Promise<Reply>;
  authorize(choices: Choices, changes?: Params): Promise<URL>;
  redeem(code: string, changes?: Params): Promise<Reply>;
  connect(choices: Choices, changes?: Params): Promise<Reply>;
  get(path: string, token: string, headers?: Params): Promise<Reply>;
};

export function plainClient(
  bank: FdxBank,
  options: { alg?: 'ES256' | 'PS256'; with_dpop?: boolean } = {},
): PlainClient {
  const { alg = 'ES256', with_dpop = true } = options;
  const lower = alg.toLowerCase();
  const client_id = `vouch-${lower}`;
  const key = createPrivateKey(bank.files[`${lower}-key.pem`] ?? '');
  const now = () => Math.floor(client.clock().getTime() / 1000);
  const address = (name: string) => `${bank.issuer}/${name}`;
  const client: PlainClient = {
    dpop_key: with_dpop ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : undefined,
    nonce: undefined,
    clock: () => new Date(),
    verifier: randomBytes(48).toString('base64url'),
    assertion: (changes = {}, header = {}) =>
      signToken(
        { alg, kid: `${lower}-1`, ...header },
        {
          iss: client_id,
          sub: client_id,
          aud: bank.issuer,
          iat: now(),
          exp: now() + 60,
          jti: randomBytes(16).toString('hex'),
          ...changes,
        },
        key,
      ),
    proof: (method, target, changes = {}, token) => {
      if (client.dpop_key === undefined) throw new Error('This client sends no proofs.');
      const jwk = createPublicKey(client.dpop_key).export({ format: 'jwk' });
      const ath = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') };
      const nonce = client.nonce === undefined ? {} : { nonce: client.nonce };
      const claims = {
        htm: method,
        htu: target,
        iat: now(),
        jti: randomBytes(16).toString('hex'),
        ...ath,
        ...nonce,
        ...changes,
      };
      return signToken({ alg: 'ES256', typ: 'dpop+jwt', jwk }, claims, client.dpop_key);
    },
    post: async (name, params, headers = {}) =>
      replyOf(
        await fetch(address(name), { method: 'POST', headers: { ...headers }, body: new URLSearchParams(params) }),
      ),
    send: async (name, params) => {
      const once = (): Promise<Reply> => {
        const proof: Params = client.dpop_key === undefined ? {} : { dpop: client.proof('POST', address(name)) };
        const proven = {
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: client.assertion(),
        };
        return client.post(name, { client_id, ...proven, ...params }, proof);
      };
      const reply = await once();
      client.nonce = reply.headers.get('dpop-nonce') ?? client.nonce;
      return reply.body['error'] === 'use_dpop_nonce' ? once() : reply;
    },
    push: (changes = {}) =>
      client.send('par', {
        response_type: 'code',
        redirect_uri: REDIRECT,
        scope: ALL_SCOPES,
        state: 'state-of-the-test',
        nonce: 'nonce-of-the-test',
        code_challenge: createHash('sha256').update(client.verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...changes,
      }),
    authorize: async (choices, changes) => {
      const pushed = await client.push(changes);
      const request_uri = textIn(pushed.body, 'request_uri');
      if (request_uri === undefined) throw new Error(JSON.stringify(pushed.body));
      return visitBank(`${address('authorize')}?${new URLSearchParams({ client_id, request_uri })}`, choices);
    },
    redeem: (code, changes = {}) =>
      client.send('token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT,
        code_verifier: client.verifier,
        ...changes,
      }),
    connect: async (choices, changes) => {
      const target = await client.authorize(choices, changes);
      return client.redeem(target.searchParams.get('code') ?? '');
    },
    get: async (path, token, headers = {}) => {
      const target = `${bank.api_base('v6')}${path}`;
      const once = async (): Promise<Reply> => {
        const proof: Params =
          client.dpop_key === undefined
            ? { authorization: `Bearer ${token}` }
            : { authorization: `DPoP ${token}`, dpop: client.proof('GET', target.split('?')[0] ?? target, {}, token) };
        return replyOf(await fetch(target, { headers: { ...proof, ...headers } }));
      };
      const reply = await once();
      client.nonce = reply.headers.get('dpop-nonce') ?? client.nonce;
      return (reply.headers.get('www-authenticate') ?? '').includes('use_dpop_nonce') ? once() : reply;
    },
  };
  return client;
}

async function replyOf(response: Response): Promise<Reply> {
  return { status: response.status, headers: response.headers, body: readFields(await response.text()) ?? {} };
}

/** The objects of a list in an answer. */
export function listIn(reply: Reply, name: string): Fields[] {
  const list: unknown = reply.body[name];
  return Array.isArray(list) ? list.filter(isFields) : [];
}
