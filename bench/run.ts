// `npm run bench`: measures the service and a baseline server in the same run and prints the ratios, because absolute
// times vary between runs and machines. `npm run bench -- http lists` runs only the parts `http` and `lists`. `--record
// NAME` writes the figures to history.md. `--data DIR` uses that data folder and does not delete it, so that the lists
// are already filled in a second run. `--list-orders N` fills the lists with N orders instead of 1,000,000, and
// `--console-orders N` fills the client of the part `console` with N orders instead of 100,000. `--attacks TEXT` runs
// only those attacks on neighbours whose name contains TEXT. `--against DIR` compares this checkout with the checkout
// in DIR instead (against.ts). `npm ci` must have been run in DIR. `--rounds N` measures N rounds of both checkouts
// instead of 12.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAgainst } from './against.ts';
import { benchClock } from './clock.ts';
import { benchConnections } from './connections.ts';
import { benchConsole } from './console.ts';
import { record } from './history.ts';
import { benchHttp, benchMemory } from './http.ts';
import { benchLimiter } from './limiter.ts';
import { benchLists } from './lists.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchOrderBatches } from './order-batches.ts';
import { benchOrders } from './orders.ts';
import { removeData, type Service, startBenched } from './service.ts';
import { atMost, type Figure, printTable } from './table.ts';
import { benchWebhooks } from './webhooks.ts';

const PARTS: Record<string, (service: Service) => Promise<Figure[]>> = {
  http: benchHttp,
  connections: benchConnections,
  orders: benchOrders,
  'order-batches': benchOrderBatches,
  webhooks: benchWebhooks,
  memory: (service) => benchMemory(service, residentMb),
  limiter: benchLimiter,
  clock: benchClock,
  lists: (service) => benchLists(service, Number(options['list-orders'])),
  console: (service) => benchConsole(service, Number(options['console-orders'])),
  neighbours: (service) => benchNeighbours(service, options.attacks),
};

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    record: { type: 'string' },
    data: { type: 'string' },
    'list-orders': { type: 'string', default: '1000000' },
    'console-orders': { type: 'string', default: '100000' },
    attacks: { type: 'string', default: '' },
    against: { type: 'string' },
    rounds: { type: 'string', default: '12' },
  },
});
for (const cwd of ['.', ...(options.against === undefined ? [] : [options.against])]) {
  const build = spawnSync(process.execPath, ['--import', 'tsx', 'tools/build.ts'], { stdio: 'inherit', cwd });
  if (build.status !== 0) process.exit(1);
}
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node.js ${process.version}`);

const figures =
  options.against === undefined
    ? await benchParts()
    : await benchAgainst(options.against, wanted, Number(options.rounds));
printTable(figures);
if (options.record !== undefined && options.against === undefined) record(options.record, figures);
if (figures.some(({ holds }) => !holds)) process.exitCode = 1;

async function benchParts(): Promise<Figure[]> {
  const first = await startBenched(options.data);
  await first.stop();
  let service = await startBenched(first.data_dir);
  const figures = [
    atMost('first start, to the first answer', first.first_answer_ms / 1000, 3, 's'),
    atMost('later start, to the first answer', service.first_answer_ms / 1000, 1.5, 's'),
  ];
  try {
    for (const [name, part] of Object.entries(PARTS)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      console.log(`▸ ${name}`);
      figures.push(...(await part(service)));
      // Each part of the benchmark gets a new service process, which has nothing in memory from the previous part. The
      // data folder stays the same.
      await service.stop();
      service = await startBenched(first.data_dir);
    }
  } finally {
    await service.stop();
    if (options.data === undefined) removeData(first.data_dir);
  }
  return figures;
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
