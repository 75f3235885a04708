// Opens the FDX connector with a fake bank, for tests that simulate one person's visit.
import { playerOf } from '#connectors/conformance-play.ts';
import { fdxKind } from '#connectors/live/fdx/kind.ts';
import { FDX_PRODUCTS, type FdxSettings } from '#connectors/live/fdx/settings.ts';
import type { ProviderEntry } from '#connectors/live/kinds.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { type FakeFdx, fakeFdx, fdxSettings } from './fake-fdx.ts';

const URLS = { redirect_url: 'https://vouch.example/providers/lakeside/callback/', webhook_url: '' };

export const entryOf = (changed: Partial<FdxSettings> = {}): ProviderEntry<FdxSettings> => ({
  id: 'lakeside_bank',
  name: 'Lakeside Bank',
  logo_url: null,
  aliases: [],
  environments: ['prod'],
  products: FDX_PRODUCTS,
  clients: null,
  settings: fdxSettings(changed),
});

export const open = (changed: Partial<FdxSettings> = {}) => fdxKind.open(entryOf(changed), URLS);
export const GOOD = { username: 'ada', password: 'right' };
const LOGINS = { good: GOOD, wrong_password: { username: 'ada', password: 'wrong' } };
export const fixtureOf = (bank: FakeFdx) =>
  ({ product: 'assets', logins: LOGINS, fetch: bank.fetch, visit: bank.visit }) as const;

export function visit(options: Parameters<typeof fakeFdx>[0] = {}, changed: Partial<FdxSettings> = {}) {
  const bank = fakeFdx(options);
  const connector = open(changed);
  return { bank, connector, ...playerOf(connector, fixtureOf(bank), runStep) };
}
