// A provider that needs no real login, because the person's files are in our own store. The login contains only the
// user id.
import type { LinkData } from '#domain/reports/link-data.ts';
import {
  type Account,
  type Connector,
  type Credentials,
  type FetchRequest,
  type LoginField,
  type Manifest,
  ProviderFailure,
} from './contract.ts';

/**
 * `environments` is empty if people cannot choose the provider from a list. A link to such a provider is created when
 * the files arrive.
 */
type StoredFiles = Pick<
  Manifest,
  'id' | 'name' | 'data_source' | 'products' | 'environments' | 'also_known_as' | 'is_file'
> & {
  /** The error message of a login without a user id. */
  missing_user: string;
  /** The two parts of a fetch. `today` is the date of the fetch. */
  first(request: FetchRequest, today: string): Partial<LinkData>;
  rest(request: FetchRequest, today: string): Promise<Partial<LinkData>>;
  /** Returns the account after a fetch, for a provider whose fetch changes the account. */
  accountAfter?(account: Account, request: FetchRequest): Account;
};

const USER_ID: LoginField = {
  name: 'user_id',
  label: 'User',
  kind: 'text',
  autocomplete: 'off',
  required: true,
  length_max: 32,
};

const loginOf = ({ user_id }: Credentials): string | undefined => user_id;

export function storedFilesConnector(files: StoredFiles) {
  const { missing_user, first, rest, accountAfter = (account) => account, ...manifest } = files;
  return {
    manifest: {
      ...manifest,
      logo_url: null,
      domain: null,
      is_supported: true,
      success_rate: null,
      login: { kind: 'form', fields: [USER_ID] },
      second_factors: [],
      origins: [],
    },
    loginOf,
    login: async ({ credentials }) => {
      const login = loginOf(credentials);
      if (login === undefined) throw new ProviderFailure('login_error', missing_user);
      return { step: 'connected', account: { login, can_switch_deposits: null, is_suspicious: false, memory: {} } };
    },
    fetch: {
      async first(account, request, io) {
        const data = first(request, io.now().toISOString().slice(0, 10));
        return { outcome: 'data', data, account: accountAfter(account, request) };
      },
      async rest(account, request, io) {
        const data = await rest(request, io.now().toISOString().slice(0, 10));
        return { outcome: 'data', data, account: accountAfter(account, request) };
      },
    },
    revoke: async () => undefined,
  } satisfies Connector;
}

/** Removes empty lists, because a link without accounts must not look like a bank link. */
export const filledLists = (data: Partial<LinkData>): Partial<LinkData> =>
  Object.fromEntries(Object.entries(data).filter(([, list]) => list.length > 0));
