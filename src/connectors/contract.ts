// The interface that every connector implements. A connector logs in step by step and reads the data that a product
// needs. Everything that a connector may use is passed to it in parameters. A connector has no access to the database
// and does not know the client.

import type { ImportHead } from '#analysis/imports/merging/import-content.ts';
import type { MergedRow } from '#analysis/imports/merging/merge-rows.ts';
import type { ProductType } from '#domain/access/products.ts';
import type { DepositAccount } from '#domain/connections/deposit-accounts.ts';
import type { FailureScope } from '#domain/connections/provider-health.ts';
import type { Io, ProviderTls } from '#domain/connections/provider-io.ts';
import type { ProviderInfo } from '#domain/connections/providers.ts';
import type { FailedStatus } from '#domain/connections/tasks.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import type { UnreadAccounts } from '#domain/reports/link-history.ts';
import type { PayrollEntry } from '#domain/reports/payroll-administration.ts';
import type { InjectedPayroll } from '#domain/sandbox/sandbox-payroll.ts';
import type { InjectedBank } from '#domain/sandbox/sandbox-transactions.ts';

export type { Io, IoResponse, ProviderTls } from '#domain/connections/provider-io.ts';

/**
 * One input field of the login form. The widget renders the form from these definitions, and the service validates the
 * form with them. `autocomplete` is for password managers.
 */
export type LoginField = {
  name: string;
  label: string;
  kind: 'text' | 'password' | 'email' | 'phone';
  autocomplete: 'username' | 'current-password' | 'email' | 'tel' | 'off';
  required: boolean;
  length_max: number;
};

export type Manifest = ProviderInfo & {
  /** How a person authenticates: a form, or the provider's own page (OAuth). */
  login: { kind: 'form'; fields: readonly LoginField[] } | { kind: 'oauth' };
  /** The second factors the provider may ask for. */
  second_factors: readonly SecondFactor['kind'][];
  /** The origins `io.fetch` may reach, such as `https://api.provider.example`. */
  origins: readonly string[];
  /**
   * The private networks to which the host names of the origins may lead, such as `10.1.2.0/24`. The default is none.
   * An origin that is itself a private address needs no entry here.
   */
  private_networks?: readonly string[];
  /** The certificates that `io.fetch` uses, if they differ from the default certificates. */
  tls?: ProviderTls;
};

export type Credentials = Readonly<Record<string, string>>;
/** State that a connector keeps between calls: plain JSON, which we encrypt and never interpret. */
export type Memory = Readonly<Record<string, unknown>>;

export type SecondFactor = { kind: 'code'; prompt: string; digits: number | null };

/**
 * The person's reply to the previous step. It is either the code that the person typed, or the query with which the
 * provider redirected the person back to us.
 */
export type Reply = { kind: 'code'; code: string } | { kind: 'redirect'; query: Readonly<Record<string, string>> };

export type LoginRequest = {
  credentials: Credentials;
  /**
   * The products for which the link may be used. A provider's page asks the person to allow access to the data of these
   * products.
   */
  products: readonly ProductType[];
  /** The length of the history that is read after this login, in months. */
  history_months: number;
  /** True on a refresh, when no person is present to answer questions. */
  is_refresh: boolean;
  /** The account from the last login or the last fetch, if the link already exists. */
  account: Account | undefined;
  /**
   * An id for the person that is the same in all logins at this provider. It is a keyed hash, so the provider learns
   * nothing about the person from it.
   */
  person_id: string;
  /**
   * `memory` is the `memory` value that the previous step returned. `reply` is the person's reply to the previous step.
   */
  memory: Memory | undefined;
  reply: Reply | undefined;
  /** The URL to which the provider's page must redirect the person. */
  redirect_url: string;
  /** The OAuth `state` of this login; the provider returns it with the reply. */
  state: string;
};

/**
 * The result of one step of a login. There is no step for a failure: a connector reports a failure by throwing
 * `ProviderFailure`.
 */
export type LoginStep =
  | { step: 'connected'; account: Account; identities?: Identities }
  | { step: 'second_factor'; ask: SecondFactor; memory: Memory }
  | { step: 'redirect'; url: string; memory: Memory };

