// Logins that every sandbox provider supports, with their outcomes, for the connector conformance suite.
import type { Fixture } from '#connectors/conformance.ts';

export const sandboxLogin = (username: string, password = 'goodpassword') => ({ username, password });
const failing = (status: string) => sandboxLogin('error.user', status);

export const SANDBOX_LOGINS = {
  good: sandboxLogin('goodlogin'),
  wrong_password: sandboxLogin('goodlogin', 'swordfish'),
  second_factor: { credentials: sandboxLogin('goodlogin', 'mfa'), right: '12345', wrong: '54321' },
  failing: {
    login_error: failing('login_error'),
    account_locked: failing('account_locked'),
    unable_to_reset: failing('unable_to_reset'),
    unavailable: failing('unavailable'),
    config_error: failing('config_error'),
    not_supported: failing('not_supported'),
    error: failing('error'),
  },
  no_data: failing('no_data'),
  slow: sandboxLogin('goodlogin', 'longcheck'),
} satisfies Fixture['logins'];
