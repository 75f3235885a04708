// Vouch Bank, the sandbox's bank with a login form. Its customers are in bank-people.ts.
import type { Connector } from '#connectors/contract.ts';
import { formLogin } from './accounts.ts';
import { BANK_DOOR, fetchBank } from './bank-door.ts';
import { BANK_NAMES } from './cast/bank-names.ts';
import { usernameOf } from './logins.ts';
import { sandboxManifest } from './manifests.ts';

export const vouchBank = {
  manifest: sandboxManifest({
    id: 'vouch_bank',
    name: 'Vouch Bank',
    data_source: 'financial_accounts',
    products: ['assets', 'transactions', 'income'],
    also_known_as: BANK_NAMES,
  }),
  loginOf: usernameOf,
  login: (request, io) => formLogin(BANK_DOOR, request, io),
  fetch: fetchBank,
  openFile: { drawn_by: 'sandbox_bank' },
  revoke: async () => undefined,
} satisfies Connector;
