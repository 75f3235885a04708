// The provider of uploaded documents: the person’s files are the account, and the values read from them are the data.
import {
  type Account,
  type Connector,
  type Credentials,
  type FetchRequest,
  type Io,
  type LoginField,
  ProviderFailure,
} from '#connectors/contract.ts';
import { DOCUMENT_PRODUCTS, type DocumentProduct, firstData, isDocumentProduct, restOfData } from './link-data.ts';

const USER_ID: LoginField = {
  name: 'user_id',
  label: 'User',
  kind: 'text',
  autocomplete: 'off',
  required: true,
  length_max: 32,
};

/** The person’s files are in our own store, so the login is just the user id. */
const loginOf = ({ user_id }: Credentials): string | undefined => user_id;

const todayOf = (io: Io): string => io.now().toISOString().slice(0, 10);

function productOf({ product }: FetchRequest): DocumentProduct {
  if (!isDocumentProduct(product))
    throw new ProviderFailure('not_supported', 'This provider does not support the requested product.');
  return product;
}

/** Each fetch computes `is_suspicious` again, because a review may have cleared a document since the last fetch. */
const marked = (account: Account, { documents = [] }: FetchRequest): Account => ({
  ...account,
  is_suspicious: documents.some(({ is_suspicious }) => is_suspicious),
});

export const DOCUMENTS_PROVIDER_ID = 'documents';

export const documentsConnector = {
  manifest: {
    id: DOCUMENTS_PROVIDER_ID,
    name: 'Documents',
    logo_url: null,
    domain: null,
    is_supported: true,
    success_rate: null,
    data_source: 'docs',
    products: DOCUMENT_PRODUCTS,
    // Nobody chooses this provider from a list. A link to it is created when documents are uploaded.
    environments: [],
    login: { kind: 'form', fields: [USER_ID] },
    second_factors: [],
    origins: [],
  },
  loginOf,
  login: async ({ credentials }) => {
    const login = loginOf(credentials);
    if (login === undefined) throw new ProviderFailure('login_error', 'The user of the documents is missing.');
    return { step: 'connected', account: { login, can_switch_deposits: null, is_suspicious: false, memory: {} } };
  },
  fetch: {
    async first(account, request, io) {
      const asked = { product: productOf(request), link_id: request.link_id, today: todayOf(io) };
      const data = firstData(request.documents ?? [], asked);
      return { outcome: 'data', data, account: marked(account, request) };
    },
    async rest(account, request) {
      const asked = { product: productOf(request), link_id: request.link_id };
      const data = await restOfData(request.documents ?? [], asked);
      return { outcome: 'data', data, account: marked(account, request) };
    },
  },
  revoke: async () => undefined,
} satisfies Connector;
