// A process that starts an embedded server, for tests in which several processes share a data folder. The process prints
// the server's URL. It stops the server when its input ends.
import { startEmbedded } from '#storage/platform/embedded/embedded.ts';

const [data_dir = ''] = process.argv.slice(2);
const server = await startEmbedded({ data_dir, log: () => undefined });
process.stdout.write(server.url());
process.stdin.on('end', () => void server.stop()).resume();
