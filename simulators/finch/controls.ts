// Controls of the Finch simulator. They simulate events at the provider or at Finch that are not caused by a request of
// the client.
import { FieldError, type Fields, optionalBoolean, optionalInteger, optionalString, stringOf } from '../kit/fields.ts';
import type { Service } from '../kit/server.ts';
import { COMPANIES, paymentsOf } from './companies.ts';
import { notify, WEBHOOK_FLAWS } from './notify.ts';
import type { Connection, State } from './state.ts';

export function controlOf(state: State): Service['control'] {
  /** The connection whose id is in the field `connection_id`. Without that field, the newest connection. */
  const connectionIn = (fields: Fields): Connection => {
    const id = optionalString(fields, 'connection_id');
    const connection = id === undefined ? [...state.connections.values()].at(-1) : state.connections.get(id);
    if (connection === undefined) throw new FieldError('connection_id', 'value', 'connection_id is unknown');
    return connection;
  };
  return {
    'webhook-url': (fields) => {
      state.webhook_url = stringOf(fields, 'url');
      return { url: state.webhook_url };
    },
    staged: (fields) => {
      state.is_staged = optionalBoolean(fields, 'staged') ?? true;
      return { staged: state.is_staged };
    },
    /** Completes the first fetch of all data. */
    progress: (fields) => {
      const connection = connectionIn(fields);
      connection.is_syncing = false;
      const announced = notify(state, connection, 'job.data_sync_all.completed', {
        job_id: connection.id,
        job_url: '',
      });
      return { announced };
    },
    /** Sets how many requests for the statements of a payment are answered with 202 before the statements are ready. */
    pending: (fields) => {
      state.pending_answers = optionalInteger(fields, 'answers', 0, 1000) ?? 1;
      for (const connection of state.connections.values()) connection.asked.clear();
      return { answers: state.pending_answers };
    },
    /**
     * Sets how many employees lack contact details, and how many of the newest payments lack statements. `activity`
     * sets for how many employees the payroll system does not state whether they still work at the company.
     */
    absent: (fields) => {
      const count = (name: string): number => optionalInteger(fields, name, 0, 1000) ?? 0;
      state.absent = {
        employees: count('employees'),
        payments: count('payments'),
        activity: count('activity'),
      };
      return state.absent;
    },
    /** Fetches the data that is new since the last fetch, for instance after the clock was moved. */
    refresh: (fields) => {
      const connection = connectionIn(fields);
      const before = connection.synced_to;
      connection.synced_to = state.clock.today();
      const added = paymentsOf(connection.company, connection.synced_to, state.seed).filter(
        ({ pay_date }) => pay_date > before,
      );
      for (const { id, pay_date } of added) notify(state, connection, 'payment.created', { payment_id: id, pay_date });
      return { payments: added.map(({ id }) => id) };
    },
    'require-login': (fields) => {
      const connection = connectionIn(fields);
      connection.status = 'reauth';
      const data = { status: 'reauth', authentication_method: { type: 'credential' } };
      return { announced: notify(state, connection, 'account.updated', data) };
    },
    repair: (fields) => {
      const connection = connectionIn(fields);
      connection.status = 'connected';
      return { status: connection.status };
    },
    limit: (fields) => {
      state.limit_per_minute = optionalInteger(fields, 'per_minute', 1, 1000) ?? null;
      return { per_minute: state.limit_per_minute };
    },
    webhook: (fields) => {
      const flaw = fields['flaw'] === undefined ? undefined : stringOf(fields, 'flaw');
      const known = WEBHOOK_FLAWS.find((one) => one === flaw);
      if (flaw !== undefined && known === undefined) {
        throw new FieldError('flaw', 'value', `flaw must be one of ${WEBHOOK_FLAWS.join(', ')}`);
      }
      const event_type = optionalString(fields, 'event_type') ?? 'pay_statement.created';
      return { announced: notify(state, connectionIn(fields), event_type, {}, known) };
    },
    connections: () => ({
      connections: [...state.connections.values()].map(({ id, company, status }) => ({
        id,
        username: company.username,
        status,
      })),
    }),
    companies: () => ({
      companies: COMPANIES.map(({ employer, username, password, employees }) => ({
        name: employer.name,
        username,
        password,
        employees: employees.length,
      })),
    }),
  };
}
