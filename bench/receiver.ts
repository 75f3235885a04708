// A webhook receiver. It responds immediately, and records when each event first arrived.
import { createServer } from 'node:http';

const seen = new Map<string, number>();

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(request.url === '/seen' ? Object.fromEntries(seen) : { count: seen.size }));
    return;
  }
  const id = String(request.headers['webhook-id']);
  request.resume().on('end', () => {
    if (!seen.has(id)) seen.set(id, performance.timeOrigin + performance.now());
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listens on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
process.on('SIGTERM', () => process.exit(0));
