// The commands that read and replay a running service's events: `listen`, `events tail`, `webhooks list` and `webhooks
// replay`. They call the service over HTTP, as any client does, and never access its database.
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { newKeyBytes } from '#base/sealing.ts';
import { isUrl } from '#base/text.ts';
import { EVENT_TYPES } from '#domain/events/events.ts';
import { isSigningSecret, toSigningSecret } from '#domain/events/webhook-signatures.ts';
import { ENVIRONMENTS } from '#domain/platform/scope.ts';
import { OperatorError } from '#services/access/clients.ts';
import { type AccessOptions, environmentOf, readAccess } from './api-access.ts';
import { type Access, type Api, type LoggedEvent, openApi, type Webhook } from './api-client.ts';
import { fill, harmless } from './columns.ts';
import { followEvents, type Start } from './event-feed.ts';
import { subjectOf } from './event-text.ts';
import { listen, type View } from './listen.ts';
import { describeTrouble, type Opening, openJsonLines, openLines } from './listen-screen.ts';
import { openTable } from './listen-table.ts';

export function addEventCommands(program: Command, json: () => boolean): void {
  const events = program.command('events').description('the log of events of a running service');
  const webhooks = program.command('webhooks').description('the webhook endpoints of a running service');
  addListen(program, json);
  addTail(events, json);
  addList(webhooks, json);
  addReplay(webhooks, json);
}

type StartOptions = { fromStart?: true; after?: string };

type ListenOptions = AccessOptions & StartOptions & { forwardTo: string; events?: string; signingSecret?: string };

function addListen(program: Command, json: () => boolean): void {
  const command = program
    .command('listen')
    .description('forward the events of a running service to a receiver on this machine')
    .requiredOption('--forward-to <url>', 'where your receiver listens, such as http://localhost:3000/hook')
    .option('--events <kinds>', 'only these kinds, separated by commas')
    .option('--signing-secret <secret>', 'whsec_…; without it one is made and shown');
  withAccess(withStart(command)).action(async (options: ListenOptions) => {
    const { forwardTo: forward_to, signingSecret: signing_secret = toSigningSecret(newKeyBytes()) } = options;
    if (!isUrl(forward_to)) {
      throw new OperatorError(`"${forward_to}" is not an address that begins with http:// or https://`);
    }
    if (!isSigningSecret(signing_secret)) {
      throw new OperatorError('a signing secret is whsec_ and 24 to 64 bytes in base64');
    }
    const access = await accessOf(options);
    const { url, access_secret } = access;
    const view = openView(json(), { url, environment: environmentOf(access_secret), forward_to, signing_secret });
    const kinds = options.events === undefined ? undefined : options.events.split(',').map(toKind);
    await untilStopped(access, async (parts) => {
      await listen({ ...parts, start: startOf(options), kinds, forward_to, signing_secret, access_secret, view });
    });
  });
}

function openView(json: boolean, opening: Opening): View {
  if (json) return openJsonLines(process.stdout, opening);
  if (!process.stdout.isTTY) return openLines(process.stdout, opening);
  return openTable(process.stdout, opening, process.stdout.hasColors());
}

type TailOptions = AccessOptions &
  StartOptions & { eventType?: string; userId?: string; orderId?: string; linkId?: string; follow: boolean };

function addTail(events: Command, json: () => boolean): void {
  const command = events
    .command('tail')
    .description('print the events of a running service as they come')
    .addOption(new Option('--event-type <kind>', 'only this kind').choices(EVENT_TYPES))
    .option('--user-id <id>', 'only those of this user')
    .option('--order-id <id>', 'only those of this order')
    .option('--link-id <id>', 'only those of this link')
    .option('--no-follow', 'print what is in the log, from its start, and end');
  withAccess(withStart(command)).action(async (options: TailOptions) => {
    const { eventType, userId, orderId, linkId, follow } = options;
    const feed = {
      start: follow || options.after !== undefined ? startOf(options) : ('beginning' as const),
      kinds: eventType === undefined ? undefined : [eventType],
      filter: {
        ...(userId === undefined ? {} : { user_id: userId }),
        ...(orderId === undefined ? {} : { order_id: orderId }),
        ...(linkId === undefined ? {} : { link_id: linkId }),
      },
      follow,
      onSkipped: () => undefined,
      onReady: () => undefined,
      onTrouble: (message: string, retry_in_ms: number) =>
        void process.stderr.write(`vouch: ${describeTrouble(message, retry_in_ms)}\n`),
      onRecovery: () => undefined,
    };
    await untilStopped(await accessOf(options), async (parts) => {
      for await (const page of followEvents({ ...parts, ...feed })) {
        write(page.map((event) => (json() ? elementOf(event) : lineOf(event))).join('\n'));
      }
    });
  });
}

