// An S3-compatible server on this machine, in a separate process. It checks the signature of every request.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type S3Server = {
  /** The process id of the server. */
  pid: number | undefined;
  /** The value of VOUCH_FILES_URL for the server's bucket, or for another bucket or secret. */
  url(other?: { bucket?: string; secret?: string }): string;
  stop(): Promise<void>;
};

const require = createRequire(import.meta.url);

const BUCKET = 'vouch-files';
/** The server has one account, whose access key and secret are fixed. */
const ACCOUNT = 'S3RVER';
/** The module is CommonJS without types, so a short script starts it. The server ends when the test's process ends. */
const PROGRAM = `const [, Server, directory, name] = process.argv;
  process.stdin.resume().on('end', () => process.exit());
  new (require(Server))({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name }] })
    .run().then(({ port }) => console.log('port', port))`;

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'vouch-s3-'));
  const server = spawn(process.execPath, ['-e', PROGRAM, require.resolve('@20minutes/s3rver'), directory, BUCKET], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await portOf(server);
  return {
    pid: server.pid,
    url: ({ bucket = BUCKET, secret = ACCOUNT } = {}) =>
      `http://${ACCOUNT}:${secret}@127.0.0.1:${port}/${bucket}/files`,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the port, which the server prints when it starts to listen. */
async function portOf(server: ChildProcess): Promise<number> {
  let printed = '';
  return new Promise((resolve, reject) => {
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const port = /port (\d+)\n/.exec(printed)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    server.once('exit', () => reject(new Error(`the S3 server did not start: ${printed}`)));
  });
}
