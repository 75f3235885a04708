import { Ajv, type AnySchema } from 'ajv';
import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { describeConnector } from '#connectors/conformance.ts';
import { type Fixture, failureOf, LINK_ID, playerOf } from '#connectors/conformance-play.ts';
import type { Connector, FetchRequest } from '#connectors/contract.ts';
import type { ProductType } from '#domain/access/products.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { BankStatementAnswer, presentBankStatement } from '#domain/reports/bank-statements.ts';
import { AccountAnswer, presentAccount } from '#domain/reports/financial-accounts.ts';
import { InsuranceAnswer } from '#domain/reports/insurance.ts';
import { LinkDocumentAnswer, presentLinkDocument } from '#domain/reports/link-documents.ts';
import { EmploymentAnswer, ProfileAnswer, presentEmployment, presentProfile } from '#domain/reports/payroll.ts';
import { presentTaxDocument, TaxDocumentAnswer } from '#domain/reports/tax-documents.ts';
import { TransactionAnswer } from '#domain/reports/transactions.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { stub, uploaded, without } from '#test/uploaded-documents.ts';
import { documentsConnector } from './connector.ts';

const USER = { user_id: 'd'.repeat(32) };
const NOBODY = { user_id: 'e'.repeat(32) };
const TIMES = { created_at: '2026-03-04T09:30:00Z', updated_at: '2026-03-04T09:30:00Z' };

const W2 = uploaded(3, 'W2', { year: '2025', employer_ein: '99-9000001', wages: 8_000_000n });
const DIVIDENDS = uploaded(
  4,
  'F1099',
  { year: '2025', recipient_name: 'Jordan Vale', recipient_tin: '991-91-9991', ordinary_dividends: 5n },
  { subtype: 'F1099_DIV' },
);
const BANK = uploaded(
  5,
  'BANK_STATEMENT',
  {
    holder_name: 'Jordan Vale',
    account_mask: '4721',
    period_start: '2026-01-01',
    period_end: '2026-01-31',
    closing_balance: 5n,
  },
  { rows: { transactions: [{ date: '2026-01-09', description: 'Larkspur payroll', amount: 5n }] } },
);
const HOME = uploaded(6, 'INSURANCE_HOME_POLICY', { insurer_name: 'Vouch Mutual', insured_name: 'Jordan Vale' });
const LETTER = uploaded(7, 'OTHER');
const ALL = [
  stub(1, {}, { distributions: [{ description: 'Checking', account_mask: '4721', current: 240_000n }] }),
  stub(2, { pay_date: '2026-02-06' }),
  W2,
  DIVIDENDS,
  BANK,
  HOME,
  LETTER,
];

/** Returns the connector as the task engine calls it, with the documents of one person. */
const withDocuments = (documents: readonly UploadedDocument[]): Connector => {
  const given = ({ login }: { login: string }, request: FetchRequest): FetchRequest => ({
    ...request,
    documents: login === USER.user_id ? documents.map((document) => ofLink(document, request.link_id)) : [],
  });
  const { first, rest } = documentsConnector.fetch;
  return {
    ...documentsConnector,
    fetch: {
      first: (account, request, io) => first(account, given(account, request), io),
      rest: (account, request, io) => rest(account, given(account, request), io),
    },
  };
};

/** Makes the id of the document different for each link, because a document belongs to the files of one person. */
const ofLink = (document: UploadedDocument, link_id: string): UploadedDocument =>
  link_id === LINK_ID ? document : { ...document, id: document.id.split('').toReversed().join('') };

const fixture = (product: ProductType): Fixture => ({
  product,
  logins: { good: USER, wrong_password: {}, no_data: NOBODY, partial: USER },
});
// The suite expects a connector that opens files and is offered in an environment, so the test adds `openFile` and an
// environment. In production, the service opens the files of documents, and no environment offers this provider.
const numbers = ALL.map((_, at) => at + 1);
describeConnector(
  {
    ...withDocuments(ALL),
    manifest: { ...documentsConnector.manifest, environments: ['prod'] },
    openFile: async (_account, file_id) => {
      const number = numbers.find((one) => uploaded(one, 'OTHER').file_id === file_id);
      return number === undefined ? undefined : Buffer.from(`bytes ${number}`);
    },
  },
  fixture('income'),
  runStep,
);

