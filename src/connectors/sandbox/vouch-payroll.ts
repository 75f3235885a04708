// Vouch Payroll, the sandbox's payroll provider. Its users are defined in people.ts. The data of each user is computed
// from a declared `Life`.
import type { Connector, Fetch } from '#connectors/contract.ts';
import type { EmploymentCore } from '#domain/reports/link-data.ts';
import type { Employment } from '#domain/reports/payroll.ts';
import { formLogin, laterOf, refreshed, todayOf } from './accounts.ts';
import { directoryOn, payrollEntries } from './cast/admin.ts';
import { declaredPayroll } from './declared.ts';
import { noteSource, switchDeposit, withSwitches } from './deposit-switch.ts';
import type { Life } from './lives/life.ts';
import { usernameOf } from './logins.ts';
import { LOGIN_FIELDS, ORGANIZATION, sandboxManifest } from './manifests.ts';
import { withDocuments } from './payroll/documents.ts';
import { type Payroll, payrollOn } from './payroll/payroll.ts';
import { lifeFor, PAYROLL_DOOR } from './payroll-door.ts';

const manifest = sandboxManifest({
  id: 'vouch_payroll',
  name: 'Vouch Payroll',
  data_source: 'payroll',
  products: ['income', 'employment', 'deposit_switch', 'pll', 'admin'],
  login: { kind: 'form', fields: [...LOGIN_FIELDS, ORGANIZATION] },
});

const first: Fetch = async (before, { product, link_id, is_refresh, declared }, io) => {
  const later = laterOf(before, io);
  if (later !== undefined) return later;
  const account = noteSource(refreshed(before, is_refresh, io), declared?.payroll !== undefined);
  // For the product `admin`, only the directory is read here. The payroll of a date range is read later, on request
  // (`fetchPayroll`).
  if (product === 'admin') return { outcome: 'data', data: { directory: directoryOn(todayOf(io), link_id) }, account };
  const { employments } = declared?.payroll
    ? await declaredPayroll(declared.payroll, link_id, todayOf(io))
    : withSwitches(payrollOn(lifeFor(account), todayOf(io), link_id), account, link_id, todayOf(io));
  return { outcome: 'data', data: { employments: employments.map(toCore) }, account };
};

const rest: Fetch = async (account, { product, link_id, declared }, io) => {
  if (product !== 'income') return { outcome: 'data', data: {}, account };
  const { employments, shifts } = declared?.payroll
    ? await declaredPayroll(declared.payroll, link_id, todayOf(io))
    : await samplePayroll(lifeFor(account), todayOf(io), link_id);
  const listed = <T>(items: (employment: Employment) => T[]) =>
    employments.flatMap((employment) => items(employment).map((item) => ({ ...item, employment_id: employment.id })));
  return {
    outcome: 'data',
    data: { statements: listed(({ statements }) => statements), w2s: listed(({ w2s }) => w2s), shifts },
    account,
  };
};

const samplePayroll = (life: Life, today: string, link_id: string): Promise<Payroll> =>
  withDocuments(life, payrollOn(life, today, link_id), link_id);

const toCore = ({ statements: _statements, w2s: _w2s, ...core }: Employment): EmploymentCore => core;

export const vouchPayroll = {
  manifest,
  loginOf: usernameOf,
  login: (request, io) => formLogin(PAYROLL_DOOR, request, io),
  fetch: { first, rest },
  switchDeposit: async (account, request, io) => switchDeposit(account, request, todayOf(io)),
  openFile: { drawn_by: 'sandbox_payroll' },
  fetchPayroll: async (_account, { link_id, start_date, end_date }, io) =>
    payrollEntries(start_date, end_date, todayOf(io), link_id),
  revoke: async () => undefined,
} satisfies Connector;
