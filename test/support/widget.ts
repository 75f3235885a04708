// Uses the widget without a browser: creates a bridge token, and has functions that call the widget's backend with that
// token.
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { acceptRedirect, depart } from '#services/connections/redirects.ts';
import { consentFor } from '#services/connections/sandbox-oauth.ts';
import type { Call, TestHouse } from './house.ts';
import { finishTasks } from './tasks.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- an untyped response body
export type View = any;

export type Widget = {
  token: string;
  call(
    method: 'GET' | 'POST' | 'OPTIONS',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  /** Checks that the status is 200 and returns the response body. */
  get(path: string): Promise<View>;
  /** Checks that the status is `status` and returns the response body. */
  post(path: string, body: unknown, status: number): Promise<View>;
};

export function widget(house: TestHouse, token: string): Widget {
  const call: Widget['call'] = (method, path, body, headers = {}) =>
    house.app.inject({
      method,
      url: `/widget/api/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
  return {
    token,
    call,
    async get(path) {
      const response = await call('GET', path);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    async post(path, body, status) {
      const response = await call('POST', path, body);
      expect(response.statusCode, response.body).toBe(status);
      return response.body === '' ? undefined : response.json();
    },
  };
}

export const ACCOUNT = { account_number: '400100214721', routing_number: '110000000', account_type: 'checking' };

/**
 * A widget with a new bridge token for the user. The product is `income` unless `more` contains another product. The
 * terms are not accepted yet.
 */
export async function newWidget(house: TestHouse, call: Call, user_id: string, more: object = {}): Promise<Widget> {
  const response = await call('POST', `/v1/users/${user_id}/tokens/`, { product_type: 'income', ...more });
  expect(response.statusCode, response.body).toBe(201);
  return widget(house, response.json().bridge_token);
}

/** A widget with a new bridge token for the user; the default product is `income`. The terms are accepted. */
export async function openWidget(...parameters: Parameters<typeof newWidget>): Promise<Widget> {
  const own = await newWidget(...parameters);
  await own.post('consent/', {}, 204);
  return own;
}

export const login = (username = 'goodlogin', password = 'goodpassword', more: object = {}) => ({
  provider_id: 'vouch_payroll',
  credentials: { username, password },
  ...more,
});

/** Waits until the task has ended or is waiting for input or a timer; returns the task. */
export async function settled(house: TestHouse, { get }: Widget, task_id: string): Promise<View> {
  await finishTasks(house);
  return get(`tasks/${task_id}/`);
}

/** Simulates the person's visit to the bank's OAuth page. */
export async function visitBank(house: TestHouse, redirect_url: string, allow: boolean): Promise<boolean> {
  const { state = '', key = '' } = Object.fromEntries(new URL(redirect_url).searchParams);
  const left = await depart(house, { state, key }, undefined);
  const visit = { username: 'goodlogin', password: 'goodpassword', allow };
  const back = await consentFor(house, left?.url ?? '', visit);
  return acceptRedirect(house, undefined, state, left?.browser, Object.fromEntries(new URL(back).searchParams));
}

export type Upload = { doc_type?: string; suborder_id?: string; file: Buffer; name?: string; type?: string };

/** Uploads a document as multipart form data, as a browser does. */
export function sendFile(own: Widget, upload: Upload): Promise<{ status: number; body: View }> {
  const { doc_type = 'paystub', suborder_id, file, name = 'stub.pdf', type = 'application/pdf' } = upload;
  const form = new FormData();
  form.set('doc_type', doc_type);
  if (suborder_id !== undefined) form.set('suborder_id', suborder_id);
  form.set('file', new File([new Uint8Array(file)], name, { type }));
  return sendForm(own, 'documents/', form);
}

export type SentFile = { suborder_id?: string; columns?: object; is_confirmed?: boolean };

/** Uploads a bank file as multipart form data, as a browser does. */
export function sendBankFile(
  own: Widget,
  content: string | Buffer,
  { suborder_id, columns, is_confirmed }: SentFile = {},
): Promise<{ status: number; body: View }> {
  const form = new FormData();
  if (suborder_id !== undefined) form.set('suborder_id', suborder_id);
  if (columns !== undefined) form.set('columns', JSON.stringify(columns));
  if (is_confirmed === true) form.set('is_confirmed', 'true');
  form.set('content', new File([typeof content === 'string' ? content : new Uint8Array(content)], 'bank.csv'));
  return sendForm(own, 'files/', form);
}

async function sendForm({ call }: Widget, path: string, form: FormData): Promise<{ status: number; body: View }> {
  const encoded = new Response(form);
  const response = await call('POST', path, Buffer.from(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
  });
  return { status: response.statusCode, body: response.json() };
}
