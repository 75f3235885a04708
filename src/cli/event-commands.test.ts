import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeVouch, startFakeVouch, startReceiver, webhookId } from '#test/fake-vouch.ts';
import { addEventCommands } from './event-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';

let vouch: FakeVouch;
/** The captured output, and a hook that runs on each write. */
let written: string;
let onWrite: (text: string) => void;
beforeEach(async () => {
  vouch = await startFakeVouch();
  written = '';
  onWrite = () => undefined;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    onWrite(written);
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await vouch.close();
});

/** Runs one command against the fake service and returns the printed lines. */
async function run(...args: string[]): Promise<string[]> {
  const program = new Command('vouch').option('--json').exitOverride();
  const json = () => program.opts<{ json?: true }>().json === true;
  addEventCommands(program, json);
  addWebhookCommands(program, (value, text) => process.stdout.write(`${json() ? JSON.stringify(value) : text}\n`));
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  }
  const { url, client_id, access_secret } = vouch.access;
  const access = ['--url', url, '--client-id', client_id, '--access-secret', access_secret];
  await program.parseAsync([...args, ...access], { from: 'user' });
  return written.trimEnd().split('\n');
}

/** Sends SIGINT as soon as the output of the command contains `text`. */
const stopAt = (text: string) => {
  onWrite = (all) => void (all.includes(text) && process.emit('SIGINT'));
};

describe('vouch events tail', () => {
  test('--no-follow prints the whole log and ends', async () => {
    vouch.add(501);
    vouch.add(1, 'task-status-updated', `,"status":"done","task_id":"${'7'.repeat(32)}"`);
    const lines = await run('events', 'tail', '--no-follow');
    expect(lines).toHaveLength(502);
    expect(lines.at(-1)).toBe(`2026-03-01T12:00:03Z  task-status-updated      done task ${'7'.repeat(32)}`);
  });

  test('--json prints one event per line, with the payload byte for byte', async () => {
    vouch.add(1, 'link-connected', ', "amount":1.0');
    expect(await run('events', 'tail', '--no-follow', '--json')).toEqual([
      `{"cursor":"1","event_type":"link-connected","created_at":"2026-03-01T12:00:03Z","payload":{"webhook_id":"${webhookId('1')}","event_type":"link-connected", "amount":1.0}}`,
    ]);
  });

  test('--json prints each payload on one line, even if it contains line breaks', async () => {
    vouch.add(1, 'link-connected', '\n,\r\n"name":"a\\nb"');
    const [line = '', ...rest] = await run('events', 'tail', '--no-follow', '--json');
    expect(rest).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ payload: { name: 'a\nb' } });
  });

  test('`events tail` passes its filters to the API as query parameters', async () => {
    vouch.add(1);
    const filters = ['--event-type', 'link-connected', '--user-id', 'u', '--order-id', 'o', '--link-id', 'l'];
    await run('events', 'tail', '--no-follow', '--after', '0', ...filters);
    expect(vouch.asked.map(({ path, query }) => [path, query])).toEqual([
      [
        '/v1/events/',
        { after: '0', limit: '500', event_type: 'link-connected', user_id: 'u', order_id: 'o', link_id: 'l' },
      ],
    ]);
    await expect(run('events', 'tail', '--event-type', 'link-lost')).rejects.toThrow('Allowed choices are');
  });

  test.for([
    [3, ['502', '503', '504']],
    [1, ['504']],
    [600, Array.from({ length: 504 }, (_, at) => String(at + 1))],
  ] as const)(
    'vouch events tail --last %i --no-follow prints at most the requested number of the newest events, in the order of the log',
    async ([last, cursors]) => {
      vouch.add(504);
      const lines = await run('events', 'tail', '--last', String(last), '--no-follow', '--json');
      expect(lines.map((line) => JSON.parse(line).cursor)).toEqual(cursors);
    },
  );

  test('--last counts only events that match the filter; if the log is empty, the command prints nothing', async () => {
    expect(await run('events', 'tail', '--last', '2', '--no-follow')).toEqual(['']);
    vouch.add(3, 'link-deleted');
    vouch.add(2);
    const lines = await run('events', 'tail', '--last', '2', '--event-type', 'link-deleted', '--no-follow', '--json');
    expect(lines.map((line) => JSON.parse(line).cursor)).toEqual(['2', '3']);
  });

  test('--last prints the newest events and then follows the log, without missing or repeating an event', async () => {
    vouch.add(3);
    let is_added = false;
    onWrite = (all) => {
      if (!is_added) vouch.add(2);
      is_added = true;
      if (all.includes('"cursor":"5"')) process.emit('SIGINT');
    };
    const lines = await run('events', 'tail', '--last', '2', '--json');
    expect(lines.map((line) => JSON.parse(line).cursor)).toEqual(['2', '3', '4', '5']);
  });

  test.for([
    [['--last', '0'], 'It must be a whole number from 1 to 10000.'],
    [['--last', '10001'], 'It must be a whole number from 1 to 10000.'],
    [['--last', '5', '--from-start'], 'cannot be used with'],
    [['--last', '5', '--after', '1'], 'cannot be used with'],
  ] as const)('vouch events tail rejects the options %j', async ([args, message]) => {
    await expect(run('events', 'tail', ...args)).rejects.toThrow(message);
  });

  test('--from-start prints all events from the oldest one on, until Ctrl-C is pressed', async () => {
    vouch.add(2);
    stopAt('\n');
    expect(await run('events', 'tail', '--from-start')).toHaveLength(2);
    await expect(run('events', 'tail', '--from-start', '--after', '1')).rejects.toThrow('cannot be used with');
  });
});

