// HTTP servers on the loopback interface, with and without TLS, and the bodies of their requests.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';

export type TlsFiles = { key: string; certificate: string; ca: string };

export type Listener = { origin: string; close(): Promise<void> };

/** Starts a server on 127.0.0.1. Port 0 lets the system choose a port. */
export async function listen(onRequest: RequestListener, port: number, tls?: TlsFiles): Promise<Listener> {
  const server: Server =
    tls === undefined
      ? createServer(onRequest)
      : createTlsServer(
          { key: tls.key, cert: tls.certificate, ca: tls.ca, requestCert: true, rejectUnauthorized: false },
          onRequest,
        );
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const address: string | AddressInfo | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Reads the body of a request. Undefined if the body is too large. */
export async function readBody(message: IncomingMessage, bytes_max: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  for await (const chunk of message) {
    const piece = Buffer.from(chunk);
    size_bytes += piece.length;
    // If the body is too large, the rest of it is read and dropped. If we closed the connection instead, the client
    // would not see the answer.
    if (size_bytes <= bytes_max) chunks.push(piece);
  }
  return size_bytes > bytes_max ? undefined : Buffer.concat(chunks);
}
