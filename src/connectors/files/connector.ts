// The provider of imported files: the files that a client imported for the person, or that the person sent in the widget,
// are the account, and the records in them are the data.
import {
  type Connector,
  type Credentials,
  type FetchRequest,
  type ImportedFiles,
  type Io,
  type LoginField,
  ProviderFailure,
} from '#connectors/contract.ts';
import { firstData, restOfData } from './link-data.ts';

const USER_ID: LoginField = {
  name: 'user_id',
  label: 'User',
  kind: 'text',
  autocomplete: 'off',
  required: true,
  length_max: 32,
};

/** The files are in our own store, so the login is just the user id. */
const loginOf = ({ user_id }: Credentials): string | undefined => user_id;

const todayOf = (io: Io): string => io.now().toISOString().slice(0, 10);

function filesOf({ imports }: FetchRequest): ImportedFiles {
  if (imports === undefined || imports.heads.length === 0)
    throw new ProviderFailure('no_data', 'No file was imported for this person.');
  return imports;
}

export const FILES_PROVIDER_ID = 'vouch_files';

/**
 * What people may type who have a file. No name contains "bank" or begins like the name of a bank, because people who
 * type that look for their bank.
 */
const NAMES = [
  'File',
  'Statement file',
  'Payroll file',
  'Download',
  'Archivo',
  'OFX',
  'QFX',
  'Quicken',
  'CSV',
  'camt.053',
  'BAI2',
  'NACHA',
  'EFW2',
];

export const filesConnector = {
  manifest: {
    id: FILES_PROVIDER_ID,
    name: 'Imported files',
    logo_url: null,
    domain: null,
    is_supported: true,
    success_rate: null,
    data_source: 'financial_accounts',
    products: ['transactions', 'assets', 'income'],
    environments: ['prod', 'sandbox'],
    also_known_as: NAMES,
    is_file: true,
    login: { kind: 'form', fields: [USER_ID] },
    second_factors: [],
    origins: [],
  },
  loginOf,
  login: async ({ credentials }) => {
    const login = loginOf(credentials);
    if (login === undefined) throw new ProviderFailure('login_error', 'The user of the files is missing.');
    return { step: 'connected', account: { login, can_switch_deposits: null, is_suspicious: false, memory: {} } };
  },
  fetch: {
    async first(account, request, io) {
      return { outcome: 'data', data: firstData(filesOf(request), request.link_id, todayOf(io)), account };
    },
    async rest(account, request, io) {
      return { outcome: 'data', data: await restOfData(filesOf(request), request.link_id, todayOf(io)), account };
    },
  },
  revoke: async () => undefined,
} satisfies Connector;
