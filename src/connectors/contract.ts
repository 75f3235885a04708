// What a connector is: the one type every provider satisfies. It logs in step by step, reads what a product needs,
// and is handed all it may use; it knows neither the database nor who asks.

import type { ProductType } from '#domain/access/products.ts';
import type { DepositAccount } from '#domain/connections/deposit-accounts.ts';
import type { Io } from '#domain/connections/provider-io.ts';
import type { ProviderInfo } from '#domain/connections/providers.ts';
import type { FailedStatus } from '#domain/connections/tasks.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import type { PayrollEntry } from '#domain/reports/payroll-administration.ts';
import type { InjectedPayroll } from '#domain/sandbox/sandbox-payroll.ts';
import type { InjectedBank } from '#domain/sandbox/sandbox-transactions.ts';

export type { Io, IoResponse } from '#domain/connections/provider-io.ts';

/** One input of the login form: it draws the form, checks it, and lets password managers do their work. */
export type LoginField = {
  name: string;
  label: string;
  kind: 'text' | 'password' | 'email' | 'phone';
  autocomplete: 'username' | 'current-password' | 'email' | 'tel' | 'off';
  required: boolean;
  length_max: number;
};

export type Manifest = ProviderInfo & {
  /** How a person proves who they are: a form, or a visit to the provider's own page (OAuth). */
  login: { kind: 'form'; fields: readonly LoginField[] } | { kind: 'oauth' };
  /** The second factors it may ask for. */
  second_factors: readonly SecondFactor['kind'][];
  /** The origins `io.fetch` may reach, such as `https://api.provider.example`. */
  origins: readonly string[];
};

export type Credentials = Readonly<Record<string, string>>;
/** What a connector wants to remember: plain JSON, sealed by us, never looked into. */
export type Memory = Readonly<Record<string, unknown>>;

export type SecondFactor = { kind: 'code'; prompt: string; digits: number | null };

/** What happened since the step before: nothing, the code the person typed, or where the provider sent them back. */
export type Reply = { kind: 'code'; code: string } | { kind: 'redirect'; query: Readonly<Record<string, string>> };

export type LoginRequest = {
  credentials: Credentials;
  product: ProductType;
  /** Nobody is there to answer questions. */
  is_refresh: boolean;
  /** What the last login left behind, when the link is already known. */
  account: Account | undefined;
  /** What the step before wanted remembered, and what came back. */
  memory: Memory | undefined;
  reply: Reply | undefined;
  /** Where the provider's page must send the person back to. */
  redirect_url: string;
  /** Names this login at the provider's page; comes back with the reply. */
  state: string;
};

/** A failure is not a step: it is thrown (`ProviderFailure`). */
export type LoginStep =
  | { step: 'connected'; account: Account }
  | { step: 'second_factor'; ask: SecondFactor; memory: Memory }
  | { step: 'redirect'; url: string; memory: Memory };

/** A way in, as the last login or fetch left it. */
export type Account = {
  /** What makes it the same login at this provider, normalised; only its keyed hash is kept outside the seal. */
  login: string;
  /** Whether deposits can be switched here; `null` where there are none. */
  can_switch_deposits: boolean | null;
  /** The provider itself has doubts about this account. */
  is_suspicious: boolean;
  memory: Memory;
};

export type FetchRequest = {
  product: ProductType;
  /** Our id of the link; ids of objects may be made from it. */
  link_id: string;
  is_refresh: boolean;
  /** How far back, in months. */
  history_months: number;
  /** Only the sandbox has this: what the client declared for the person in place of the sample data. */
  declared?: Declared | undefined;
};
export type Declared = { payroll?: InjectedPayroll | undefined; bank?: InjectedBank | undefined };

/** `later`: the provider is still preparing the data. Progress is any number that grows. */
export type Fetched =
  | { outcome: 'data'; data: Partial<LinkData>; account: Account }
  | { outcome: 'later'; seconds: number; progress: number; account: Account };

export type Fetch = (account: Account, request: FetchRequest, io: Io) => Promise<Fetched>;

export type SwitchRequest = {
  product: 'deposit_switch' | 'pll';
  deposit: DepositAccount;
  /** The same in every repetition of one switch: a connector must not write it twice. */
  key: string;
};
export type Switched = { initial_accounts: readonly Allocation[] | null; account: Account };
/** An allocation of pay, as the provider had it before the switch. */
export type Allocation = Omit<DepositAccount, 'bank_address'> & { account_name: string | null };

export type Connector = {
  manifest: Manifest;
  /** What the form's values say about who logs in, before any login; undefined where only the provider knows (OAuth). */
  loginOf(credentials: Credentials): string | undefined;
  login(request: LoginRequest, io: Io): Promise<LoginStep>;
  /** `first`: what can be shown soon. `rest`: the slow parts, documents above all. */
  fetch: { first: Fetch; rest: Fetch };
  switchDeposit?(account: Account, request: SwitchRequest, io: Io): Promise<Switched>;
  openFile?: OpenFile | DrawnFiles;
  /** Payroll of all employees in a range of days, for the product `admin`. */
  fetchPayroll?(
    account: Account,
    range: { link_id: string; start_date: string; end_date: string },
    io: Io,
  ): Promise<PayrollEntry[]>;
  /** Tells the provider to forget us; best effort, when a link is deleted. */
  revoke(account: Account, io: Io): Promise<void>;
};

/** The bytes behind a `file_id` this connector has given. */
export type OpenFile = (account: Account, file_id: string, io: Io) => Promise<Buffer | undefined>;
/** The provider has no files; a function of this name in `drawings.ts` draws them, beside the thread that serves. */
export type DrawnFiles = { readonly drawn_by: string };

/** How a connector says that a task ends; the message is for the person. */
export class ProviderFailure extends Error {
  readonly status: FailedStatus;
  constructor(status: FailedStatus, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailure';
    this.status = status;
  }
}
