// The commands that read the events of a running service: `listen` and `events tail`. These commands call the service
// over HTTP, as any client does, and never touch its database.
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { newKeyBytes } from '#base/sealing.ts';
import { isUrl } from '#base/text.ts';
import { EVENT_TYPES } from '#domain/events/events.ts';
import { isSigningSecret, toSigningSecret } from '#domain/events/webhook-signatures.ts';
import { OperatorError } from '#services/access/clients.ts';
import { type AccessOptions, environmentOf, readAccess, withAccess } from './api-access.ts';
import { type Access, type Api, type LoggedEvent, withApi } from './api-client.ts';
import { fill, harmless } from './columns.ts';
import { explained, required, wholeNumber } from './command-parts.ts';
import { followEvents, type Start } from './event-feed.ts';
import { subjectOf } from './event-text.ts';
import { listen, type View } from './listen.ts';
import { describeTrouble, type Opening, openJsonLines, openLines } from './listen-screen.ts';
import { openTable } from './listen-table.ts';

export function addEventCommands(program: Command, json: () => boolean): void {
  const events = explained(
    program.command('events'),
    'Reads the event log of a running service.',
    'events tail --last 20',
  );
  addListen(program, json);
  addTail(events, json);
}

type StartOptions = { fromStart?: true; after?: string };

type ListenOptions = AccessOptions & StartOptions & { forwardTo: string; events?: string; signingSecret?: string };

function addListen(program: Command, json: () => boolean): void {
  const command = required(
    explained(
      program.command('listen'),
      'Forwards the events of a running service to a receiver on this machine.',
      'listen --forward-to http://localhost:3000/hook',
    ),
    '--forward-to <url>',
    'where your receiver listens, such as http://localhost:3000/hook',
  )
    .option('--events <kinds>', 'only these event types, separated by commas')
    .option('--signing-secret <secret>', 'whsec_… (default: a new secret is created and shown)');
  withAccess(withStart(command)).action(async (options: ListenOptions) => {
    const { forwardTo: forward_to, signingSecret: signing_secret = toSigningSecret(newKeyBytes()) } = options;
    if (!isUrl(forward_to)) {
      throw new OperatorError(`"${forward_to}" is not an address that begins with http:// or https://`);
    }
    if (!isSigningSecret(signing_secret)) {
      throw new OperatorError('a signing secret must be whsec_ followed by 24 to 64 bytes in base64');
    }
    const access = await readAccess(options, process.env);
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
  StartOptions & {
    eventType?: string;
    userId?: string;
    orderId?: string;
    linkId?: string;
    last?: number;
    follow: boolean;
  };

/**
 * The maximum value of the option `--last`. There is a maximum, because the command keeps this number of events in
 * memory until the end of the log is reached.
 */
const LAST_MAX = 10_000;

function addTail(events: Command, json: () => boolean): void {
  const command = explained(
    events.command('tail'),
    'Prints the events of a running service as they occur.',
    'events tail --last 20 --event-type order-finalized',
  )
    .addOption(new Option('--event-type <kind>', 'only events of this type').choices(EVENT_TYPES))
    .option('--user-id <id>', 'only events of this user')
    .option('--order-id <id>', 'only events of this order')
    .option('--link-id <id>', 'only events of this link')
    .addOption(
      new Option('--last <number>', `begin with the newest events, 1 to ${LAST_MAX}`)
        .argParser(wholeNumber(1, LAST_MAX))
        .conflicts(['fromStart', 'after']),
    )
    .option(
      '--no-follow',
      'print the events already in the log, from its start or only the newest with --last, and stop',
    );
  withAccess(withStart(command)).action(async (options: TailOptions) => {
    const { eventType, userId, orderId, linkId, follow } = options;
    const feed = {
      start: tailStart(options),
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
    await untilStopped(await readAccess(options, process.env), async (parts) => {
      for await (const page of followEvents({ ...parts, ...feed })) {
        write(page.map((event) => (json() ? elementOf(event) : lineOf(event))).join('\n'));
      }
    });
  });
}

function tailStart({ last, follow, ...options }: TailOptions): Start {
  if (last !== undefined) return { last };
  return follow || options.after !== undefined ? startOf(options) : 'beginning';
}

const withStart = (command: Command): Command =>
  command
    .addOption(new Option('--from-start', 'begin with the oldest event of the log').conflicts('after'))
    .option('--after <cursor>', 'begin behind this event');

function startOf({ fromStart, after }: StartOptions): Start {
  if (after !== undefined) return { after };
  return fromStart === true ? 'beginning' : 'now';
}

function toKind(text: string): string {
  const kind = EVENT_TYPES.find((one) => one === text.trim());
  if (kind === undefined) throw new OperatorError(`"${text.trim()}" is not an event type (${EVENT_TYPES.join(', ')})`);
  return kind;
}

type Parts = { api: Api; signal: AbortSignal; pause(ms: number): Promise<void> };

/** Runs `work` until Ctrl-C or SIGTERM, or until the reader of our output closes the pipe. */
async function untilStopped(access: Access, work: (parts: Parts) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const { signal } = stopping;
  const stops = ['SIGINT', 'SIGTERM'] as const;
  for (const name of stops) process.once(name, stop);
  process.stdout.on('error', stop);
  // The pause ends without an error when the signal is aborted.
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  try {
    await withApi(access, (api) => work({ api, signal, pause }));
  } finally {
    for (const name of stops) process.off(name, stop);
    // The last write to stdout may still fail in this turn of the event loop. So the error listener is removed in the
    // next turn.
    setImmediate(() => process.stdout.off('error', stop));
  }
}

/**
 * Returns the event as one line of JSON. The bytes of the payload stay unchanged, except that spaces replace line
 * breaks. The replacement is safe, because line breaks occur only between JSON values.
 */
function elementOf({ cursor, event_type, created_at, body }: LoggedEvent): string {
  const head = JSON.stringify({ cursor, event_type, created_at });
  return `${head.slice(0, -1)},"payload":${body.replaceAll(/[\r\n]/g, ' ')}}`;
}

const lineOf = (event: LoggedEvent): string =>
  `${harmless(event.created_at)}  ${fill(harmless(event.event_type), KIND_WIDTH)}  ${subjectOf(event)}`;

const KIND_WIDTH = Math.max(...EVENT_TYPES.map(({ length }) => length));

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
