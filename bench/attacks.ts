// Attacks on the service by a hostile or careless client, while another client works. To add an attack, add a row to
// ATTACKS. The function in the row starts the attack and resolves once the attack is running. The attack then continues
// until the process ends. `attacks.ts NAME` runs one attack in a separate process, so that the attack's own work does
// not slow down the measurement.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Api, clientOf, connect as connectLink, newUser } from './client.ts';
import { CLIENT_ATTACKS } from './client-attacks.ts';
import { DOCUMENT_ATTACKS } from './document-attacks.ts';
import type { Service } from './service.ts';

export type Attacked = Pick<Service, 'url' | 'client_id' | 'secret'>;

export const ATTACKS: Record<string, (service: Attacked) => Promise<void>> = {
  '450 unfinished bodies at a landing page': (service) => holdBodies(service, 'POST /verify/x/visit/'),
  '450 unfinished bodies at an unsubscription': (service) => holdBodies(service, 'POST /verify/x/unsubscribe/'),
  '450 unfinished bodies with one key': (service) => holdBodies(service, 'POST /v1/users/'),
  '3,000 pipelined requests on one connection': (service) => pipeline(service, 'GET /v1/users/', 3_000),
  '300 times /openapi.json in one packet': (service) => pipeline(service, 'GET /openapi.json', 300),
  'signed files, opened over and over': openFiles,
  ...CLIENT_ATTACKS,
  ...DOCUMENT_ATTACKS,
};

const SOCKETS = 450;
const FILES_AT_ONCE = 16;

const head = (line: string, { client_id, secret }: Attacked, more = ''): string =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Access-Client-Id: ${client_id}\r\nX-Access-Secret: ${secret}\r\n${more}\r\n`;

function dial({ url }: Attacked): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
}

/** Each connection announces a body but sends only its beginning. A refused or timed-out connection is opened again. */
async function holdBodies(service: Attacked, line: string): Promise<void> {
  const text = head(line, service, 'Content-Type: application/json\r\nContent-Length: 100\r\n');
  const hold = () => {
    const socket = dial(service).on('close', () => setTimeout(hold, 100));
    socket.resume().write(`${text}{"x": "`);
    return socket;
  };
  await Promise.all(Array.from({ length: SOCKETS }, () => once(hold(), 'connect')));
}

/**
 * Sends all requests together on one connection. Sends them again on a new connection as soon as the last response
 * begins to arrive or the server closes the connection.
 */
async function pipeline(service: Attacked, line: string, count: number): Promise<void> {
  const again = () => {
    let answers = 0;
    const socket = dial(service).on('close', () => setTimeout(again, 20));
    socket.on('data', (chunk) => {
      answers += chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
      if (answers >= count) socket.destroy();
    });
    socket.write(head(line, service).repeat(count));
    return socket;
  };
  await once(again(), 'data');
}

/** Several concurrent readers open the files of a link's pay statements (at most 100 files) again and again. */
async function openFiles(service: Attacked): Promise<void> {
  const api = clientOf({ ...service, pid: 0, data_dir: '', first_answer_ms: 0, stop: async () => undefined });
  const { link_id = '' } = await connectLink(api, await newUser(api));
  let files = await listFiles(api, service.url, link_id);
  while (files.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    files = await listFiles(api, service.url, link_id);
  }
  for (let reader = 0; reader < FILES_AT_ONCE; reader++) {
    void (async () => {
      for (let at = reader; ; at++) await fetch(files[at % files.length] ?? '').then((answer) => answer.arrayBuffer());
    })();
  }
}

/**
 * Returns the URLs of the files. The server's address in each URL is replaced by `url`, because a service on a random
 * free port cannot determine its own address.
 */
async function listFiles(api: Api, url: string, link_id: string): Promise<string[]> {
  const { results = [] } = await api.get(`/v1/links/${link_id}/statements/?page_size=100`);
  return results.flatMap(({ file }) => (file === undefined ? [] : [file.replace(/^https?:\/\/[^/]+/, url)]));
}

const [, script = '', name = ''] = process.argv;
if (script.endsWith('attacks.ts')) {
  process.on('SIGTERM', () => process.exit(0));
  await ATTACKS[name]?.({
    url: process.env['ATTACKED_URL'] ?? '',
    client_id: process.env['ATTACKED_CLIENT_ID'] ?? '',
    secret: process.env['ATTACKED_SECRET'] ?? '',
  });
  console.log('under way');
}