describe('vouch listen', () => {
  test('--from-start forwards events until Ctrl-C, then prints a summary', async () => {
    const receiver = await startReceiver();
    vouch.add(2);
    vouch.add(1, 'link-deleted');
    stopAt('"cursor":"2"');
    const lines = await run(
      'listen',
      '--json',
      '--from-start',
      '--events',
      'link-connected',
      '--forward-to',
      receiver.url,
    );
    await receiver.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'listening', environment: 'sandbox', signing_secret: expect.stringMatching(/^whsec_[A-Za-z\d+/]{43}=$/) },
      { type: 'attempt', cursor: '1', status_code: 204 },
      { type: 'attempt', cursor: '2', status_code: 204 },
      { type: 'summary', forwarded: 2, last_cursor: '2' },
    ]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([webhookId('1'), webhookId('2')]);
  });

  test('`vouch listen` prints plain lines when stdout is not a terminal', async () => {
    const receiver = await startReceiver();
    vouch.add(1);
    stopAt('204');
    const signing_secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
    const forwarding = ['--forward-to', receiver.url, '--signing-secret', signing_secret];
    const lines = await run('listen', '--from-start', ...forwarding);
    await receiver.close();
    expect(lines).toHaveLength(4);
    expect(lines[1]).toBe(`signing secret ${signing_secret}`);
  });

  test.for([
    [['--forward-to', 'localhost:3000'], '"localhost:3000" is not an address that begins with http:// or https://'],
    [
      ['--forward-to', 'http://localhost:3000', '--signing-secret', 'whsec_short'],
      'a signing secret must be whsec_ followed by 24 to 64',
    ],
    [
      ['--forward-to', 'http://localhost:3000', '--events', 'link-connected, link-lost'],
      '"link-lost" is not an event type',
    ],
    [[], "required option '--forward-to <url>' not specified"],
  ] as const)('vouch listen rejects the options %j before it sends any request', async ([args, message]) => {
    await expect(run('listen', ...args)).rejects.toThrow(message);
    expect(vouch.asked).toEqual([]);
  });
});

describe('vouch webhooks', () => {
  const endpoint = {
    id: 'ab'.repeat(16),
    name: 'Loan desk',
    webhook_url: 'https://hooks.example.com/vouch',
    events: ['link-connected', 'link-deleted'],
    env_type: 'sandbox',
    enabled: true,
    disabled_reason: null,
  };

  test('the command `list` prints each endpoint and whether it is enabled', async () => {
    const disabled = { ...endpoint, name: 'a\u001Bb', enabled: false, disabled_reason: 'It failed for five days.' };
    vouch.answers.set('/v1/webhooks/', [200, { count: 2, results: [endpoint, disabled] }]);
    expect(await run('webhooks', 'list')).toEqual([
      `${endpoint.id}  enabled   https://hooks.example.com/vouch  Loan desk: link-connected, link-deleted`,
      `${endpoint.id}  disabled  https://hooks.example.com/vouch  a b: link-connected, link-deleted  (It failed for five days.)`,
    ]);
    written = '';
    expect(await run('webhooks', 'list', '--json')).toEqual([JSON.stringify([endpoint, disabled])]);
    vouch.answers.set('/v1/webhooks/', [200, { count: 0, results: [] }]);
    written = '';
    expect(await run('webhooks', 'list')).toEqual(['There are no webhook endpoints.']);
  });

  test('the command `replay` requests a resend of failed events or, with --all, of all events; it prints the number of events', async () => {
    const path = `/v1/webhooks/${endpoint.id}/replay/`;
    vouch.answers.set(path, [202, { replayed_count: 3 }]);
    const since = ['--since', '2026-03-01T12:00:00Z'];
    expect(await run('webhooks', 'replay', endpoint.id, ...since)).toEqual(['3 events are being resent.']);
    vouch.answers.set(path, [202, { replayed_count: 1 }]);
    const rest = ['--until', '2026-03-02T12:00:00Z', '--event-type', 'link-connected', '--all'];
    written = '';
    expect(await run('webhooks', 'replay', endpoint.id, ...since, ...rest, '--json')).toEqual(['{"replayed_count":1}']);
    expect(vouch.asked.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      ['POST', path, { created_at__gte: '2026-03-01T12:00:00Z', only_failed: true }],
      [
        'POST',
        path,
        {
          created_at__gte: '2026-03-01T12:00:00Z',
          created_at__lte: '2026-03-02T12:00:00Z',
          event_type: 'link-connected',
          only_failed: false,
        },
      ],
    ]);
  });

  test('the command `replay` fails with a one-line error if the service rejects the request', async () => {
    const faults = [{ field: 'enabled', message: 'The endpoint is disabled.' }];
    const error = {
      code: 'incorrect_parameters',
      message: 'Incorrect request parameters',
      extra: { 'invalid-params': faults },
    };
    vouch.answers.set('/v1/webhooks/1/replay/', [400, { error }]);
    vouch.answers.set('/v1/webhooks/2/replay/', [404, { detail: 'Not Found.' }]);
    const replay = (id: string) => run('webhooks', 'replay', id, '--since', '2026-03-01');
    await expect(replay('1')).rejects.toThrow(`${vouch.access.url} answered 400: enabled: The endpoint is disabled.`);
    await expect(replay('2')).rejects.toThrow(`${vouch.access.url} answered 404: Not Found.`);
  });
});