const playing = (product: ProductType, documents: readonly UploadedDocument[] = ALL) =>
  playerOf(withDocuments(documents), fixture(product), runStep);
async function read(product: ProductType, documents: readonly UploadedDocument[] = ALL) {
  const player = playing(product, documents);
  return player.read(await player.connect(USER));
}
async function failure(product: ProductType, documents: readonly UploadedDocument[]) {
  const player = playing(product, documents);
  const { status, message } = await failureOf(player.fetch('first', await player.connect(USER)));
  return { status, message };
}

describe('uploaded documents as a provider', () => {
  test('the provider of uploaded documents is offered in no environment; the login is the user id', async () => {
    expect(documentsConnector.manifest).toMatchObject({ id: 'documents', data_source: 'docs', environments: [] });
    expect((await playing('income').connect(USER)).login).toBe(USER.user_id);
  });

  test.each<[ProductType, string[]]>([
    [
      'income',
      [
        'employments',
        'accounts',
        'identity',
        'statements',
        'w2s',
        'tax_documents',
        'transactions',
        'bank_statements',
        'documents',
      ],
    ],
    ['employment', ['employments', 'documents']],
    ['assets', ['accounts', 'identity', 'transactions', 'bank_statements', 'documents']],
    ['transactions', ['accounts', 'identity', 'transactions', 'bank_statements', 'documents']],
    ['insurance', ['policies', 'drivers', 'addresses', 'driving_records', 'agents', 'identity', 'documents']],
  ])('for the product %s, uploaded documents return the lists %j', async (product, lists) => {
    expect(Object.keys((await read(product)).data).toSorted()).toEqual(lists.toSorted());
  });

  test('uploaded documents yield no bank data if there are no bank statements, and no tax documents if there are no tax forms', async () => {
    const { data } = await read('income', [stub(1)]);
    expect(Object.keys(data).toSorted()).toEqual(['documents', 'employments', 'statements']);
  });

  test('a link’s data lists all uploaded documents, even documents that no product uses', async () => {
    const { documents = [] } = (await read('income')).data;
    expect(documents.map(({ document_type }) => document_type)).toEqual(ALL.map(({ document_type }) => document_type));
    expect(documents.at(-1)).toEqual({
      id: LETTER.id,
      document_type: 'OTHER',
      filename: 'upload-7.pdf',
      mime_type: 'application/pdf',
      file_id: LETTER.file_id,
      md5sum: LETTER.md5sum,
      is_suspicious: false,
      review_status: 'not_required',
    });
  });

  test('uploaded documents yield the same data in any order', async () => {
    const [once, reversed] = [await read('income'), await read('income', ALL.toReversed())];
    expect(inDecimals(reversed.data)).toEqual(inDecimals(once.data));
  });

  test('an account is suspicious if one of the uploaded documents is suspicious', async () => {
    const forged = { ...LETTER, is_suspicious: true, review_status: 'pending' } as const;
    expect((await read('income', [stub(1), forged])).account.is_suspicious).toBe(true);
    expect((await read('income', [stub(1), { ...forged, is_suspicious: false }])).account.is_suspicious).toBe(false);
  });
});

