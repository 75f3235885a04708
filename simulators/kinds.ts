// The simulators that `vouch simulate KIND` can start. Each kind has a folder with a server, and an entry in
// `SIMULATORS`.

/** The seed determines the people's amounts and the random faults. Keys for the user are written to the folder. */
export type StartOptions = { port?: number; seed?: number; folder?: string };

export type Simulator = {
  url: string;
  close(): Promise<void>;
  /** What a user needs in order to use the simulator. */
  guide: Guide;
};

export type Guide = {
  /** The address at which faults are switched on and the request log is read. */
  control_url: string;
  logins: readonly { username: string; password: string; story: string }[];
  /** Entries for providers.json. */
  providers: readonly unknown[];
  /** Environment variables to which the entries refer. */
  environment: Readonly<Record<string, string>>;
};

type Kind = { describes: string; start(options: StartOptions): Promise<Simulator> };

export const SIMULATORS: Readonly<Record<string, Kind>> = {
  fdx: {
    describes: 'an FDX bank with OAuth, consent and eight customers',
    start: async (options) => (await import('./fdx/server.ts')).startFdx(options),
  },
  simplefin: {
    describes: 'a SimpleFIN server with setup tokens and a daily budget',
    start: async (options) => (await import('./simplefin/server.ts')).startSimplefin(options),
  },
  plaid: {
    describes: 'a service like Plaid with a hosted page, cursors and signed webhooks',
    start: async (options) => (await import('./plaid/server.ts')).startPlaid(options),
  },
  argyle: {
    describes: 'a payroll service like Argyle with a link page, pay stubs and gigs',
    start: async (options) => (await import('./argyle/server.ts')).startArgyle(options),
  },
  finch: {
    describes: 'a payroll service like Finch that employers connect',
    start: async (options) => (await import('./finch/server.ts')).startFinch(options),
  },
};
