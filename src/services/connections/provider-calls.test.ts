import { describe, expect, test } from 'vitest';
import { type Connector, type Io, ProviderFailure } from '#connectors/contract.ts';
import { ERROR_MESSAGE_LENGTH_MAX } from '#domain/connections/tasks.ts';
import { runStep, type StepOptions } from './provider-calls.ts';

const provider = {
  manifest: {
    id: 'lantern',
    name: 'Lantern Payroll',
    logo_url: null,
    domain: null,
    is_supported: true,
    success_rate: null,
    data_source: 'payroll',
    products: ['income'],
    environments: ['sandbox'],
    login: { kind: 'oauth' },
    second_factors: [],
    origins: ['https://api.lantern.example'],
  },
} as const satisfies Pick<Connector, 'manifest'>;

const run = <T>(step: (io: Io) => Promise<T>, options: Partial<StepOptions> = {}) =>
  runStep(provider, step, { now: () => new Date('2026-03-04T12:00:00Z'), ...options });

const UNAVAILABLE = { status: 'unavailable', message: 'Lantern Payroll is not responding. Please try again later.' };
const ERROR = { status: 'error', message: 'Something went wrong with Lantern Payroll. Please try again.' };
const LANTERN = 'https://api.lantern.example/';

async function endingOf(running: Promise<unknown>): Promise<unknown> {
  const ending = await running.catch((error: unknown) => error);
  return ending instanceof ProviderFailure ? { status: ending.status, message: ending.message } : ending;
}

describe('a step', () => {
  test('a step ends with the value that its function returns', async () => {
    await expect(run(async (io) => io.now().toISOString())).resolves.toBe('2026-03-04T12:00:00.000Z');
  });

  test('a step ends with the failure that its function throws; the failure’s message is reduced to one line and truncated', async () => {
    const failing = (message: string) =>
      endingOf(
        run(async () => {
          throw new ProviderFailure('account_locked', message);
        }),
      );
    expect(await failing(' Locked\n\u0000 for\u202e today. ')).toEqual({
      status: 'account_locked',
      message: 'Locked for today.',
    });
    const long = 'x'.repeat(ERROR_MESSAGE_LENGTH_MAX);
    expect(await failing(long)).toEqual({ status: 'account_locked', message: long });
    expect(await failing(`${long}y`)).toEqual({ status: 'account_locked', message: long });
  });

  test('a step ends with `error` and a fixed message when the connector throws anything other than a `ProviderFailure`', async () => {
    const secret = 'the password was hunter2';
    const broken: (() => Promise<never>)[] = [
      async () => {
        throw new TypeError(secret);
      },
      () => {
        throw new Error(secret);
      },
      () => Promise.reject(secret),
      () => Promise.reject(undefined),
    ];
    for (const step of broken) expect(await endingOf(run(step))).toEqual(ERROR);
  });

  test('a step ends with `unavailable` when the network fails or the step times out', async () => {
    const endless = () => new Promise<never>(() => undefined);
    const reaching = (io: Io) => io.fetch(LANTERN);
    const refused = () => Promise.reject(new TypeError('fetch failed'));
    expect(await endingOf(run(reaching, { fetch: refused }))).toEqual(UNAVAILABLE);
    expect(await endingOf(run(reaching, { fetch: endless, timeout_ms: 20 }))).toEqual(UNAVAILABLE);
    expect(await endingOf(run(endless, { timeout_ms: 20 }))).toEqual(UNAVAILABLE);
    const obedient = (io: Io) =>
      new Promise((_, reject) => io.signal.addEventListener('abort', () => reject(io.signal.reason)));
    expect(await endingOf(run(obedient, { timeout_ms: 20 }))).toEqual(UNAVAILABLE);
  });

  test('a step ends with `error` when it requests a disallowed origin or gets a response that is too large', async () => {
    const large = async () => new Response('x'.repeat(5 * 1024 * 1024));
    expect(await endingOf(run((io) => io.fetch('https://elsewhere.example/')))).toEqual(ERROR);
    expect(await endingOf(run((io) => io.fetch(LANTERN), { fetch: large }))).toEqual(ERROR);
  });
});

test('a step’s signal is aborted when the step ends', async () => {
  let signal: AbortSignal | undefined;
  await run(
    async (io) => {
      signal = io.signal;
      void io.fetch(LANTERN).catch(() => undefined);
      expect(signal.aborted).toBe(false);
    },
    { fetch: () => new Promise(() => undefined) },
  );
  expect(signal?.aborted).toBe(true);
});

test('a step whose signal is already aborted is not started', async () => {
  let begun = 0;
  const signal = AbortSignal.abort(new Error('stopping'));
  const running = run(
    async () => {
      begun++;
    },
    { signal },
  );
  expect(await endingOf(running)).toEqual(new Error('stopping'));
  expect(begun).toBe(0);
});

test('aborting the caller’s signal rejects the step with the abort reason, not with a provider failure', async () => {
  const stop = new AbortController();
  const reason = new Error('the job was taken over');
  const running = run(() => new Promise(() => undefined), { signal: stop.signal });
  stop.abort(reason);
  expect(await endingOf(running)).toBe(reason);
});
