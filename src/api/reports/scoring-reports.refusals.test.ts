// Tests valid and invalid requests for a scoring report.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid } from '#test/answers.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { BASIC_REQUEST, SCORING_URL } from '#test/scoring.ts';
import { newUser } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openTestHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const post = (body: unknown) => client.sandbox('POST', SCORING_URL, body);
const [ACCOUNT] = BASIC_REQUEST.accounts;
const [TRANSACTION] = BASIC_REQUEST.transactions;
const account = (more: object) => ({ accounts: [{ ...ACCOUNT, ...more }], transactions: [] });
const transaction = (more: object) => ({ transactions: [{ ...TRANSACTION, ...more }] });
const letters = (count: number): string => 'x'.repeat(count);

const ACCEPTED: object[] = [
  { lender_reference: letters(128), customer_identifier: letters(128) },
  { purpose: 'verification' },
  { purpose: 'analytics' },
  { cutoff_date: null },
  { cutoff_date: '0001-01-01' },
  { cutoff_date: '9999-12-31' },
  { user_id: null, link_id: '' },
  { institutions: [], transactions: [] },
  { institutions: [{ identifier: 'bank', name: null, data_source: 'aggregation' }] },
  { institutions: [{ identifier: 'bank' }], ...account({ institution_identifier: 'bank' }) },
  account({ institution_identifier: '', balance_amount: null, balance_date: null, autopay: null }),
  account({ type: 'savings', balance_amount: '-9999999999.99', balance_date: '2026-02-28', autopay: true }),
  account({ type: 'card' }),
  account({ type: 'loan' }),
  account({ type: 'other' }),
  transaction({ amount: 0, status: 'pending', description: letters(512) }),
  transaction({ amount: '-0.01', status: '', description: null }),
  transaction({ post_date: '2026-03-02' }),
  { loan_data_enabled: true },
  { never_heard_of: 1 },
];

test.each(ACCEPTED)('201 for the basic scoring request with the additional or changed fields %j', async (more) => {
  const response = await post({ ...BASIC_REQUEST, ...more });
  expect(response.statusCode, response.body).toBe(201);
  const { report_id } = response.json();
  expect((await client.sandbox('GET', `${SCORING_URL}${report_id}/`)).json()).toMatchObject({ status: 'success' });
});