/**
 * The identities of the accounts that a login can read, such as account numbers. A connector gives them if two logins of
 * one person can read different accounts. A new login joins an existing link of the same person and provider if the two
 * have at least one identity in common, even if their `Account.login` differs. Two accounts with the same identity would
 * join wrong links, so a connector gives no identity for an account that it could confuse with another one. The service
 * stores the identities only as keyed hashes.
 */
export type Identities = readonly string[];

/** An account that we can access at a provider. The values are those after the last login or the last fetch. */
export type Account = {
  /**
   * The normalised identity of the login at this provider. It is stored encrypted; only its keyed hash is stored
   * unencrypted. If a person connects the same accounts again, the identity is the same, so that they keep their link.
   */
  login: string;
  /**
   * The provider's own id of our connection, if one login can have several connections at the provider. Notices then
   * contain this id. If a later login makes another connection, the service revokes the old connection.
   */
  connection_id?: string;
  /** Whether the deposits of this account can be switched. It is `null` if the provider does not manage deposits. */
  can_switch_deposits: boolean | null;
  /** Whether the provider itself marks this account as suspicious. */
  is_suspicious: boolean;
  memory: Memory;
};

export type FetchRequest = {
  product: ProductType;
  /** Our id of the link; a connector may derive object ids from it. */
  link_id: string;
  is_refresh: boolean;
  /** The length of the history to read, in months. */
  history_months: number;
  /** Sandbox only: data that the client declared for this person instead of the sample data. */
  declared?: Declared | undefined;
  /** Only for the connector of uploaded documents: all documents of the person, including earlier uploads. */
  documents?: readonly UploadedDocument[] | undefined;
  /** The person's imported files. Only the connector of imported files gets them. */
  imports?: ImportedFiles | undefined;
};
/**
 * `heads`: all files of the person, in the order of their import. `rows`: the merged rows of these files, which only
 * the second part of a fetch (`rest`) needs.
 */
export type ImportedFiles = { heads: readonly ImportHead[]; rows: readonly MergedRow[] };
export type Declared = { payroll?: InjectedPayroll | undefined; bank?: InjectedBank | undefined };

/**
 * The outcome `later` means that the provider is still preparing the data. In that outcome, `progress` is a number that
 * increases with each call.
 */
export type Fetched =
  | {
      outcome: 'data';
      data: Partial<LinkData>;
      account: Account;
      /** Sentences that tell the person which data the provider could not read. */
      missing_data?: readonly string[];
      /** True if the connector did not request account and routing numbers. The link then keeps the stored numbers. */
      without_numbers?: boolean;
      /**
       * For each list, the accounts whose items the provider could not read this time. The link keeps the stored items
       * of these accounts.
       */
      unread?: UnreadAccounts;
      /** The accounts that were read. A later login with one of them joins this link. */
      identities?: Identities;
    }
  | { outcome: 'later'; seconds: number; progress: number; account: Account };

export type Fetch = (account: Account, request: FetchRequest, io: Io) => Promise<Fetched>;

export type SwitchRequest = {
  product: 'deposit_switch' | 'pll';
  deposit: DepositAccount;
  /**
   * The idempotency key of a switch. It is the same in every retry of the switch, so that a connector does not apply
   * the switch twice.
   */
  key: string;
};
export type Switched = { initial_accounts: readonly Allocation[] | null; account: Account };
/** A pay allocation as it was at the provider before the switch. */
export type Allocation = Omit<DepositAccount, 'bank_address'> & { account_name: string | null };

export type Connector = {
  manifest: Manifest;
  /**
   * Returns the identity of the login (for example the user name) from the values of the login form, before any login.
   * Returns `undefined` if the person enters the identity only on the provider's page (OAuth).
   */
  loginOf(credentials: Credentials): string | undefined;
  login(request: LoginRequest, io: Io): Promise<LoginStep>;
  /**
   * Called when a person connects an existing link again. Returns the account of the new login, with everything from
   * the replaced account that still applies, such as counts of requests. Without this function, nothing is kept.
   */
  inherit?(account: Account, replaced: Account): Account;
  /** `first` reads the data that is quick to read. `rest` reads the slow parts, mainly documents. */
  fetch: { first: Fetch; rest: Fetch };
  switchDeposit?(account: Account, request: SwitchRequest, io: Io): Promise<Switched>;
  openFile?: OpenFile | DrawnFiles;
  /** Returns the pay of all employees of a company in a date range, for the `admin` product. */
  fetchPayroll?(
    account: Account,
    range: { link_id: string; start_date: string; end_date: string },
    io: Io,
  ): Promise<PayrollEntry[]>;
  /** Present only if our access at the provider expires after a short time. */
  renewal?: Renewal;
  /**
   * Revokes our access at the provider when a link is deleted or its connection is replaced. The link is deleted even
   * if the revocation fails.
   */
  revoke(account: Account, io: Io): Promise<void>;
  /**
   * Verifies the signature of a provider's notice before anything in its body is parsed. Returns `undefined` if the
   * signature is wrong. A connector whose provider sends no notices has no `webhook`.
   */
  webhook?(request: NoticeRequest, io: Io): Promise<ProviderNotice | undefined>;
};

