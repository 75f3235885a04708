// Counters and durations that the layers below the API measure, for `/metrics`. There is one registry in each process,
// just as there is one log.
import { Counter, Histogram, Registry } from 'prom-client';

export const measures = new Registry();

const registers = [measures];

export const connectorSteps = new Histogram({
  name: 'vouch_connector_step_duration_seconds',
  help: 'Duration of connector steps by provider and outcome (ok, or the status of the failure).',
  labelNames: ['provider', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers,
});

export const webhookAttempts = new Histogram({
  name: 'vouch_webhook_attempt_duration_seconds',
  help: 'Duration of webhook attempts by the resulting state of the delivery (delivered, waiting, dead).',
  labelNames: ['state'],
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10],
  registers,
});

/**
 * Counts the rate limiter's decisions, by outcome. `process` counts decisions made in this process. `database` counts
 * decisions made in the database. The counts are plain numbers, because every request increments one of them. The
 * counter below copies them when the metrics are read.
 */
export const limiterDecisions = {
  process: { admitted: 0, refused: 0 },
  database: { admitted: 0, refused: 0 },
};

measures.registerMetric(
  new Counter({
    name: 'vouch_limiter_decisions_total',
    help: 'Limiter decisions on requests, by where they were made (process, database) and outcome (admitted, refused).',
    labelNames: ['where', 'outcome'],
    registers: [],
    collect() {
      this.reset();
      for (const [where, outcomes] of Object.entries(limiterDecisions)) {
        for (const [outcome, number] of Object.entries(outcomes)) this.inc({ where, outcome }, number);
      }
    },
  }),
);

export const computeWork = new Histogram({
  name: 'vouch_compute_duration_seconds',
  help: 'Duration of reports, PDFs and other heavy work, by name and thread (main, worker), including waiting time.',
  labelNames: ['work', 'thread'],
  buckets: [0.005, 0.025, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20],
  registers,
});

export const filesRead = new Counter({
  name: 'vouch_document_files_total',
  help: 'Uploaded files that have got their final status, by environment and status.',
  labelNames: ['environment', 'status'],
  registers,
});
