// A worker process like the service's own, with an additional prod provider. The provider is added here, because the
// service itself has only the prod providers that its operator has access to. The process reads its settings from
// environment variables, as the service does.
import { readSettings } from '#config.ts';
import { jobCtxFor } from '#services/platform/jobs.ts';
import { openHouse } from '#wiring.ts';
import { startWorker } from '#worker/loop.ts';
import { startTimers } from '#worker/timers.ts';
import { withProdPayroll } from './prod-payroll.ts';

const house = withProdPayroll(await openHouse(readSettings(process.env)));
const timers = startTimers(house);
await startWorker({
  queue: house.queue,
  ctxFor: (job) => jobCtxFor(house, job),
  log: house.log,
  concurrency_max: 30,
  readers: 1,
});
async function stop(): Promise<never> {
  await timers.stop();
  await house.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.stdout.write('It works in the background.\n');
