// Metrics for Prometheus.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Environment } from '#domain/platform/scope.ts';
import type { CoveredPress, Device, Reached } from '#domain/widget/widget-events.ts';
import type { House } from '#services/house.ts';
import { faultCounts } from '#services/platform/process-faults.ts';
import { timerTroubles } from '#services/platform/timers.ts';

export type Metrics = {
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  countSteps(environment: Environment, device: Device, steps: readonly Reached[]): void;
  countCovered(environment: Environment, presses: readonly CoveredPress[]): void;
  text(): Promise<string>;
};

export function openMetrics({ queue, database }: Pick<House, 'queue' | 'database'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'vouch_http_request_duration_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // Looking up the child of a histogram takes longer than observing a value with it.
  const children = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  const jobs = new Gauge({
    name: 'vouch_jobs',
    help: 'Background jobs by name and state, over all processes.',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      // Without the database there are no job counts, but the other metrics still work.
      for (const { name, ready, deferred, active, dead } of await queue.stats().catch(() => [])) {
        for (const [state, count] of Object.entries({ ready, deferred, active, dead }))
          jobs.labels(name, state).set(count);
      }
    },
  });
  const timers = new Gauge({
    name: 'vouch_timers',
    help: 'Timers that failed: failing ones are tried again, dead ones were given up.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await timerTroubles(database).catch(() => ({}));
      for (const [state, count] of Object.entries(counts)) timers.labels(state).set(count);
    },
  });
  const faults = new Gauge({
    name: 'vouch_process_faults_total',
    help: 'Faults that nothing caught, each of which stopped a process; over all processes, also earlier ones.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      for (const { kind, count } of await faultCounts({ database }).catch(() => [])) faults.labels(kind).set(count);
    },
  });
  const steps_reached = new Counter({
    name: 'vouch_widget_steps_total',
    help: 'How far people got in the widget, each step once per token and provider.',
    labelNames: ['environment', 'step', 'provider', 'device'],
    registers: [registry],
  });
  const covered_presses = new Counter({
    name: 'vouch_widget_covered_presses_total',
    help: 'Presses in the widget while something lay over its frame, or it was not fully visible.',
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
    text: () => registry.metrics(),
  };
}
