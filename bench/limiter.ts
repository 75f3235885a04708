// Measures the cost of the rate limiter while a client is far below its limit: decisions per second, compared with the
// same loop without a limiter.
import { newId } from '#base/ids.ts';
import { openLimiter } from '#services/access/limits.ts';
import { openDatabase } from '#storage/platform/db.ts';
import { startEmbedded } from '#storage/platform/embedded/embedded.ts';
import type { Service } from './service.ts';
import type { Figure } from './table.ts';

const DECISIONS = 200_000;

export async function benchLimiter(service: Service): Promise<Figure[]> {
  const embedded = await startEmbedded({ data_dir: service.data_dir, log: () => undefined });
  const database = openDatabase({ url: embedded.url(), role: 'vouch_app', connections_max: 4 });
  const limiter = openLimiter({ database });
  const scope = { client_id: service.client_id, environment: 'sandbox' } as const;
  const key_id = newId();
  try {
    const bare = await perSecond(async () => true);
    const free = await perSecond(async () => (await limiter.request(scope, key_id, 1_000_000_000)).admitted);
    const micros = 1e6 / free;
    return [
      {
        name: 'limiter, far from the limit',
        ours: `${Math.round(free)}/s`,
        baseline: `${Math.round(bare)}/s`,
        ratio: `${micros.toFixed(1)} µs`,
        bound: '≤ 20 µs',
        holds: micros <= 20,
      },
    ];
  } finally {
    await limiter.stop();
    await database.close();
  }
}

async function perSecond(decide: () => Promise<boolean>): Promise<number> {
  const started = performance.now();
  for (let i = 0; i < DECISIONS; i++) if (!(await decide())) throw new Error('refused');
  return DECISIONS / ((performance.now() - started) / 1000);
}