const REQUIRED = 'This field is required.';
const UNKNOWN = 'Object not found.';
const LONG = 'Ensure this field has no more than 128 characters.';
const DATE = 'Date has wrong format. Use YYYY-MM-DD.';
const REFUSED: [field: string, more: object, message: string][] = [
  ['lender_reference', { lender_reference: undefined }, REQUIRED],
  ['lender_reference', { lender_reference: '' }, 'This field may not be blank.'],
  ['lender_reference', { lender_reference: letters(129) }, LONG],
  ['customer_identifier', { customer_identifier: null }, 'This field may not be null.'],
  ['customer_identifier', { customer_identifier: letters(129) }, LONG],
  ['customer_identifier', { customer_identifier: 7 }, 'Not a valid string.'],
  ['purpose', { purpose: undefined }, REQUIRED],
  ['purpose', { purpose: 'marketing' }, '"marketing" is not a valid choice.'],
  ['cutoff_date', { cutoff_date: '2026-02-29' }, DATE],
  ['cutoff_date', { cutoff_date: '2026-03-01T00:00:00Z' }, DATE],
  ['institutions', { institutions: {} }, 'Expected a list of items.'],
  ['institutions.0.identifier', { institutions: [{}] }, REQUIRED],
  ['institutions.0.name', { institutions: [{ identifier: 'b', name: letters(129) }] }, LONG],
  ['accounts', { accounts: undefined, transactions: [] }, REQUIRED],
  ['accounts', { accounts: [], transactions: [] }, 'This list may not be empty.'],
  ['accounts.0.identifier', account({ identifier: undefined }), REQUIRED],
  ['accounts.0.type', account({ type: undefined }), REQUIRED],
  ['accounts.0.type', account({ type: 'CHECKING' }), '"CHECKING" is not a valid choice.'],
  ['accounts.0.institution_identifier', account({ institution_identifier: 'nobody' }), UNKNOWN],
  ['accounts.0.balance_amount', account({ balance_amount: 'much' }), 'A valid number is required.'],
  [
    'accounts.0.balance_amount',
    account({ balance_amount: 10_000_000_000 }),
    'Ensure that there are no more than 10 digits before the decimal point.',
  ],
  ['accounts.0.balance_date', account({ balance_date: 'today' }), DATE],
  ['accounts.0.autopay', account({ autopay: 'true' }), 'Must be a valid boolean.'],
  ['accounts.1.identifier', { accounts: [ACCOUNT, ACCOUNT] }, 'This identifier is used more than once.'],
  ['transactions.0.identifier', transaction({ identifier: '' }), 'This field may not be blank.'],
  ['transactions.0.account_identifier', transaction({ account_identifier: undefined }), REQUIRED],
  ['transactions.0.account_identifier', transaction({ account_identifier: 'nobody' }), UNKNOWN],
  ['transactions.0.post_date', transaction({ post_date: undefined }), REQUIRED],
  ['transactions.0.post_date', transaction({ post_date: '2026-13-01' }), DATE],
  ['transactions.0.amount', transaction({ amount: undefined }), REQUIRED],
  ['transactions.0.amount', transaction({ amount: null }), 'This field may not be null.'],
  ['transactions.0.amount', transaction({ amount: '0.001' }), 'Ensure that there are no more than 2 decimal places.'],
  ['transactions.0.status', transaction({ status: 'POSTED' }), '"POSTED" is not a valid choice.'],
  [
    'transactions.0.description',
    transaction({ description: letters(513) }),
    'Ensure this field has no more than 512 characters.',
  ],
  [
    'transactions.1.identifier',
    { transactions: [TRANSACTION, TRANSACTION] },
    'This identifier is used more than once.',
  ],
  ['loan_data_enabled', { loan_data_enabled: 1 }, 'Must be a valid boolean.'],
  ['user_id', { accounts: [], transactions: [], user_id: 'f'.repeat(32) }, UNKNOWN],
  ['link_id', { accounts: [], transactions: [], link_id: 'nobody' }, UNKNOWN],
];

test.each(REFUSED)('400 for a scoring request with an invalid %s: %j', async (field, more, message) => {
  const response = await post({ ...BASIC_REQUEST, ...more });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual(invalid([field, message]));
});

test('the 400 response to an invalid scoring request lists all validation errors, in the order of the fields', async () => {
  expect((await post({})).json()).toEqual(
    invalid(['lender_reference', REQUIRED], ['customer_identifier', REQUIRED], ['purpose', REQUIRED]),
  );
  const body = {
    ...BASIC_REQUEST,
    purpose: 'x',
    institutions: [{ identifier: 1 }],
    accounts: [{ identifier: 'a', type: 'x' }],
    transactions: [{ ...TRANSACTION, amount: 'x' }],
    loan_data_enabled: 'x',
  };
  expect((await post(body)).json()).toEqual(
    invalid(
      ['purpose', '"x" is not a valid choice.'],
      ['institutions.0.identifier', 'Not a valid string.'],
      ['accounts.0.type', '"x" is not a valid choice.'],
      ['transactions.0.amount', 'A valid number is required.'],
      ['loan_data_enabled', 'Must be a valid boolean.'],
    ),
  );
  expect((await post([])).json()).toEqual(invalid(['body', 'Invalid data. Expected an object.']));
});

