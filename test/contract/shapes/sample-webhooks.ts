// Sample responses with webhooks: contract, section 20. The event payload is the contract's own example.
import { ID, type Samples, TS, URL, under } from './sample.ts';
import { eventLog, newWebhook, replayed, webhook, webhookRequests } from './webhooks.ts';
import { page } from './words.ts';

const WEBHOOK = {
  id: ID,
  name: 'Loans',
  webhook_url: URL,
  events: ['task-status-updated', 'order-finalized'],
  env_type: 'sandbox',
  enabled: false,
  created_at: TS,
  updated_at: TS,
  disabled_reason: 'Nothing came through.',
};

const PAYLOAD = {
  webhook_id: ID,
  event_type: 'task-status-updated',
  event_created_at: TS,
  updated_at: TS,
  user_id: ID,
  template_id: null,
  task_id: ID,
  link_id: ID,
  product: 'income',
  data_source: 'payroll',
  tracking_info: 'loan-17',
  status: 'done',
  order_id: null,
  error_message: null,
};
const PAYLOAD_NULLABLE = 'template_id tracking_info order_id error_message';

export const WEBHOOK_SAMPLES: Samples = {
  'Webhook, created (20.1)': {
    shape: newWebhook,
    value: { ...WEBHOOK, signing_secret: `whsec_${'A'.repeat(43)}=` },
    nullable: 'disabled_reason',
  },
  'page of Webhook (20.1)': {
    shape: page(webhook),
    value: { count: 26, next: URL, previous: URL, results: [WEBHOOK] },
    nullable: 'next previous results.disabled_reason',
  },
  'delivery log (20.6)': {
    shape: webhookRequests,
    value: {
      next: URL,
      previous: null,
      results: [
        {
          webhook_id: ID,
          event_type: 'task-status-updated',
          event_created_at: TS,
          status_code: 503,
          error_message: 'The endpoint answered 503.',
          webhook_payload: PAYLOAD,
          webhook_url: URL,
          id: ID,
          endpoint_id: ID,
          attempt: 1,
          state: 'waiting',
          sent_at: TS,
          duration_ms: 41,
          next_attempt_at: TS,
        },
      ],
    },
    nullable: `next previous ${under('results', 'status_code error_message next_attempt_at')} ${under(
      'results.webhook_payload',
      PAYLOAD_NULLABLE,
    )}`,
  },
  'replayed (20.1)': { shape: replayed, value: { replayed_count: 17 }, nullable: '' },
  'event log (20.7)': {
    shape: eventLog,
    value: {
      next_cursor: 'ZTE3',
      results: [{ cursor: 'ZTE3', event_type: 'task-status-updated', created_at: TS, payload: PAYLOAD }],
    },
    nullable: `next_cursor ${under('results.payload', PAYLOAD_NULLABLE)}`,
  },
};
