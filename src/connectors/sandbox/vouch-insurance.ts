// Vouch Insurance is the sandbox's insurer. It insures one person with a house and two cars.
import { type Connector, ProviderFailure } from '#connectors/contract.ts';
import { type Door, formLogin, laterOf, PLAIN, recallSandbox, refreshed, todayOf } from './accounts.ts';
import { insuranceOn } from './cast/insurance.ts';
import { MESSAGES, usernameOf } from './logins.ts';
import { sandboxManifest } from './manifests.ts';

const door: Door = { usernames: ['goodlogin'], traitsOf: () => PLAIN };

export const vouchInsurance = {
  manifest: sandboxManifest({
    id: 'vouch_insurance',
    name: 'Vouch Insurance',
    data_source: 'insurance',
    products: ['insurance'],
  }),
  loginOf: usernameOf,
  login: (request, io) => formLogin(door, request, io),
  fetch: {
    async first(before, { link_id, is_refresh }, io) {
      const later = laterOf(before, io);
      if (later !== undefined) return later;
      const account = refreshed(before, is_refresh, io);
      const { username, first_login_date } = recallSandbox(account);
      if (!door.usernames.includes(username)) throw new ProviderFailure('no_data', MESSAGES.no_data);
      const { insurance, identity } = insuranceOn(first_login_date, todayOf(io), link_id);
      return { outcome: 'data', data: { ...insurance, identity: [identity] }, account };
    },
    // No data is left to return, because `first` has already returned all data.
    rest: async (account) => ({ outcome: 'data', data: {}, account }),
  },
  revoke: async () => undefined,
} satisfies Connector;
