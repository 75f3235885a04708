// Finds a TCP port of loopback that no process uses, for servers that cannot choose a free port themselves.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The port is below the range from which the system takes ports for outgoing connections. So it also stays free while
 * its server restarts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening');
      await once(probe.close(), 'close');
      return port;
    } catch {
      // Another process uses this port, so the next one is tried.
    }
  }
}