/** A request of the provider to our webhook address, as it arrived. Header names are in lower case. */
export type NoticeRequest = { headers: Readonly<Record<string, string>>; body: Buffer };
/**
 * The content of a provider's notice. `id` identifies the notice, so that a repeated notice is recognized. `logins`
 * names the logins whose links must be refreshed. Each value is an `Account.connection_id`, or the `Account.login` if
 * the account has no `connection_id`. The list is empty if the notice does not concern data that we read.
 */
export type ProviderNotice = { id: string; logins: readonly string[] };
/**
 * Renews our access to an account. The renewal uses a secret that the provider accepts only once, such as a rotating
 * refresh token. Only the service calls `renew`. For each account, only one call runs at a time, over all processes.
 * The service never repeats a call that may have reached the provider.
 */
export type Renewal = {
  /** `now` is the real time. */
  isDue(account: Account, now: Date): boolean;
  /**
   * A `ProviderFailure` whose `cause` is undefined may be thrown in only two cases: if the provider answered and the
   * old secret is still valid, or if the status is `login_error`. After any other error, the service assumes that the
   * old secret was used up.
   */
  renew(account: Account, io: Io): Promise<Account>;
};

/** Returns the content of a file. The `file_id` is one that this connector returned earlier. */
export type OpenFile = (account: Account, file_id: string, io: Io) => Promise<Buffer | undefined>;
/**
 * For a provider that has no files: `drawn_by` is the name of the function in `drawings.ts` that draws the files in a
 * worker thread.
 */
export type DrawnFiles = { readonly drawn_by: string };

/**
 * A connector throws this error to end a task with a status. The message is shown to the applicant. A failure that does
 * not concern the whole provider must state its `scope`. Otherwise it is treated as a failure of the whole provider,
 * and a few such failures mark the provider as down for everybody.
 */
export class ProviderFailure extends Error {
  readonly status: FailedStatus;
  readonly scope: FailureScope;
  constructor(status: FailedStatus, message: string, options: ErrorOptions & { scope?: FailureScope } = {}) {
    const { scope = 'provider', ...rest } = options;
    super(message, rest);
    this.name = 'ProviderFailure';
    this.status = status;
    this.scope = scope;
  }
}

/**
 * A connector throws this error if the provider asks us to wait (HTTP status 429). The service then repeats the step
 * after `seconds`. While a person is present, a login waits only for a short time. No task waits for more than ten
 * minutes. If the wait would be longer, the task ends immediately with `unavailable` and the message of this error.
 */
export class ProviderBusy extends ProviderFailure {
  readonly seconds: number;
  /**
   * Set if the step has used a secret that works only once, such as the code of a redirect. The login step is then
   * repeated without the person's reply, and with this memory.
   */
  readonly memory: Memory | undefined;
  constructor(provider_name: string, seconds: number, options: { scope?: FailureScope; memory?: Memory } = {}) {
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    const when = minutes > 60 ? 'later' : `in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
    const { scope = 'provider' } = options;
    super('unavailable', `${provider_name} is busy. Please try again ${when}.`, { scope });
    this.name = 'ProviderBusy';
    this.seconds = seconds;
    this.memory = options.memory;
  }
}

/**
 * A connector throws this error if the provider no longer grants us access to the account. The service then renews our
 * access, if the provider allows renewal.
 */
export class AccessRefused extends Error {
  constructor() {
    super('the provider refused the access');
    this.name = 'AccessRefused';
  }
}
