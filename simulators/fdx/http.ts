// The HTTP layer of the bank: requests with a size limit, plain answers, and servers on the loopback interface.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type Listener, listen, readBody, type TlsFiles } from '../kit/listen.ts';

const BODY_BYTES_MAX = 65_536;

export type ClientCertificate = {
  /** SHA-256 of the certificate, in base64url, as in the claim `x5t#S256`. */
  thumbprint: string;
  subject: string;
  /** True if the simulator's certificate authority signed the certificate. */
  is_trusted: boolean;
};

export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** The parameters of a form body; empty for other bodies. */
  form: URLSearchParams;
  /** The origin of the server that received the request, for instance `https://127.0.0.1:4001`. */
  origin: string;
  certificate: ClientCertificate | undefined;
};

export type Answer = { status: number; headers?: Readonly<Record<string, string>>; body?: string | Buffer };

/** Sends an answer, or sends it incorrectly on purpose to simulate a fault. */
export type Send = (asked: Asked, answer: Answer, response: ServerResponse) => Promise<void> | void;

export type Handler = (asked: Asked) => Promise<Answer> | Answer;

type ListenOptions = { port: number; tls?: TlsFiles; send?: Send };

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(value),
});

export function sendPlainly(_asked: Asked, answer: Answer, response: ServerResponse): void {
  const body = Buffer.from(answer.body ?? '');
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(body.length) });
  response.end(body);
}

/** Starts a server that answers with `handle`. */
export async function serve(handle: Handler, { port, tls, send = sendPlainly }: ListenOptions): Promise<Listener> {
  let origin = '';
  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await readRequest(request, origin);
    if (asked === undefined) {
      sendPlainly(emptyRequest(origin), { status: 413 }, response);
      return;
    }
    await send(asked, await handle(asked), response);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    answerTo(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      if (response.headersSent) response.destroy();
      else sendPlainly(emptyRequest(origin), json(500, { code: '500', message }), response);
    });
  };
  const listener = await listen(onRequest, port, tls);
  ({ origin } = listener);
  return listener;
}

async function readRequest(request: IncomingMessage, origin: string): Promise<Asked | undefined> {
  const bytes = await readBody(request, BODY_BYTES_MAX);
  if (bytes === undefined) return undefined;
  const body = bytes.toString('utf8');
  const url = new URL(request.url ?? '/', 'http://localhost');
  const is_form = request.headers['content-type']?.split(';')[0]?.trim() === 'application/x-www-form-urlencoded';
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
    form: new URLSearchParams(is_form ? body : ''),
    origin,
    certificate: certificateOf(request.socket),
  };
}

function certificateOf(socket: Socket): ClientCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const peer = socket.getPeerX509Certificate();
  if (peer === undefined) return undefined;
  return {
    thumbprint: createHash('sha256').update(peer.raw).digest('base64url'),
    subject: peer.subject.split('\n').toReversed().join(','),
    is_trusted: socket.authorized,
  };
}

const emptyRequest = (origin: string): Asked => ({
  method: 'GET',
  path: '/',
  query: new URLSearchParams(),
  headers: {},
  body: '',
  form: new URLSearchParams(),
  origin,
  certificate: undefined,
});
