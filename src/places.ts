// Checks, before anything is started, that the service can use its port and its data folder. If it cannot, startup
// fails within a second with a message that names the setting to change.
import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { SettingError, type Settings } from './config.ts';

export async function checkPlaces(settings: Settings): Promise<void> {
  await checkFolder(settings.VOUCH_DATA_DIR);
  const { HOST, PORT, VOUCH_HEALTH_PORT } = settings;
  if (settings.VOUCH_ROLE !== 'worker') await checkPort('PORT', HOST, PORT);
  else if (VOUCH_HEALTH_PORT !== undefined) await checkPort('VOUCH_HEALTH_PORT', HOST, VOUCH_HEALTH_PORT);
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new SettingError(`VOUCH_DATA_DIR: ${folder} cannot be used (${codeOf(cause)})`, { cause });
  }
}

async function checkPort(name: string, host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, resolve);
    });
    await new Promise((resolve) => server.close(resolve));
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'EADDRINUSE') {
      throw new SettingError(
        `${name}: another program is listening on ${port}; set a different port, such as ${name}=${port + 1}`,
        {
          cause,
        },
      );
    }
    throw new SettingError(
      code === 'EACCES' ? `${name}: only root may use port ${port}` : `HOST: cannot listen on ${host} (${code})`,
      { cause },
    );
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
