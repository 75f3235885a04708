// The process that runs the webhook receivers. Each receiver has its own port. Through a control port, a test reads the
// received requests and turns the refusing receiver on or off. The process prints the control port's URL at start.
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { selfSigned } from './certificate.ts';
import { ELSEWHERE, KINDS, TALKS, type Talker } from './receiver-kinds.ts';
import type { Arrival } from './receivers.ts';

const urls: Record<string, string> = {};
const visits: Record<string, number> = {};
const arrivals: Arrival[] = [];
const sockets = new Set<Socket>();
const certificate = selfSigned();

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<Server> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

/** Splits the data of a connection into requests and responds to each of them. */
const serve = (kind: Talker) => (socket: Socket) => {
  let rest = '';
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (text: string) => {
    rest += text;
    for (let end = rest.indexOf('\r\n\r\n'); end !== -1; end = rest.indexOf('\r\n\r\n')) {
      const head = rest.slice(0, end);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (rest.length < end + 4 + length) return;
      const body = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString('utf8');
      rest = rest.slice(end + 4 + length);
      visits[kind] = (visits[kind] ?? 0) + 1;
      if (kind === 'healthy' || kind === 'refusing') arrivals.push({ ...readHead(head), body, at_ms: Date.now() });
      TALKS[kind](socket, urls);
    }
  });
};

const readHead = (head: string) => ({
  path: /^\S+ (\S+)/.exec(head)?.[1] ?? '',
  webhook_id: /^webhook-id: *(\S+)/im.exec(head)?.[1] ?? '',
});

/** A free port below the ephemeral range, so that it is still free when the refusing receiver is turned on again. */
async function ownPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await listening(createServer(), '127.0.0.1', port).catch(() => undefined);
    if (free === undefined) continue;
    await new Promise((resolve) => free.close(resolve));
    return port;
  }
}

/**
 * Opens a receiver whose certificate does not match its URL. The certificate is valid for the IP address but not for
 * `localhost`, which is the host in the URL. `localhost` may resolve to IPv4 or IPv6, so the receiver listens on both.
 */
async function openMisnamed(): Promise<void> {
  const open = () => createTlsServer(certificate, serve('misnamed'));
  const port = portOf(await listening(open()));
  await listening(open(), '::1', port).catch(() => undefined);
  urls['misnamed'] = `https://localhost:${port}`;
}

// A thread that listens and then blocks forever. The few connections in the accept backlog wait forever; later
// connection attempts get no response, not even from the operating system.
const SLEEPER = `
  const server = require('node:net').createServer().listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    require('node:worker_threads').parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

async function openBlackHole(): Promise<void> {
  const thread = new Worker(SLEEPER, { eval: true, execArgv: [] });
  const port = await new Promise<number>((resolve) => thread.once('message', resolve));
  const isLetIn = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const connected = new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)));
    return Promise.race([connected, sleep(300, false)]);
  };
  // Each connection that enters the backlog stays open. We connect until the backlog is full and no further connection
  // can be opened.
  while (await isLetIn());
  urls['black_hole'] = `http://127.0.0.1:${port}`;
}

const refusing_port = await ownPort();
for (const kind of [...KINDS, ELSEWHERE] as const) {
  if (kind === 'black_hole') await openBlackHole();
  else if (kind === 'misnamed') await openMisnamed();
  else if (kind === 'refusing') urls[kind] = `http://127.0.0.1:${refusing_port}`;
  else urls[kind] = `http://127.0.0.1:${portOf(await listening(createServer(serve(kind))))}`;
}

let up: Server | undefined;
const ORDERS: Record<string, (from: number) => unknown> = {
  '/receivers': () => ({ urls, cert: certificate.cert }),
  '/visits': () => visits,
  '/arrivals': (from) => arrivals.slice(from),
  '/up': async () => {
    up = await listening(createServer(serve('refusing')), '127.0.0.1', refusing_port);
  },
  '/down': () => {
    up?.close();
    for (const socket of sockets) if (socket.localPort === refusing_port) socket.destroy();
  },
};
async function answerDesk(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://desk');
  const answer = await ORDERS[pathname]?.(Number(searchParams.get('from')));
  response.end(JSON.stringify(answer ?? null));
}
const desk = createHttpServer((request, response) => void answerDesk(request, response));
desk.listen(0, '127.0.0.1', () => process.stdout.write(`listens on http://127.0.0.1:${portOf(desk)}\n`));
// Stdin closes when the parent process has ended. This process then exits as well.
process.stdin.on('end', () => process.exit()).resume();
