// Metrics for Prometheus.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { measures } from '#base/measures.ts';
import { PROVIDER_STATUSES, type ProviderMeasures } from '#domain/connections/providers.ts';
import type { Environment } from '#domain/platform/scope.ts';
import type { CoveredPress, Device, Reached } from '#domain/widget/widget-events.ts';
import { removalsLeft } from '#services/documents/stored-files.ts';
import { webhookBacklog } from '#services/events/webhook-backlog.ts';
import type { House } from '#services/house.ts';
import { faultCounts } from '#services/platform/process-faults.ts';
import { timerTroubles } from '#services/platform/timers.ts';

export type Metrics = {
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  countSteps(environment: Environment, device: Device, steps: readonly Reached[]): void;
  countCovered(environment: Environment, presses: readonly CoveredPress[]): void;
  text(): Promise<string>;
};

type Measured = Pick<House, 'queue' | 'database' | 'clock' | 'compute' | 'reader' | 'provider_health'>;

export function openMetrics(house: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'vouch_http_request_duration_seconds',
    help: 'Duration of requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // A histogram has one child for each combination of labels. Looking up a child takes longer than observing a value,
  // so the children are cached.
  const children = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  gaugesOf(registry, house);
  const steps_reached = new Counter({
    name: 'vouch_widget_steps_total',
    help: 'Steps that people reached in the widget, each counted once per token and provider.',
    labelNames: ['environment', 'step', 'provider', 'device'],
    registers: [registry],
  });
  const covered_presses = new Counter({
    name: 'vouch_widget_covered_presses_total',
    help: 'Presses in the widget while its frame was covered or not fully visible.',
    labelNames: ['environment', 'control', 'outcome'],
    registers: [registry],
  });
  return {
    countCovered(environment, presses) {
      for (const { control, outcome } of presses) covered_presses.labels(environment, control, outcome).inc();
    },
    countSteps(environment, device, steps) {
      for (const { step, provider_id } of steps) steps_reached.labels(environment, step, provider_id, device).inc();
    },
    observeRequest(method, route, status, seconds) {
      const name = `${method} ${route} ${status}`;
      let child = children.get(name);
      if (child === undefined) {
        child = requests.labels(method, route, String(status));
        children.set(name, child);
      }
      child.observe(seconds);
    },
    text: () => Registry.merge([registry, measures]).metrics(),
  };
}

type Reading = readonly [labels: readonly string[], value: number];

/**
 * The gauges are read at each scrape. A gauge that cannot be read is omitted, so that the other metrics are still
 * returned while the database is down.
 */
function gaugesOf(registry: Registry, house: Measured): void {
  const { queue, database, clock, compute, reader, provider_health } = house;
  const gauge = (name: string, help: string, labelNames: string[], read: () => Promise<readonly Reading[]>): void => {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        gauge.reset();
        for (const [labels, value] of await read().catch(() => [])) gauge.labels(...labels).set(value);
      },
    });
  };
  gauge('vouch_jobs', 'Background jobs by name and state, across all processes.', ['job', 'state'], async () =>
    (await queue.stats()).flatMap(({ name, ready, deferred, active, dead }) =>
      Object.entries({ ready, deferred, active, dead }).map(([state, count]) => [[name, state], count] as const),
    ),
  );
  gauge('vouch_jobs_ready_seconds', 'How long the oldest ready job has been ready, by name.', ['job'], async () =>
    (await queue.stats()).map(({ name, ready_seconds_max }) => [[name], ready_seconds_max]),
  );
  gauge(
    'vouch_timers',
    'Timers that failed: failing timers are retried, dead timers are no longer retried.',
    ['state'],
    async () => {
      const { failing, dead } = await timerTroubles({ database, clock });
      return [
        [['failing'], failing],
        [['dead'], dead],
      ];
    },
  );
  gauge('vouch_timers_late_seconds', 'How long the oldest due timer has been due.', [], async () => [
    [[], (await timerTroubles({ database, clock })).late_seconds_max],
  ]);
  gauge(
    'vouch_webhook_deliveries_waiting',
    'Deliveries waiting for an attempt, counted up to 100,000.',
    [],
    async () => [[[], (await webhookBacklog({ database, clock })).waiting]],
  );
  gauge('vouch_webhook_deliveries_late_seconds', 'How long the oldest due delivery has been due.', [], async () => [
    [[], (await webhookBacklog({ database, clock })).late_seconds_max],
  ]);
  gauge(
    'vouch_process_faults_total',
    'Uncaught errors, each of which stopped a process; across all processes, including earlier ones.',
    ['kind'],
    async () => (await faultCounts({ database })).map(({ kind, count }) => [[kind], count]),
  );
  gauge(
    'vouch_database_connections',
    'Database connections of this process: in use and maximum.',
    ['state'],
    async () => {
      const { in_use, connections_max } = database.load();
      return [
        [['in_use'], in_use],
        [['max'], connections_max],
      ];
    },
  );
  gauge(
    'vouch_database_waiting',
    'Requests and jobs of this process that are waiting for a database connection.',
    [],
    async () => [[[], database.load().waiting]],
  );
  gauge('vouch_compute_waiting', 'Heavy computations of this process that are waiting for a thread.', [], async () => [
    [[], compute.load().waiting],
  ]);
  gauge('vouch_readers', 'Readers of uploaded files in this process: busy and maximum.', ['state'], async () => {
    const { busy, max } = reader.load();
    return [
      [['busy'], busy],
      [['max'], max],
    ];
  });
  gauge(
    'vouch_provider_status',
    'The status of each live provider: 1 for the status it has, 0 for the others.',
    ['provider', 'status'],
    async () =>
      [...(await provider_health())].flatMap(([id, { status }]) =>
        PROVIDER_STATUSES.map((one) => [[id, one], one === status ? 1 : 0] as const),
      ),
  );
  const measured = async (valuesOf: (measured: ProviderMeasures) => readonly Reading[]): Promise<Reading[]> =>
    [...(await provider_health())].flatMap(([id, { measured }]) =>
      valuesOf(measured).map(([labels, value]) => [[id, ...labels], value] as const),
    );
  const ofTasks = "of a live provider's newest 1,000 tasks of the last 24 hours";
  gauge('vouch_provider_success_ratio', `Share ${ofTasks} that it served.`, ['provider'], () =>
    measured(({ success_ratio }) => (success_ratio === null ? [] : [[[], success_ratio]])),
  );
  gauge('vouch_provider_login_failure_ratio', `Share ${ofTasks} in which it refused the login.`, ['provider'], () =>
    measured(({ login_failure_ratio }) => (login_failure_ratio === null ? [] : [[[], login_failure_ratio]])),
  );
  gauge(
    'vouch_provider_task_seconds',
    `How long the steps of a task took, as quantiles ${ofTasks}.`,
    ['provider', 'quantile'],
    () =>
      measured(({ seconds }) =>
        seconds === null
          ? []
          : [
              [['0.5'], seconds.median],
              [['0.95'], seconds.p95],
            ],
      ),
  );
  gauge(
    'vouch_file_removals',
    'Contents of files that should be gone: due for removal, and removals that failed and are tried again.',
    ['state'],
    async () => {
      const { due, failing } = await removalsLeft({ database, clock });
      return [
        [['due'], due],
        [['failing'], failing],
      ];
    },
  );
}
