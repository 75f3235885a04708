// A small fake of an FDX bank that replaces the network. Its authorization server checks all parts of a request:
// signatures, PKCE, DPoP and the rotation of refresh tokens. Its data API has a few accounts.
import { createPublicKey, generateKeyPairSync, hash, type JsonWebKey, verify } from 'node:crypto';
import type { FdxSettings } from '#connectors/live/fdx/settings.ts';

export const FDX_ORIGIN = 'https://bank.example';
export const FDX_ISSUER = `${FDX_ORIGIN}/id/retail`;
export const FDX_API = 'https://api.bank.example/fdx/v6';

const KEYS = generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const fdxSettings = (changed: Partial<FdxSettings> = {}): FdxSettings => ({
  issuer: FDX_ISSUER,
  client_id: 'vouch-test',
  client_auth: {
    method: 'private_key_jwt',
    key: KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    kid: 'key-1',
  },
  api_base: FDX_API,
  scopes: { always: ['openid', 'offline_access'], assets: ['accounts'], income: ['accounts', 'tax'] },
  ...changed,
});

type Claims = Record<string, unknown>;
type Row = Record<string, unknown>;
type Asked = { method: string; url: URL; headers: Headers; form: URLSearchParams };

export type FakeFdx = ReturnType<typeof fakeFdx>;

