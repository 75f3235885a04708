// The failure of a login if the provider refuses its one-time code, because the code has expired or was used before. If
// our process ends after the provider has answered and before the access is stored, the step runs again with the used
// code. The access is then lost, because no provider repeats its answer.
import { ProviderFailure } from '#connectors/contract.ts';

const INTERRUPTED = 'The login was interrupted or took too long. Please connect again.';

export const interrupted = (cause?: unknown): ProviderFailure =>
  new ProviderFailure('login_error', INTERRUPTED, { cause, scope: 'link' });