describe('a scoring request with user_id or link_id', () => {
  const source = { ...BASIC_REQUEST, institutions: undefined, accounts: undefined, transactions: undefined };
  const message = 'This field may not be given together with user_id or link_id.';

  test('400 with one error for each list that is sent together with user_id or link_id; empty lists count as absent', async () => {
    const user_id = await newUser(client.sandbox, newId());
    const lists = { institutions: [{ identifier: 'b' }], accounts: [ACCOUNT], transactions: [TRANSACTION] };
    expect((await post({ ...source, user_id, ...lists })).json()).toEqual(
      invalid(['institutions', message], ['accounts', message], ['transactions', message]),
    );
    expect((await post({ ...source, link_id: newId(), accounts: [ACCOUNT] })).json()).toEqual(
      invalid(['accounts', message]),
    );
    const empty = { institutions: [], accounts: [], transactions: [] };
    expect((await post({ ...source, user_id, ...empty })).statusCode).toBe(201);
  });

  test('400 for an unknown id and for an id of another client or of the other environment', async () => {
    const other = await newClient(house);
    const foreign = await newUser(other.sandbox, newId());
    const own = await newUser(client.sandbox, newId());
    const unknown = invalid(['user_id', UNKNOWN]);
    expect((await post({ ...source, user_id: foreign })).json()).toEqual(unknown);
    expect((await client.prod('POST', SCORING_URL, { ...source, user_id: own })).json()).toEqual(unknown);
    expect((await post({ ...source, user_id: newId(), link_id: newId() })).json()).toEqual(
      invalid(['user_id', UNKNOWN], ['link_id', UNKNOWN]),
    );
  });
});

describe('size limits of a scoring request', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...TRANSACTION, identifier: String(at), description: letters(100) }));

  test('201 for 20,000 transactions, 400 for 20,001', async () => {
    expect((await post({ ...BASIC_REQUEST, transactions: many(20_000) })).statusCode).toBe(201);
    expect((await post({ ...BASIC_REQUEST, transactions: many(20_001) })).json()).toEqual(
      invalid(['transactions', 'Ensure this list has no more than 20000 items.']),
    );
  });

  test('201 for 100 accounts and 100 institutions; 400 for 101 accounts and 101 institutions', async () => {
    const of = (count: number) => ({
      institutions: Array.from({ length: count }, (_, at) => ({ identifier: String(at) })),
      accounts: Array.from({ length: count }, (_, at) => ({ identifier: String(at), type: 'checking' })),
      transactions: [],
    });
    expect((await post({ ...BASIC_REQUEST, ...of(100) })).statusCode).toBe(201);
    const message = 'Ensure this list has no more than 100 items.';
    expect((await post({ ...BASIC_REQUEST, ...of(101) })).json()).toEqual(
      invalid(['institutions', message], ['accounts', message]),
    );
  });

  test('if a list is too long, the 400 response reports only its length, not errors in its items', async () => {
    const response = await post({
      ...BASIC_REQUEST,
      purpose: 'x',
      transactions: Array.from({ length: 300_000 }, () => 0),
    });
    expect(response.json()).toEqual(
      invalid(
        ['purpose', '"x" is not a valid choice.'],
        ['transactions', 'Ensure this list has no more than 20000 items.'],
      ),
    );
  });

  test('a 400 response lists at most the first ten thousand validation errors', async () => {
    const faultsOf = async (count: number, more: object) => {
      const transactions = many(count).map((row) => ({ ...row, ...more }));
      const faults = (await post({ ...BASIC_REQUEST, transactions })).json().error.extra['invalid-params'];
      return [faults.length, faults.at(-1).field];
    };
    expect(await faultsOf(10_000, { amount: 'x' })).toEqual([10_000, 'transactions.9999.amount']);
    expect(await faultsOf(10_001, { amount: 'x' })).toEqual([10_000, 'transactions.9999.amount']);
    expect(await faultsOf(10_001, { account_identifier: 'nobody' })).toEqual([
      10_000,
      'transactions.9999.account_identifier',
    ]);
  });

  test('201 for a body of 16 MiB, 400 for a larger body', async () => {
    const bytes_max = 16 * 1_048_576;
    const around = JSON.stringify({ ...BASIC_REQUEST, more: '' }).length;
    const sized = (bytes: number) => post({ ...BASIC_REQUEST, more: letters(bytes - around) });
    expect((await sized(bytes_max)).statusCode).toBe(201);
    expect((await sized(bytes_max + 1)).json()).toEqual(
      invalid(['body', `Ensure this field has no more than ${bytes_max} bytes.`]),
    );
  });
});
