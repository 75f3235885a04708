// Computes the data of a link from all documents in a person’s files.
import { type FetchRequest, ProviderFailure } from '#connectors/contract.ts';
import { filledLists } from '#connectors/stored-files.ts';
import { noDataText } from '#domain/documents/collection-files.ts';
import { byUpload, type UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import type { LinkDocument } from '#domain/reports/link-documents.ts';
import { byRelevance, type Profile } from '#domain/reports/payroll.ts';
import type { TaxDocument } from '#domain/reports/tax-documents.ts';
import { accountOf, bankStatementsOf, booksOf } from './bank-accounts.ts';
import { type Employer, employersOf } from './employers.ts';
import { employmentIdOf, employmentOf, isNamed } from './employments.ts';
import { fileOf } from './fields.ts';
import { accountHolder, insuredPerson, taxPayer } from './identity.ts';
import { insuranceOf } from './policies.ts';
import { statementsOf } from './statements.ts';
import { taxDocumentsOf } from './tax-forms.ts';
import { transactionsOf } from './transactions.ts';
import { w2sOf } from './w2s.ts';

/** The products for which documents can provide data. */
export const DOCUMENT_PRODUCTS = ['income', 'employment', 'assets', 'transactions', 'insurance'] as const;
export type DocumentProduct = (typeof DOCUMENT_PRODUCTS)[number];

export const isDocumentProduct = (product: FetchRequest['product']): product is DocumentProduct =>
  DOCUMENT_PRODUCTS.some((one) => one === product);

type Asked = { product: DocumentProduct; link_id: string; today: string };

/**
 * Returns the person, and the employments, accounts or policies. Throws if the documents contain no data for the
 * product.
 */
export function firstData(uploaded: readonly UploadedDocument[], asked: Asked): Partial<LinkData> {
  const documents = uploaded.toSorted(byUpload);
  const data = FIRST[asked.product](documents, asked);
  if (data === undefined) throw new ProviderFailure('no_data', noDataText(asked.product));
  return data;
}

/** Returns the lists that may be long, and the documents themselves. */
export async function restOfData(
  uploaded: readonly UploadedDocument[],
  { product, link_id }: Pick<Asked, 'product' | 'link_id'>,
): Promise<Partial<LinkData>> {
  const documents = uploaded.toSorted(byUpload);
  const books = hasBankData(product) ? booksOf(documents, link_id) : [];
  return {
    ...filledLists({
      ...(product === 'income' ? payOf(documents, link_id) : {}),
      transactions: await transactionsOf(books, link_id),
      bank_statements: bankStatementsOf(books, link_id),
    }),
    documents: documents.map(toLinkDocument),
  };
}

const hasBankData = (product: DocumentProduct): boolean => product !== 'employment' && product !== 'insurance';

type First = (documents: readonly UploadedDocument[], asked: Asked) => Partial<LinkData> | undefined;

/** Reads bank statements. The products `assets` and `transactions` both get this data. */
const readBank: First = (documents, { link_id }) => {
  const accounts = booksOf(documents, link_id).map((book) => accountOf(book, link_id));
  if (accounts.length === 0) return undefined;
  return filledLists({ accounts, identity: listed(accountHolder(accounts, link_id)) });
};

/**
 * Maps each product to the function that returns the first part of its data. The function returns undefined if the
 * documents contain no data for the product.
 */
const FIRST: Record<DocumentProduct, First> = {
  employment(documents, { link_id, today }) {
    const employments = employersOf(documents.filter(isPaper))
      .filter(isNamed)
      .map((employer) => employmentOf(employer, paidBy(employer, link_id), link_id, today));
    return employments.length === 0 ? undefined : { employments: employments.toSorted(byRelevance) };
  },
  // Deposits on bank statements are income too, so bank statements alone are enough for the product `income`.
  income(documents, asked) {
    const { link_id, today } = asked;
    const employments = employersOf(documents.filter(isPaper))
      .map((employer) => ({ employer, statements: paidBy(employer, link_id) }))
      .filter(({ employer, statements }) => statements.length > 0 || taxedBy(employer, link_id).length > 0)
      .map(({ employer, statements }) => employmentOf(employer, statements, link_id, today));
    const bank = readBank(documents, asked);
    const has_income =
      employments.length > 0 || bank !== undefined || taxDocumentsOf(documents, link_id).some(hasAmount);
    if (!has_income) return undefined;
    const identity = listed(taxPayer(documents, link_id));
    return filledLists({ employments: employments.toSorted(byRelevance), identity, ...bank });
  },
  assets: readBank,
  transactions: readBank,
  insurance(documents, { link_id, today }) {
    const insurance = insuranceOf(documents, link_id, today);
    if (insurance.policies.length === 0) return undefined;
    return { ...insurance, ...filledLists({ identity: listed(insuredPerson(documents, link_id)) }) };
  },
};

/** Whether the document is of a type that names an employer. */
const isPaper = ({ document_type }: UploadedDocument): boolean => document_type === 'PAYSTUB' || document_type === 'W2';

const paidBy = (employer: Employer, link_id: string): LinkData['statements'] =>
  statementsOf(employer.documents, employmentIdOf(employer, link_id), link_id);

const taxedBy = (employer: Employer, link_id: string): LinkData['w2s'] =>
  w2sOf(employer.documents, employmentIdOf(employer, link_id), link_id);

function payOf(documents: readonly UploadedDocument[], link_id: string): Partial<LinkData> {
  const employers = employersOf(documents.filter(isPaper));
  return {
    statements: employers.flatMap((employer) => paidBy(employer, link_id)),
    w2s: employers.flatMap((employer) => taxedBy(employer, link_id)),
    tax_documents: taxDocumentsOf(documents, link_id),
  };
}

const hasAmount = ({ fields }: TaxDocument): boolean =>
  Object.values(fields).some((value: bigint | string | null) => typeof value === 'bigint');

const listed = (person: Profile | undefined): Profile[] => (person === undefined ? [] : [person]);

const toLinkDocument = (document: UploadedDocument): LinkDocument => {
  const { id, document_type, filename, mime_type, is_suspicious, review_status } = document;
  return { id, document_type, filename, mime_type, ...fileOf(document), is_suspicious, review_status };
};