function addList(webhooks: Command, json: () => boolean): void {
  withAccess(webhooks.command('list').description('the endpoints and what they are told')).action(
    async (options: AccessOptions) => {
      const endpoints = await withApi(await accessOf(options), (api) => api.listWebhooks());
      if (json()) write(JSON.stringify(endpoints));
      else write(endpoints.length === 0 ? 'There are no webhook endpoints.' : describeWebhooks(endpoints));
    },
  );
}

type ReplayOptions = AccessOptions & { since: string; until?: string; eventType?: string; all?: true };

function addReplay(webhooks: Command, json: () => boolean): void {
  const command = webhooks
    .command('replay <endpoint_id>')
    .description('send an endpoint once more what did not reach it')
    .requiredOption('--since <timestamp>', 'events from then on, such as 2026-03-01T12:00:00Z')
    .option('--until <timestamp>', 'events up to then')
    .addOption(new Option('--event-type <kind>', 'only this kind').choices(EVENT_TYPES))
    .option('--all', 'also what it has taken already');
  withAccess(command).action(async (endpoint_id: string, options: ReplayOptions) => {
    const { since, until, eventType, all } = options;
    const replay = {
      created_at__gte: since,
      ...(until === undefined ? {} : { created_at__lte: until }),
      ...(eventType === undefined ? {} : { event_type: eventType }),
      only_failed: all !== true,
    };
    const replayed_count = await withApi(await accessOf(options), (api) => api.replayWebhook(endpoint_id, replay));
    const events = replayed_count === 1 ? 'event is' : 'events are';
    write(json() ? JSON.stringify({ replayed_count }) : `${replayed_count} ${events} on the way once more.`);
  });
}

const withStart = (command: Command): Command =>
  command
    .addOption(new Option('--from-start', 'begin with the oldest event of the log').conflicts('after'))
    .option('--after <cursor>', 'begin behind this event');

const withAccess = (command: Command): Command =>
  command
    .option('--url <url>', 'where the service is; without it where the settings say')
    .option('--client-id <id>', 'as whom; without it VOUCH_CLIENT_ID')
    .option('--access-secret <secret>', 'with which secret; without it VOUCH_ACCESS_SECRET')
    .addOption(
      new Option('--env <environment>', 'which secret of credentials.json; without it sandbox').choices(ENVIRONMENTS),
    );

function startOf({ fromStart, after }: StartOptions): Start {
  if (after !== undefined) return { after };
  return fromStart === true ? 'beginning' : 'now';
}

function toKind(text: string): string {
  const kind = EVENT_TYPES.find((one) => one === text.trim());
  if (kind === undefined) throw new OperatorError(`"${text.trim()}" is not an event (${EVENT_TYPES.join(', ')})`);
  return kind;
}

const accessOf = (options: AccessOptions): Promise<Access> => readAccess(options, process.env);

async function withApi<T>(access: Access, work: (api: Api) => Promise<T>): Promise<T> {
  const api = openApi(access);
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

type Parts = { api: Api; signal: AbortSignal; pause(ms: number): Promise<void> };

/** Runs `work` until Ctrl-C, SIGTERM, or until the reader of our output closes the pipe. */
async function untilStopped(access: Access, work: (parts: Parts) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const { signal } = stopping;
  const stops = ['SIGINT', 'SIGTERM'] as const;
  for (const name of stops) process.once(name, stop);
  process.stdout.on('error', stop);
  // Aborting the signal ends the pause without an error.
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  try {
    await withApi(access, (api) => work({ api, signal, pause }));
  } finally {
    for (const name of stops) process.off(name, stop);
    // The last write may still fail in this turn of the event loop, so the listener is removed in the next turn.
    setImmediate(() => process.stdout.off('error', stop));
  }
}

/** The payload's own bytes on one line. Line breaks occur only between JSON values, so spaces can replace them. */
function elementOf({ cursor, event_type, created_at, body }: LoggedEvent): string {
  const head = JSON.stringify({ cursor, event_type, created_at });
  return `${head.slice(0, -1)},"payload":${body.replaceAll(/[\r\n]/g, ' ')}}`;
}

const lineOf = (event: LoggedEvent): string =>
  `${harmless(event.created_at)}  ${fill(harmless(event.event_type), KIND_WIDTH)}  ${subjectOf(event)}`;

const KIND_WIDTH = Math.max(...EVENT_TYPES.map(({ length }) => length));

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

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