describe('the documents of a person', () => {
  const bare = without(stub(1), 'gross_pay', 'net_pay');

  test.each<[ProductType, string, UploadedDocument[]]>([
    ['income', 'income', [LETTER, HOME, bare]],
    ['income', 'income', [uploaded(1, 'W2', { year: '2025' }), uploaded(2, 'F1040', { year: '2025' })]],
    ['income', 'income', []],
    ['employment', 'employment', [LETTER, BANK, DIVIDENDS]],
    ['assets', 'asset', [LETTER, stub(1), HOME]],
    ['transactions', 'asset', [LETTER, stub(1)]],
    ['insurance', 'insurance', [LETTER, BANK, uploaded(1, 'INSURANCE_AUTO_POLICY')]],
  ])(
    'a task for %s ends with no_data if the uploaded documents contain no data for this product',
    async (product, word, documents) => {
      expect(await failure(product, documents)).toEqual({
        status: 'no_data',
        message: `No ${word} data was found in the document.`,
      });
    },
  );

  test.each<[ProductType, UploadedDocument]>([
    ['income', stub(1)],
    ['income', W2],
    ['income', DIVIDENDS],
    ['income', BANK],
    ['employment', bare],
    ['employment', W2],
    ['assets', BANK],
    ['insurance', HOME],
  ])('uploaded documents return data for %s if at least one of the documents is usable', async (product, document) => {
    await expect(read(product, [LETTER, document])).resolves.toBeDefined();
  });

  test('a task for a product that documents do not support ends with not_supported', async () => {
    const player = playing('deposit_switch');
    const { status } = await failureOf(player.fetch('first', await player.connect(USER)));
    expect(status).toBe('not_supported');
  });
});

describe('the identity of a link from documents', () => {
  const identity = async (...documents: UploadedDocument[]) => (await read('income', documents)).data.identity?.[0];

  test('the identity is the holder of the bank account; without a bank account, it is the person on a tax form', async () => {
    expect(await identity(DIVIDENDS)).toMatchObject({ full_name: 'Jordan Vale', ssn: '991919991' });
    expect(await identity(DIVIDENDS, BANK)).toMatchObject({ full_name: 'Jordan Vale', ssn: null });
    const filed = uploaded(1, 'F1040', {
      year: '2025',
      first_name: 'Jordan',
      last_name: 'Vale',
      ssn: '991919991',
      line_9: 5n,
    });
    expect(await identity(filed)).toMatchObject({ full_name: 'Jordan Vale', ssn: '991919991' });
  });

  test('the identity is not read from pay stubs and W-2s, because the employment made from these documents already names the person', async () => {
    expect(await identity(stub(1), W2)).toBeUndefined();
  });
});

describe('the data in API responses', () => {
  const ajv = new Ajv({ validateFormats: false, strict: false });
  const faultsOf = (schema: AnySchema, value: unknown): unknown => {
    const check = ajv.compile(schema);
    return check(value) ? [] : check.errors;
  };
  const fileUrl = (name: string) => `https://vouch.example/files/1/${name}`;

  test('the data in API responses matches the published schemas', async () => {
    const { data } = await read('income');
    const insured = inDecimals((await read('insurance')).data);
    const shown = inDecimals(data);
    const { statements = [], w2s = [], accounts = [], transactions = [], bank_statements = [] } = shown;
    const lists = {
      statements: statements.map(({ employment_id: _job, ...statement }) => statement),
      w2s: w2s.map(({ employment_id: _job, ...w2 }) => w2),
    };
    const pairs: [AnySchema, unknown[]][] = [
      [
        EmploymentAnswer,
        (shown.employments ?? []).map((one) => presentEmployment({ ...one, ...TIMES }, lists, fileUrl)),
      ],
      [TaxDocumentAnswer, (shown.tax_documents ?? []).map((one) => presentTaxDocument(one, fileUrl))],
      [AccountAnswer, accounts.map((one) => presentAccount({ ...one, ...TIMES }))],
      [TransactionAnswer, transactions.map((one) => ({ ...one, ...TIMES }))],
      [BankStatementAnswer, bank_statements.map((one) => presentBankStatement({ ...one, ...TIMES }, fileUrl))],
      [ProfileAnswer, (shown.identity ?? []).map((one) => presentProfile({ ...one, ...TIMES }))],
      [LinkDocumentAnswer, (data.documents ?? []).map((one) => presentLinkDocument({ ...one, ...TIMES }, fileUrl))],
      [InsuranceAnswer, [insured]],
    ];
    for (const [schema, values] of pairs) {
      expect(values.length).toBeGreaterThan(0);
      expect(values.flatMap((value) => faultsOf(schema, value))).toEqual([]);
    }
  });
});
