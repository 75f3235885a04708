// Lantern Payroll: employments with their dates, from Lantern's REST API.
import { type Static, type TSchema, Type } from 'typebox';
import { UNKNOWN_EMPLOYMENT, UNKNOWN_PROFILE } from '#connectors/blanks.ts';
import { type Account, type Connector, type Credentials, type Io, ProviderFailure } from '#connectors/contract.ts';
import { PASSWORD, USERNAME } from '#connectors/login-fields.ts';
import { objectId, readJson } from '#connectors/wire.ts';
import type { EmploymentCore } from '#domain/reports/link-data.ts';

const API = 'https://api.lantern.example';

// Response schemas of the invented provider Lantern.
const text = Type.Union([Type.String(), Type.Null()]);
const Session = Type.Object({ session: Type.String(), code_sent: Type.Boolean() });
const Job = Type.Object({ id: Type.String(), who: Type.String(), employer: Type.String(), since: text, until: text });

// The only function that sends requests to Lantern.
async function ask<Schema extends TSchema>(io: Io, schema: Schema, path: string, session = '', body?: object) {
  const response = await io.fetch(`${API}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', authorization: `Session ${session}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status === 401) throw new ProviderFailure('login_error', 'The user name or password is incorrect.');
  if (response.status === 403) throw new ProviderFailure('mfa_error', 'The code is incorrect.');
  if (response.status === 423) throw new ProviderFailure('account_locked', 'Please unlock your account at Lantern.');
  if (response.status !== 200) throw new ProviderFailure('unavailable', 'Lantern is closed. Please try again later.');
  return readJson(schema, response);
}

// Maps Lantern's data to our domain types.
const toEmployment = (job: Static<typeof Job>, link_id: string): EmploymentCore => ({
  ...UNKNOWN_EMPLOYMENT,
  id: objectId(link_id, 'employment', job.id),
  company: { ...UNKNOWN_EMPLOYMENT.company, name: job.employer },
  start_date: job.since,
  end_date: job.until,
  is_active: job.until === null,
  derived_fields: ['is_active'],
  missing_data_fields: ['income', 'job_title', 'company.phone', 'profile.ssn'],
  profile: { ...UNKNOWN_PROFILE, id: objectId(link_id, 'profile', job.id), full_name: job.who },
});

const loginOf = (credentials: Credentials): string => credentials['username']?.trim().toLowerCase() ?? '';
const sessionOf = ({ session }: Account['memory']): string => String(session);
const connected = (login: string, session: string) => ({
  step: 'connected' as const,
  account: { login, can_switch_deposits: false, is_suspicious: false, memory: { session } },
});

export const lanternPayroll = {
  manifest: {
    id: 'lantern_payroll',
    name: 'Lantern Payroll',
    logo_url: null,
    domain: 'lantern.example',
    is_supported: true,
    success_rate: null,
    data_source: 'payroll',
    products: ['employment'],
    environments: ['prod'],
    login: { kind: 'form', fields: [USERNAME, PASSWORD] },
    second_factors: ['code'],
    origins: [API],
  },
  loginOf,
  async login({ credentials, memory = {}, reply }, io) {
    const login = loginOf(credentials);
    if (reply?.kind === 'code') {
      const { session } = await ask(io, Session, '/codes', sessionOf(memory), { code: reply.code });
      return connected(login, session);
    }
    const { password } = credentials;
    const { session, code_sent } = await ask(io, Session, '/sessions', '', { login, password });
    if (!code_sent) return connected(login, session);
    const prompt = 'Enter the code Lantern sent you.';
    return { step: 'second_factor', ask: { kind: 'code', prompt, digits: 6 }, memory: { session } };
  },
  fetch: {
    async first(account, { link_id }, io) {
      const jobs = await ask(io, Type.Array(Job), '/jobs', sessionOf(account.memory));
      if (jobs.length === 0) throw new ProviderFailure('no_data', 'Lantern knows no job of yours.');
      return { outcome: 'data', data: { employments: jobs.map((job) => toEmployment(job, link_id)) }, account };
    },
    rest: async (account) => ({ outcome: 'data', data: {}, account }),
  },
  async revoke({ memory }, io) {
    await io.fetch(`${API}/sessions`, { method: 'DELETE', headers: { authorization: `Session ${sessionOf(memory)}` } });
  },
} satisfies Connector;