/** `data` maps paths of the data API to response bodies. A function in place of a body returns the whole response. */
export function fakeFdx(options: { metadata?: Row; now?: () => Date; data?: Record<string, Answerer> } = {}) {
  const state = {
    asked: [] as Asked[],
    pushed: new Map<string, URLSearchParams>(),
    codes: new Map<string, { form: URLSearchParams; customer: string }>(),
    /** `refresh_tokens` holds the refresh tokens that are valid now. `used` holds all refresh tokens that were used. */
    refresh_tokens: new Map<string, string>(),
    used: new Set<string>(),
    access_tokens: new Map<string, string>(),
    revoked: [] as string[],
    reuse_count: 0,
    token_count: 0,
    proofs: new Set<string>(),
    nonce: 'nonce-1',
    faults: [] as ((asked: Asked) => Response | undefined)[],
  };
  const now = options.now ?? (() => new Date('2026-03-04T12:00:00Z'));
  const data: Record<string, Answerer> = { ...FDX_DATA, ...options.data };

  async function fetch(url: string, request: RequestInit): Promise<Response> {
    const asked: Asked = {
      method: request.method ?? 'GET',
      url: new URL(url),
      headers: new Headers(request.headers),
      form: new URLSearchParams(typeof request.body === 'string' ? request.body : ''),
    };
    state.asked.push(asked);
    for (const fault of state.faults) {
      const answer = fault(asked);
      if (answer !== undefined) return answer;
    }
    if (url.startsWith(FDX_API)) return answerData(asked);
    switch (asked.url.pathname) {
      case '/.well-known/oauth-authorization-server/id/retail':
        return json({ ...METADATA, ...options.metadata });
      case '/par':
        return inForm(asked, push);
      case '/token':
        return inForm(asked, grant);
      case '/revoke':
        return inForm(asked, ({ form }) => {
          state.revoked.push(form.get('token') ?? '');
          return json({});
        });
      default:
        return json({ error: 'not_found' }, 404);
    }
  }

  /**
   * Checks the client's signed assertion and, if the request has a DPoP proof, the proof and the nonce in the proof. If
   * all of them are valid, returns the response of `answer`.
   */
  function inForm(asked: Asked, answer: (asked: Asked) => Response): Response {
    const claims = claimsOf(asked.form.get('client_assertion') ?? '', KEYS.publicKey.export({ format: 'jwk' }));
    const seconds = now().getTime() / 1000;
    if (claims?.['aud'] !== FDX_ISSUER || claims['sub'] !== 'vouch-test' || Number(claims['exp']) < seconds - 1) {
      return json({ error: 'invalid_client' }, 401);
    }
    const proof = asked.headers.get('dpop');
    if (proof === null) return answer(asked);
    const proven = readProof(asked, proof);
    if (proven === undefined) return json({ error: 'invalid_dpop_proof' }, 400);
    return proven.nonce === state.nonce
      ? answer(asked)
      : json({ error: 'use_dpop_nonce' }, 400, { 'dpop-nonce': state.nonce });
  }

  function readProof({ method, url }: Asked, proof: string): { jkt: string; nonce: unknown; ath: unknown } | undefined {
    const [head = ''] = proof.split('.');
    const { typ, jwk }: { typ?: string; jwk?: JsonWebKey } = JSON.parse(Buffer.from(head, 'base64url').toString());
    const claims = jwk && claimsOf(proof, jwk);
    const is_right =
      claims !== undefined &&
      typ === 'dpop+jwt' &&
      jwk?.d === undefined &&
      claims['htm'] === method &&
      claims['htu'] === `${url.origin}${url.pathname}` &&
      !state.proofs.has(String(claims['jti']));
    if (!is_right || jwk === undefined) return undefined;
    state.proofs.add(String(claims['jti']));
    const { crv, kty, x, y } = jwk;
    const jkt = hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');
    return { jkt, nonce: claims['nonce'], ath: claims['ath'] };
  }

  function push({ form }: Asked): Response {
    const request_uri = `urn:request:${state.pushed.size + 1}`;
    state.pushed.set(request_uri, form);
    return json({ request_uri, expires_in: 60 }, 201);
  }

  function grant(asked: Asked): Response {
    const { form } = asked;
    const proof = asked.headers.get('dpop');
    const jkt = proof === null ? '' : (jktOf(proof) ?? '');
    if (form.get('grant_type') === 'refresh_token') return exchange(form.get('refresh_token') ?? '', jkt);
    const known = state.codes.get(form.get('code') ?? '');
    state.codes.delete(form.get('code') ?? '');
    const challenge = hash('sha256', form.get('code_verifier') ?? '', 'base64url');
    const is_right =
      known?.form.get('code_challenge') === challenge &&
      known.form.get('redirect_uri') === form.get('redirect_uri') &&
      (known.form.get('dpop_jkt') ?? '') === jkt;
    if (known === undefined || !is_right) return json({ error: 'invalid_grant' }, 400);
    const id_token = unsigned({
      iss: FDX_ISSUER,
      aud: 'vouch-test',
      sub: known.customer,
      // The token is valid for 90 days, because tests advance their own clock but not the bank's clock.
      exp: now().getTime() / 1000 + 90 * 86_400,
      nonce: known.form.get('nonce') ?? '',
    });
    return json({ ...newTokens(jkt), id_token });
  }

  function exchange(refresh_token: string, jkt: string): Response {
    if (state.used.has(refresh_token)) {
      state.reuse_count++;
      state.refresh_tokens.clear();
    }
    const bound = state.refresh_tokens.get(refresh_token);
    if (bound === undefined || bound !== jkt) return json({ error: 'invalid_grant' }, 400);
    state.refresh_tokens.delete(refresh_token);
    state.used.add(refresh_token);
    return json(newTokens(jkt));
  }

  function newTokens(jkt: string): Row {
    const n = ++state.token_count;
    state.refresh_tokens.set(`refresh-${n}`, jkt);
    state.access_tokens.set(`access-${n}`, jkt);
    const token_type = jkt === '' ? 'Bearer' : 'DPoP';
    return { access_token: `access-${n}`, refresh_token: `refresh-${n}`, token_type, expires_in: 900 };
  }

  const jktOf = (proof: string): string | undefined => {
    const [head = ''] = proof.split('.');
    const { jwk }: { jwk?: JsonWebKey } = JSON.parse(Buffer.from(head, 'base64url').toString());
    return jwk && hash('sha256', JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y }), 'base64url');
  };

  function answerData(asked: Asked): Response {
    const [scheme = '', token = ''] = (asked.headers.get('authorization') ?? '').split(' ');
    const jkt = state.access_tokens.get(token);
    if (jkt === undefined) return json({ code: 602, message: 'Customer not authorized' }, 401);
    if (jkt !== '') {
      const proven = readProof(asked, asked.headers.get('dpop') ?? '.');
      const is_right = scheme === 'DPoP' && proven?.jkt === jkt && proven.ath === hash('sha256', token, 'base64url');
      if (!is_right) return json({ code: '401', message: 'wrong proof' }, 401);
      if (proven.nonce !== state.nonce) {
        const headers = { 'dpop-nonce': state.nonce, 'www-authenticate': 'DPoP error="use_dpop_nonce"' };
        return json({}, 401, headers);
      }
    }
    const path = asked.url.pathname.slice(new URL(FDX_API).pathname.length);
    const found = data[path];
    if (found === undefined) return json({ code: '701', message: 'Account not found' }, 404);
    return typeof found === 'function' ? found(asked) : json(found);
  }

  return {
    state,
    fetch,
    /** Acts as the person on the bank's page. Returns the query with which the bank redirects back. */
    visit: async (address: string, { username, password }: Readonly<Record<string, string>>) => {
      const url = new URL(address);
      const form = state.pushed.get(url.searchParams.get('request_uri') ?? '') ?? url.searchParams;
      const answer = { state: form.get('state') ?? '', iss: FDX_ISSUER };
      if (password !== 'right') return { ...answer, error: 'access_denied' };
      const code = `code-${state.codes.size + 1}-${state.token_count}`;
      state.codes.set(code, { form, customer: username ?? '' });
      return { ...answer, code };
    },
  };
}

