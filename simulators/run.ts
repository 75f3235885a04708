// Starts one simulator in this process: `tsx simulators/run.ts plaid --port 4102 --seed 7`. It prints its address and
// runs until the process is ended.
import { parseArgs } from 'node:util';
import type { SimOptions, Simulator } from './kit/server.ts';

const KINDS: Readonly<Record<string, (options: SimOptions) => Promise<Simulator>>> = {
  simplefin: async (options) => (await import('./simplefin/server.ts')).startSimplefin(options),
  plaid: async (options) => (await import('./plaid/server.ts')).startPlaid(options),
  argyle: async (options) => (await import('./argyle/server.ts')).startArgyle(options),
  finch: async (options) => (await import('./finch/server.ts')).startFinch(options),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, seed: { type: 'string' }, now: { type: 'string' } },
});
const start = KINDS[positionals[0] ?? ''];
if (start === undefined) {
  process.stderr.write(`Name one of the simulators: ${Object.keys(KINDS).join(', ')}.\n`);
  process.exitCode = 2;
} else {
  const simulator = await start({
    ...(values.port === undefined ? {} : { port: Number(values.port) }),
    ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
    ...(values.now === undefined ? {} : { now: new Date(values.now) }),
  });
  process.stdout.write(`${simulator.url}\n`);
}
