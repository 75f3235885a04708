// `vouch webhooks` lists the webhook endpoints of a running service and resends events to them. The commands call the
// service over HTTP, as any client does.
import { type Command, Option } from 'commander';
import { EVENT_TYPES } from '#domain/events/events.ts';
import { type AccessOptions, readAccess, withAccess } from './api-access.ts';
import { type Webhook, withApi } from './api-client.ts';
import { harmless } from './columns.ts';
import { explained, type Print, required } from './command-parts.ts';

export function addWebhookCommands(program: Command, print: Print): void {
  const webhooks = explained(
    program.command('webhooks'),
    'Lists the webhook endpoints of a running service and resends events to them.',
    'webhooks list',
  );
  addList(webhooks, print);
  addReplay(webhooks, print);
}

function addList(webhooks: Command, print: Print): void {
  const command = explained(
    webhooks.command('list'),
    'Lists webhook endpoints with their state and the events they receive.',
    'webhooks list --env prod',
  );
  withAccess(command).action(async (options: AccessOptions) => {
    const endpoints = await withApi(await readAccess(options, process.env), (api) => api.listWebhooks());
    print(endpoints, endpoints.length === 0 ? 'There are no webhook endpoints.' : describeWebhooks(endpoints));
  });
}

type ReplayOptions = AccessOptions & { since: string; until?: string; eventType?: string; all?: true };

function addReplay(webhooks: Command, print: Print): void {
  const command = required(
    explained(
      webhooks.command('replay <endpoint_id>'),
      'Resends the events that did not reach an endpoint.',
      'webhooks replay ENDPOINT_ID --since 2026-03-01T12:00:00Z',
    ),
    '--since <timestamp>',
    'resend events from this time on, such as 2026-03-01T12:00:00Z',
  )
    .option('--until <timestamp>', 'resend events up to this time')
    .addOption(new Option('--event-type <kind>', 'only events of this type').choices(EVENT_TYPES))
    .option('--all', 'also resend events that the endpoint has received');
  withAccess(command).action(async (endpoint_id: string, options: ReplayOptions) => {
    const { since, until, eventType, all } = options;
    const replay = {
      created_at__gte: since,
      ...(until === undefined ? {} : { created_at__lte: until }),
      ...(eventType === undefined ? {} : { event_type: eventType }),
      only_failed: all !== true,
    };
    const replayed_count = await withApi(await readAccess(options, process.env), (api) =>
      api.replayWebhook(endpoint_id, replay),
    );
    const events = replayed_count === 1 ? 'event is' : 'events are';
    print({ replayed_count }, `${replayed_count} ${events} being resent.`);
  });
}

function describeWebhooks(endpoints: readonly Webhook[]): string {
  return endpoints
    .map(({ id, name, webhook_url, events, enabled, disabled_reason }) => {
      const subscribed = events.length === EVENT_TYPES.length ? 'all events' : events.join(', ');
      const state = enabled ? 'enabled' : 'disabled';
      const reason = disabled_reason === null ? '' : `  (${disabled_reason})`;
      return harmless(`${id}  ${state.padEnd(8)}  ${webhook_url}  ${name}: ${subscribed}${reason}`);
    })
    .join('\n');
}
