// What somebody needs to use a simulator by hand: logins, and an entry for providers.json.
import { LIVES } from '../lives/people/people.ts';
import type { Simulator } from './server.ts';

export type Guide = {
  /** Where faults are switched on and the request log is read. */
  control_url: string;
  logins: readonly { username: string; password: string; story: string }[];
  /** Entries for providers.json. */
  providers: readonly unknown[];
  /** Environment variables to which the entries refer. */
  environment: Readonly<Record<string, string>>;
};

export type GuidedSimulator = Simulator & { guide: Guide };

type Needs = {
  connector: string;
  name: string;
  settings: Readonly<Record<string, unknown>>;
  environment?: Guide['environment'];
  logins?: Guide['logins'];
};

export function withGuide(simulator: Simulator, needs: Needs): GuidedSimulator {
  const { connector, name, settings } = needs;
  const logins = LIVES.map(({ username, password, story }) => ({ username, password, story }));
  const guide = {
    control_url: `${simulator.url}/control/`,
    logins: needs.logins ?? logins,
    providers: [{ id: `${connector}_simulator`, name, connector, environments: ['sandbox', 'prod'], settings }],
    environment: needs.environment ?? {},
  };
  return { ...simulator, guide };
}
