// The provider of uploaded documents. The person's files take the place of an account, and the values that were read
// from the files are the data.
import { type Account, type FetchRequest, ProviderFailure } from '#connectors/contract.ts';
import { storedFilesConnector } from '#connectors/stored-files.ts';
import { DOCUMENT_PRODUCTS, type DocumentProduct, firstData, isDocumentProduct, restOfData } from './link-data.ts';

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

export const documentsConnector = storedFilesConnector({
  id: DOCUMENTS_PROVIDER_ID,
  name: 'Documents',
  data_source: 'docs',
  products: DOCUMENT_PRODUCTS,
  environments: [],
  missing_user: 'The user of the documents is missing.',
  first(request, today) {
    const asked = { product: productOf(request), link_id: request.link_id, today };
    return firstData(request.documents ?? [], asked);
  },
  rest: async (request) =>
    restOfData(request.documents ?? [], { product: productOf(request), link_id: request.link_id }),
  accountAfter: marked,
});
