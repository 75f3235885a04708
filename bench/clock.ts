// Measures moves of a sandbox clock. A timer is due at a time on its client's clock, so a move writes only the clock
// and the timers that become due. A move must therefore take as long with many timers as with few.
import { newId } from '#base/ids.ts';
import { ENVIRONMENTS, type Scope } from '#domain/platform/scope.ts';
import { createClient } from '#services/access/clients.ts';
import { newKeyHeaders, openStorage, type Storage } from './list-data.ts';
import type { Service } from './service.ts';
import { atMost, type Figure, median, progress } from './table.ts';

const FEW = 1_000;
const MANY = 600_000;
/** The number of timers that one long move fires. */
const DUE = 2_000;
const PER_STATEMENT = 20_000;
const MOVES = 40;
const BOUND = 1.3;
const HOUR_SECONDS = 3_600;

type Owner = { readonly scope: Scope; readonly headers: Record<string, string>; readonly times_ms: number[] };

export async function benchClock(service: Service): Promise<Figure[]> {
  const storage = await openStorage(service);
  try {
    const few = await ownerOf(storage, FEW);
    const many = await ownerOf(storage, MANY);
    // The two clients take turns, so that a slow moment of the machine affects both alike.
    for (let move = 0; move < MOVES; move++) {
      for (const owner of [few, many]) owner.times_ms.push(await advance(service, owner, 60));
    }
    const [few_ms, many_ms] = [median(few.times_ms), median(many.times_ms)];
    const [few_due_ms, many_due_ms] = [
      await advance(service, few, 2 * HOUR_SECONDS),
      await advance(service, many, 2 * HOUR_SECONDS),
    ];
    return [
      toFigure(`a clock move that fires nothing, ${MANY} timers against ${FEW}`, many_ms, few_ms),
      toFigure(`a clock move that fires ${DUE} timers, of ${MANY + DUE} against ${FEW + DUE}`, many_due_ms, few_due_ms),
    ];
  } finally {
    await storage.close();
  }
}

const toFigure = (name: string, ours_ms: number, baseline_ms: number): Figure => ({
  ...atMost(name, ours_ms / baseline_ms, BOUND, '×', `${baseline_ms.toFixed(1)} ms`),
  ours: `${ours_ms.toFixed(1)} ms`,
});

/**
 * Creates a client with `timers` timers that are due in a year or later, and `DUE` timers that are due within two
 * hours.
 */
async function ownerOf({ parts, patient }: Storage, timers: number): Promise<Owner> {
  const { id: client_id } = await createClient(parts, `clock: ${timers} timers ${newId()}`);
  const scope: Scope = { client_id, environment: ENVIRONMENTS[0] };
  const say = progress();
  const insert = (count: number, due: string) =>
    patient.query(
      `insert into vouch.timers (client_id, environment, id, kind, subject_id, due_at, fires_at)
       select $1, $2, id, 'order_reminder', id, due_at, due_at
       from (select replace(gen_random_uuid()::text, '-', '') as id, ${due} as due_at from generate_series(1, $3)) n`,
      [client_id, scope.environment, count],
    );
  for (let made = 0; made < timers; made += PER_STATEMENT) {
    await insert(Math.min(PER_STATEMENT, timers - made), `now() + interval '1 year' + random() * interval '1 year'`);
    say(`${made} of ${timers} timers`);
  }
  await insert(DUE, `now() + interval '1 hour' + random() * interval '30 minutes'`);
  await patient.query('vacuum analyze vouch.timers');
  return { scope, headers: await newKeyHeaders(parts, scope), times_ms: [] };
}

async function advance(service: Service, { headers }: Owner, seconds: number): Promise<number> {
  const started_ms = performance.now();
  const response = await fetch(`${service.url}/v1/sandbox/clock/advance/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${answer}`);
  return performance.now() - started_ms;
}