export type Answerer = Row | ((asked: Asked) => Response);

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const unsigned = (claims: Claims): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;

/** Returns the claims of a JWT; undefined if the ES256 signature is not valid. */
function claimsOf(jwt: string, jwk: JsonWebKey): Claims | undefined {
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const is_signed = verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
  return is_signed ? JSON.parse(Buffer.from(body, 'base64url').toString()) : undefined;
}

const METADATA = {
  issuer: FDX_ISSUER,
  authorization_endpoint: `${FDX_ORIGIN}/authorize`,
  token_endpoint: `${FDX_ORIGIN}/token`,
  pushed_authorization_request_endpoint: `${FDX_ORIGIN}/par`,
  revocation_endpoint: `${FDX_ORIGIN}/revoke`,
  dpop_signing_alg_values_supported: ['ES256'],
  authorization_response_iss_parameter_supported: true,
  scopes_supported: ['openid', 'offline_access', 'accounts', 'tax'],
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  code_challenge_methods_supported: ['S256'],
};

export const CHECKING = {
  accountCategory: 'DEPOSIT_ACCOUNT',
  accountId: 'acc-1',
  // The account was opened in the period of its only statement, so no value of the statement has to be assumed.
  accountOpenDate: '2026-02-01',
  accountType: 'CHECKING',
  accountNumberDisplay: '******4321',
  nickname: 'Daily',
  currency: { currencyCode: 'USD' },
  currentBalance: 1204.5,
  availableBalance: 1200,
};
export const CARD = {
  accountCategory: 'LOC_ACCOUNT',
  accountId: 'acc-2',
  accountType: 'CREDITCARD',
  accountNumberDisplay: '9876',
  currency: { currencyCode: 'USD' },
  currentBalance: 310.25,
  creditLine: 5000,
  availableCredit: 4689.75,
  purchasesApr: 18.99,
  lastPaymentDate: '2026-02-20',
  balanceAsOf: '2026-03-04T10:00:00-05:00',
};
const entry = (id: string, amount: number, memo: string, day: string): Row => ({
  accountCategory: 'DEPOSIT_ACCOUNT',
  transactionId: id,
  transactionTimestamp: `${day}T12:00:00Z`,
  postedTimestamp: `${day}T15:00:00Z`,
  description: `Entry ${id}`,
  debitCreditMemo: memo,
  amount,
  status: 'POSTED',
});

/** The response bodies of the data API, by path. */
export const FDX_DATA: Record<string, Answerer> = {
  '/customers/current': {
    customerId: 'customer-7',
    name: { first: 'Ada', middle: 'May', last: 'Lantern' },
    email: ['ada.lantern@mail.example'],
    telephones: [{ type: 'CELL', country: '1', number: '555-010-0199' }],
    addresses: [
      { type: 'HOME', line1: '12 Mill Road', city: 'Dayton', region: 'OH', postalCode: '45402', country: 'US' },
    ],
    accounts: [{ accountId: 'acc-1', relationship: 'PRIMARY_JOINT' }],
  },
  '/accounts': { accounts: [CHECKING, CARD] },
  '/accounts/acc-1': CHECKING,
  '/accounts/acc-2': CARD,
  '/accounts/acc-1/payment-networks': {
    paymentNetworks: [
      { type: 'US_ACH', bankId: '991000012', identifier: '400100214321' },
      { type: 'US_FEDWIRE', bankId: '991000025', identifier: '400100214321' },
    ],
  },
  '/accounts/acc-1/transactions': ({ url }) =>
    url.searchParams.get('offset') === '2'
      ? json({ page: { nextOffset: null }, transactions: [entry('t3', 9.99, 'DEBIT', '2026-02-03')] })
      : json({
          page: { nextOffset: 2 },
          transactions: [entry('t1', 2450, 'CREDIT', '2026-02-27'), entry('t2', 61.2, 'DEBIT', '2026-02-11')],
        }),
  '/accounts/acc-2/transactions': { transactions: [] },
  '/accounts/acc-1/statements': { statements: [{ statementId: 's1', statementDate: '2026-02-28' }] },
  '/accounts/acc-1/statements/s1': () => new Response('%PDF-1.4 statement'),
  '/tax-forms': {
    statements: [
      {
        taxYear: 2025,
        taxStatementId: 'tax-1',
        issuer: { businessName: { name1: 'Harbor Bakery' }, tin: '00-0000001' },
        forms: [{ taxW2: { taxFormId: 'w2', wages: 52_000, federalTaxWithheld: 4100.5 } }],
      },
    ],
  },
};
