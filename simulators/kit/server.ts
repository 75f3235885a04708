// The HTTP server that every simulator uses: routes, faults, the request log and the control endpoints. A service adds
// its routes and its own error shapes.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, write, writeWithFault } from './answers.ts';
import { type SimClock, simClock } from './clock.ts';
import type { Drift } from './drift.ts';
import { type FaultPlan, type FaultRule, faultPlan, parseRule } from './faults.ts';
import { FieldError, type Fields, optionalInteger, optionalList, optionalString } from './fields.ts';
import { listen } from './listen.ts';
import { randomOf } from './random.ts';
import { askedForIn, jsonBody, namesOfBody, readRequest, type SimRequest } from './request.ts';
import { type LoggedRequest, requestLog } from './requests.ts';
import { type Route, routeOf } from './routes.ts';
import type { WebhookSender } from './webhooks.ts';

export type SimOptions = {
  /** The port. Undefined: a free port is chosen. */
  port?: number;
  seed?: number;
  faults?: readonly FaultRule[];
  /** The time at which the clock stands still. Undefined: the clock shows the machine's time. */
  now?: Date;
};

/** The error that a handler throws to refuse a request. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('The simulator refuses the request.');
    this.answer = answer;
  }
}

export type Service = {
  routes: readonly Route[];
  /** The bodies of errors that can occur on every route. */
  errors: {
    notFound(request: SimRequest): Answer;
    wrongMethod(request: SimRequest): Answer;
    badField(request: SimRequest, error: FieldError): Answer;
    rateLimit(request: SimRequest): Answer;
    serverError(request: SimRequest, status: number): Answer;
    expired(request: SimRequest): Answer;
  };
  drift: Drift;
  /** The functions with which tests control the simulator, by name. `POST /control/{name}` calls a function. */
  control: Readonly<Record<string, (fields: Fields, origin: string) => unknown>>;
  webhooks?: WebhookSender;
};

export type Simulator = {
  url: string;
  clock: SimClock;
  requests(): readonly LoggedRequest[];
  addFault(rule: FaultRule): void;
  clearFaults(): void;
  /** Does the same as `POST /control/{name}`. */
  control(name: string, fields?: Fields): unknown;
  /** Resolves when every webhook has been delivered or given up. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

export async function startServer(
  makeService: (clock: SimClock, seed: number) => Service,
  options: SimOptions = {},
): Promise<Simulator> {
  const seed = options.seed ?? 0;
  const clock = simClock(options.now);
  const service = makeService(clock, seed);
  const random = randomOf(seed, 'faults');
  const faults = faultPlan(options.faults ?? [], random);
  const log = requestLog();
  const control = controlOf(service, clock, faults, log);
  let origin = '';

  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message, origin, clock.now());
    if (request === undefined) {
      response.writeHead(413).end();
      return;
    }
    if (request.path.startsWith('/control/')) {
      write(response, answerControl(request, control, log), clock.now());
      return;
    }
    const { route, params, shown } = routeOf(service.routes, request);
    const rule = faults.take(request.path);
    const skew_ms = rule?.fault === 'clock_skew' ? (rule.seconds ?? 300) * 1000 : 0;
    const now = new Date(clock.now().getTime() + skew_ms);
    const entry: LoggedRequest = {
      at: clock.now().toISOString(),
      method: request.method,
      path: shown,
      parameters: [...new Set(request.query.keys())].toSorted(),
      fields: namesOfBody(request),
      asked_for: askedForIn(request),
      fault: rule?.fault ?? null,
      status: null,
    };
    log.add(entry);
    const answer = await answerOf(service, route, { ...request, params, now }, rule);
    entry.status = rule?.fault === 'connection_ended' ? null : answer.status;
    await writeWithFault(response, answer, now, rule, service.drift, random);
  };

  const onRequest = (message: IncomingMessage, response: ServerResponse): void => {
    // The client may close the connection at any time; the simulator keeps running.
    serve(message, response).catch(() => response.destroy());
  };
  const listener = await listen(onRequest, options.port ?? 0);
  ({ origin } = listener);
  return {
    url: origin,
    clock,
    requests: log.list,
    addFault: faults.add,
    clearFaults: faults.clear,
    control: (name, fields = {}) => {
      const run = control[name];
      if (run === undefined) throw new Error(`The simulator has no control ${name}.`);
      return run(fields, origin);
    },
    idle: async () => service.webhooks?.idle(),
    close: () => {
      service.webhooks?.stop();
      return listener.close();
    },
  };
}

type Control = Readonly<Record<string, (fields: Fields, origin: string) => unknown>>;

function controlOf(service: Service, clock: SimClock, faults: FaultPlan, log: ReturnType<typeof requestLog>): Control {
  return {
    faults: (fields) => {
      const rules = (optionalList(fields, 'faults') ?? [fields]).map(parseRule);
      for (const rule of rules) faults.add(rule);
      return { added: rules.length };
    },
    clear: () => {
      faults.clear();
      log.clear();
      return { cleared: true };
    },
    clock: (fields) => {
      const now = optionalString(fields, 'now');
      const ahead_seconds = optionalInteger(fields, 'advance_seconds', 0, 1e9) ?? 0;
      const from = now === undefined ? clock.now() : new Date(now);
      if (Number.isNaN(from.getTime())) throw new FieldError('now', 'value', 'now must be a timestamp');
      clock.set(new Date(from.getTime() + ahead_seconds * 1000));
      return { now: clock.now().toISOString() };
    },
    deliveries: () => ({ deliveries: service.webhooks?.deliveries() ?? [] }),
    ...service.control,
  };
}

function answerControl(request: SimRequest, control: Control, log: ReturnType<typeof requestLog>): Answer {
  const name = request.path.slice('/control/'.length).replace(/\/$/, '');
  if (request.method === 'GET' && name === 'requests') return { status: 200, json: { requests: log.list() } };
  const run = control[name];
  if (run === undefined || request.method !== 'POST')
    return { status: 404, json: { error: 'There is no such control.' } };
  try {
    return { status: 200, json: run(jsonBody(request), request.origin) ?? {} };
  } catch (error) {
    if (error instanceof FieldError) return { status: 400, json: { error: error.message } };
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

async function answerOf(
  service: Service,
  route: Route | 'wrong_method' | undefined,
  request: SimRequest,
  rule: FaultRule | undefined,
): Promise<Answer> {
  const { errors } = service;
  if (rule?.fault === 'rate_limit') {
    const answer = errors.rateLimit(request);
    const seconds = rule.seconds ?? 1;
    const date = new Date(request.now.getTime() + seconds * 1000).toUTCString();
    return { ...answer, headers: { ...answer.headers, 'retry-after': rule.as_date === true ? date : String(seconds) } };
  }
  if (rule?.fault === 'server_error') return errors.serverError(request, rule.status ?? 500);
  if (rule?.fault === 'expired_access') return errors.expired(request);
  if (rule?.fault === 'redirect') {
    return { status: 307, headers: { location: rule.location ?? 'http://localhost/' }, text: '' };
  }
  if (route === undefined) return errors.notFound(request);
  if (route === 'wrong_method') return errors.wrongMethod(request);
  try {
    return await route.handle(request);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    if (error instanceof FieldError) return errors.badField(request, error);
    return errors.serverError(request, 500);
  }
}
