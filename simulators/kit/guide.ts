// Adds a guide to a simulator: what a user needs in order to use the simulator by hand, such as logins and an entry for
// providers.json.
import type { Guide } from '../kinds.ts';
import { LIVES } from '../lives/people/people.ts';
import type { Simulator } from './server.ts';

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
