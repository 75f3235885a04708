// Vouch Tax, the sandbox's tax provider: tax documents of the same people as in Vouch Payroll.
import { type Account, type Connector, type Fetch, type Io, ProviderFailure } from '#connectors/contract.ts';
import type { TaxDocument } from '#domain/reports/tax-documents.ts';
import { type Door, formLogin, laterOf, refreshed, todayOf } from './accounts.ts';
import { MESSAGES, usernameOf } from './logins.ts';
import { sandboxManifest } from './manifests.ts';
import { withTaxFiles } from './payroll/documents.ts';
import { taxDocumentsOn } from './payroll/tax.ts';
import { lifeFor, PAYROLL_DOOR } from './payroll-door.ts';

const manifest = sandboxManifest({ id: 'vouch_tax', name: 'Vouch Tax', data_source: 'tax', products: ['income'] });

const door: Door = {
  ...PAYROLL_DOOR,
  traitsOf: (username, today) => ({ ...PAYROLL_DOOR.traitsOf(username, today), can_switch_deposits: null }),
};

const documentsOf = (account: Account, link_id: string, io: Io): TaxDocument[] =>
  taxDocumentsOn(lifeFor(account), todayOf(io), link_id);

const first: Fetch = async (before, { link_id, is_refresh }, io) => {
  const later = laterOf(before, io);
  if (later !== undefined) return later;
  const account = refreshed(before, is_refresh, io);
  // A person who started to work this year has filed no tax return yet, so there are no tax documents.
  if (documentsOf(account, link_id, io).length === 0) throw new ProviderFailure('no_data', MESSAGES.no_data);
  return { outcome: 'data', data: {}, account };
};

const rest: Fetch = async (account, { link_id }, io) => {
  const tax_documents = await withTaxFiles(lifeFor(account), documentsOf(account, link_id, io), link_id);
  return { outcome: 'data', data: { tax_documents }, account };
};

export const vouchTax = {
  manifest,
  loginOf: usernameOf,
  login: (request, io) => formLogin(door, request, io),
  fetch: { first, rest },
  openFile: { drawn_by: 'sandbox_payroll' },
  revoke: async () => undefined,
} satisfies Connector;
