// Opens connections to targets that clients chose, with SSRF protection. The host name is resolved once, and all its
// addresses are checked. The connection is then made to one of the checked addresses, so DNS rebinding after the check
// has no effect.
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { type AddressPolicy, addressesFault, type Lookup } from './addresses.ts';

export type Target = {
  readonly protocol: string;
  /** A host name, or an IP address without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The TLS session of the last connection. If the next connection resumes it, half of the handshake is saved. */
  session?: Buffer;
};

export type Guard = {
  readonly policy: AddressPolicy;
  readonly lookup: Lookup;
  readonly timeout_ms: number;
  /** A certificate authority that is trusted instead of the public certificate authorities. */
  readonly ca?: string;
};

export const FORBIDDEN_CODE = 'ERR_FORBIDDEN_ADDRESS';

/** The maximum number of addresses of a host name that are tried. Each attempt gets an equal share of the timeout. */
const ATTEMPTS_MAX = 4;

export async function guardedConnect(target: Target, guard: Guard, signal: AbortSignal): Promise<Socket> {
  const { hostname, protocol } = target;
  const addresses = isIP(hostname) === 0 ? await guard.lookup(hostname) : [hostname];
  if (addressesFault(addresses, protocol, guard.policy) !== undefined) throw failure(FORBIDDEN_CODE);
  const attempts = addresses.slice(0, ATTEMPTS_MAX);
  let fault: unknown = failure('ENOTFOUND');
  for (const address of attempts) {
    signal.throwIfAborted();
    try {
      return await dial(address, target, guard, guard.timeout_ms / attempts.length, signal);
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

function dial(address: string, target: Target, guard: Guard, limit_ms: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = target.protocol === 'https:';
    const socket = secure ? secureSocket(address, target, guard) : netConnect({ host: address, port: target.port });
    const giveUp = (): void => void socket.destroy(failure('ETIMEDOUT'));
    const timer = setTimeout(giveUp, limit_ms);
    const decide = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    };
    signal.addEventListener('abort', giveUp);
    socket.setNoDelay(true);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      decide();
      resolve(socket);
    });
    // This listener is never removed. Without it, an error between connecting and the first request would have no
    // listener.
    socket.on('error', (error) => {
      decide();
      reject(error);
    });
  });
}

/** Opens the connection to `address`. The host name is used only for SNI and for the certificate check. */
function secureSocket(address: string, target: Target, { ca }: Guard): Socket {
  const { hostname, port, session } = target;
  return tlsConnect({
    host: address,
    port,
    ...(isIP(hostname) === 0 ? { servername: hostname.replace(/\.$/, '') } : {}),
    ...(ca === undefined ? {} : { ca }),
    ...(session === undefined ? {} : { session }),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  }).on('session', (session) => {
    target.session = session;
  });
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });
