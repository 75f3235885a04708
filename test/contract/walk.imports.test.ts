// Contract, section 27.4: files that a client imports.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { newClient } from '#test/house.ts';
import { eventsOf, wordsOf } from '#test/tasks.ts';
import { transactions as transactionsShape } from './shapes/financial-accounts.ts';
import { imported as importShape } from './shapes/imports.ts';
import { link as linkShape, task as taskShape } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { incomeReport, statement as statementShape } from './shapes/payroll.ts';
import { taxDocuments } from './shapes/tax.ts';
import { startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused, newUser, finish } = walk;

const IMPORTS = '/v1/imports/';
const SAMPLES = new URL('../imports/samples/', import.meta.url);
const sample = (path: string): Buffer => readFileSync(new URL(path, SAMPLES));
const base64 = (file: string | Buffer): string => Buffer.from(file).toString('base64');
const bodyOf = (user_id: string, file: string | Buffer, more: object = {}) => ({
  user_id,
  filename: 'file.txt',
  content: base64(file),
  ...more,
});
const post = (user_id: string, file: string | Buffer, more: object = {}) =>
  expectAnswer(201, importShape, 'POST', IMPORTS, bodyOf(user_id, file, more));
const refused = async (user_id: string, file: string | Buffer, more: object = {}) =>
  (await expectRefused(400, 'POST', IMPORTS, bodyOf(user_id, file, more))).error.extra['invalid-params'];

const MARISOL = { first_name: 'Marisol', last_name: 'Tenney' };
const COUNTS = { accounts_count: 0, transactions_count: 0, new_transactions_count: 0, statements_count: 0 };

const transactionsOf = (link_id: string) =>
  expectRead(transactionsShape, `/v1/links/${link_id}/transactions/?page_size=100`);

describe('section 27.4: POST /v1/imports/', () => {
  test('201: POST returns the new import, and GET returns the same import; afterwards, its link and task have the status done', async () => {
    const user_id = await newUser();
    const made = await post(user_id, sample('overlap/ofx-a.ofx'));
    expect(made).toMatchObject({
      user_id,
      format: 'ofx',
      accounts_count: 1,
      transactions_count: 8,
      new_transactions_count: 8,
      statements_count: 0,
      tax_documents_count: 0,
      columns: null,
      warnings: [],
    });
    expect(await expectRead(importShape, `${IMPORTS}${made.id}/`)).toEqual(made);
    await finish();
    expect(await expectRead(linkShape, `/v1/links/${made.link_id}/`)).toMatchObject({
      user_id,
      provider_id: 'vouch_files',
      data_source: 'financial_accounts',
      status: 'done',
      last_task_id: made.task_id,
    });
    expect(await expectRead(taskShape, `/v1/tasks/${made.task_id}/`)).toMatchObject({
      status: 'done',
      link_id: made.link_id,
      product_type: 'transactions',
      data_source: 'financial_accounts',
      is_refresh: false,
    });
  });

  test('200 with the existing import if the same user sends the same bytes again, whatever the other fields are; another user gets a new import', async () => {
    const [user_id, other] = [await newUser(), await newUser()];
    const made = await post(user_id, sample('overlap/csv-a.csv'));
    const again = bodyOf(user_id, sample('overlap/csv-a.csv'), { filename: 'other.csv', account: { mask: '1234' } });
    expect(await expectAnswer(200, importShape, 'POST', IMPORTS, again)).toEqual(made);
    const { id, link_id } = await post(other, sample('overlap/csv-a.csv'));
    expect([id, link_id]).not.toContain(made.id);
    expect(link_id).not.toBe(made.link_id);
    await finish();
    expect((await transactionsOf(made.link_id)).count).toBe(6);
  });

  test('an import emits the same sequence of events as any other link', async () => {
    const made = await post(await newUser(), sample('overlap/mt940-a.sta'));
    await finish();
    const words = wordsOf(await eventsOf(walk.house(), { link_id: made.link_id }));
    const steps = ['new', 'link-connected', 'parse', 'full_parse', 'done'];
    expect(words).toEqual(steps);
  });

  test('400: missing and invalid fields are reported in the order of the contract', async () => {
    expect(await expectRefused(400, 'POST', IMPORTS, {})).toEqual(
      invalid(
        ['user_id', 'This field is required.'],
        ['filename', 'This field is required.'],
        ['content', 'This field is required.'],
      ),
    );
    const wrong = {
      user_id: 5,
      filename: 'a/b',
      content: '*',
      format: 'pdf',
      account: { type: 'X', currency_code: 'usd', mask: '12345' },
      columns: { date: true, decimal: ';', sign: 'x' },
    };
    const { error } = await expectRefused(400, 'POST', IMPORTS, wrong);
    expect(error.extra['invalid-params'].map(({ field }: { field: string }) => field)).toEqual([
      'user_id',
      'filename',
      'content',
      'format',
      'account.type',
      'account.currency_code',
      'account.mask',
      'columns.date',
      'columns.decimal',
      'columns.sign',
    ]);
    expect(await refused(await newUser(), '')).toEqual([{ field: 'content', message: 'This field may not be blank.' }]);
  });

  test('400 on the field user_id if the user is unknown, or belongs to another client or environment', async () => {
    const unknown = [{ field: 'user_id', message: 'Object not found.' }];
    const other = await newClient(walk.house());
    const foreign = (await other.sandbox('POST', '/v1/users/', { external_user_id: newId() })).json().id;
    const prod = (await walk.acme().prod('POST', '/v1/users/', { external_user_id: newId() })).json().id;
    for (const user_id of [newId(), 'x', foreign, prod]) {
      expect(await refused(user_id, sample('overlap/csv-a.csv'))).toEqual(unknown);
    }
  });

  test('an optional field that is null or empty is treated as missing, and the default format is auto', async () => {
    for (const more of [
      { format: null, account: null, columns: null },
      { format: '', account: { name: '', type: null }, columns: { date: null, date_format: '' } },
      { format: 'auto' },
    ]) {
      expect(await post(await newUser(), sample('overlap/csv-a.csv'), more)).toMatchObject({ format: 'csv' });
    }
  });

  test('201 for a file of 32 MiB; 400 on the field `content` for a file that is one byte larger', async () => {
    const user_id = await newUser();
    // The file is filled with lines of spaces, because the parser reads them quickly.
    const file = Buffer.alloc(33_554_433, `${' '.repeat(30_000)}\n`);
    file.write('Date,Description,Amount\n2026-01-15,Rent,-1.00\n');
    expect(await refused(user_id, file)).toEqual([
      { field: 'content', message: 'Ensure the file has no more than 33554432 bytes.' },
    ]);
    expect(await post(user_id, file.subarray(0, -1))).toMatchObject({ transactions_count: 1 });
  });

  test('415 for a body that is not JSON', async () => {
    expect(await expectRefused(415, 'POST', IMPORTS, 'x')).toEqual({ detail: 'JSON parse error.' });
  });

  test('a second request with the same Idempotency-Key gets the stored response', async () => {
    const user_id = await newUser();
    const headers = { 'idempotency-key': newId() };
    const send = () => walk.acme().sandbox('POST', IMPORTS, bodyOf(user_id, sample('overlap/ofx-a.ofx')), headers);
    const [first, second] = [await send(), await send()];
    expect([first.statusCode, second.statusCode, second.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
    expect(second.json()).toEqual(first.json());
  });
});

describe('section 27.4: GET /v1/imports/{id}/', () => {
  test('404 for an unknown id and for another client’s import; 403 with the key of the other environment', async () => {
    const { id } = await post(await newUser(), sample('overlap/ofx-a.ofx'));
    const other = await newClient(walk.house());
    for (const url of [`${IMPORTS}${newId()}/`, `${IMPORTS}x/`]) {
      expect(await expectRefused(404, 'GET', url)).toEqual(NOT_FOUND);
    }
    expect(await expectRefused(404, 'GET', `${IMPORTS}${id}/`, undefined, other.sandbox)).toEqual(NOT_FOUND);
    expect(await expectRefused(403, 'GET', `${IMPORTS}${id}/`, undefined, walk.acme().prod)).toEqual(OTHER_ENVIRONMENT);
  });

  test('404 after the link or the user was deleted; the same bytes then create a new import', async () => {
    const user_id = await newUser();
    const first = await post(user_id, sample('overlap/ofx-a.ofx'));
    await finish();
    expect((await walk.send('DELETE', `/v1/links/${first.link_id}/`)).statusCode).toBe(204);
    await expectRefused(404, 'GET', `${IMPORTS}${first.id}/`);
    const second = await post(user_id, sample('overlap/ofx-a.ofx'));
    expect(second).toMatchObject({ new_transactions_count: 8 });
    expect(second.link_id).not.toBe(first.link_id);
    expect((await walk.send('DELETE', `/v1/users/${user_id}/`)).statusCode).toBe(204);
    await expectRefused(404, 'GET', `${IMPORTS}${second.id}/`);
  });
});

describe('CSV', () => {
  const AMBIGUOUS = 'Date,Description,Amount\n01/02/2026,Coffee,-3.00\n03/04/2026,Tea,-2.00\n';

  test('a column map in the request is used, and the field `columns` of the response shows the map that was used', async () => {
    const made = await post(await newUser(), sample('csv/us-no-header-given-columns.csv'), {
      columns: { date: 2, description: 0, amount: 1, date_format: 'MM/DD/YYYY' },
    });
    expect(made.columns).toMatchObject({ date: 2, description: 0, amount: 1, sign: 'credit_positive' });
    const named = await post(await newUser(), 'Date,Description,Amount\n2026-01-31,Coffee,-3.00\n');
    expect(named.columns).toEqual({
      date: 'Date',
      description: 'Description',
      amount: 'Amount',
      date_format: 'YYYY-MM-DD',
      decimal: '.',
      sign: 'credit_positive',
    });
  });

  test('400 on the field `columns` if the dates are ambiguous; if the request contains date_format, the file is read', async () => {
    const user_id = await newUser();
    expect(await refused(user_id, AMBIGUOUS)).toEqual([{ field: 'columns', message: 'The date format is ambiguous.' }]);
    const made = await post(user_id, AMBIGUOUS, { columns: { date_format: 'DD/MM/YYYY' } });
    await finish();
    const { transactions } = await transactionsOf(made.link_id);
    expect(transactions.map(({ posted_at }: { posted_at: string }) => posted_at)).toEqual([
      '2026-04-03T00:00:00Z',
      '2026-02-01T00:00:00Z',
    ]);
  });

  test('400 on the field `columns` if the request names a column that the file does not have', async () => {
    expect(await refused(await newUser(), AMBIGUOUS, { columns: { date: 'Day' } })).toEqual([
      { field: 'columns', message: 'The column Day was not found.' },
    ]);
  });

  test('if the file does not describe the account, the description in the field `account` of the request is used', async () => {
    const account = { name: 'Household', type: 'SAVINGS', currency_code: 'CAD', mask: '0042' };
    const made = await post(await newUser(), 'Date,Description,Amount\n2026-01-31,Interest,3.00\n', { account });
    await finish();
    const { accounts, transactions } = await transactionsOf(made.link_id);
    expect(accounts).toMatchObject([
      { type: 'SAVINGS', mask: '0042', nickname: 'Household', balances: { currency_code: 'CAD' } },
    ]);
    expect(transactions).toMatchObject([{ amount: '3.00', type: 'CREDIT', currency_code: 'CAD', status: 'POSTED' }]);
  });
});

describe('section 27.4: errors and warnings', () => {
  test.each([
    ['fire/bad-record-too-long.txt', /^Line \d+, column \d+: .+\.$/],
    ['efw2/bad-rt-wages-total.txt', /^Line \d+, column \d+: .+\.$/],
    ['nacha/bad-file-credit-total.ach', /^Line \d+, column \d+: .+\.$/],
    ['nacha/bad-record-too-short.ach', /^Line \d+, column \d+: .+\.$/],
    ['ofx/bad-ofx1-truncated.ofx', /^Line \d+, column \d+: .+\.$/],
    ['csv/bad-amount.csv', /^Line \d+, column \d+: .+\.$/],
  ])(
    '400 on the field `content`, with line and column, for importing the damaged file %s; nothing is stored',
    async (path, message) => {
      const user_id = await newUser(MARISOL);
      expect(await refused(user_id, sample(path))).toEqual([
        { field: 'content', message: expect.stringMatching(message) },
      ]);
      expect((await expectRead(page(linkShape), `/v1/links/?user_id=${user_id}`)).count).toBe(0);
      expect((await expectRead(page(taskShape), `/v1/tasks/?user_id=${user_id}`)).count).toBe(0);
    },
  );

  test('400 on the field `content` for a file that has none of the known formats', async () => {
    expect(await refused(await newUser(), '%PDF-1.7\n')).toEqual([
      { field: 'content', message: 'Line 1, column 1: the file has none of the known formats.' },
    ]);
  });

  test('balances that contradict each other within one file cause a warning', async () => {
    const made = await post(await newUser(), sample('mt940/contradicting-balance.sta'));
    expect(made.warnings).toEqual([
      { line: expect.any(Number), column: expect.any(Number), message: expect.stringMatching(/\.$/) },
    ]);
  });

  test('a balance that contradicts an earlier file causes a warning', async () => {
    const user_id = await newUser();
    await post(user_id, sample('overlap/mt940-a.sta'));
    const altered = sample('overlap/mt940-a.sta').toString('latin1').replace('1427,75', '1427,70');
    const { warnings } = await post(user_id, altered);
    expect(warnings.map(({ message }: { message: string }) => message)).toContainEqual(
      expect.stringMatching(/^The closing balance of 2024-03-\d\d is 1427\.70, but 1427\.75 in an earlier file\.$/),
    );
  });
});

describe('section 27.4: files about many people', () => {
  test('NACHA: each credit to the user becomes a statement, and no data of other people is stored', async () => {
    const user_id = await newUser(MARISOL);
    const made = await post(user_id, sample('nacha/ppd-payroll-crlf.ach'));
    expect(made).toMatchObject({ ...COUNTS, format: 'nacha', statements_count: 1, tax_documents_count: 0 });
    await finish();
    expect(await expectRead(linkShape, `/v1/links/${made.link_id}/`)).toMatchObject({ data_source: 'payroll' });
    const { results } = await expectRead(page(statementShape), `/v1/links/${made.link_id}/statements/`);
    expect(results).toMatchObject([{ net_pay: '1482.17', pay_date: '2024-06-14', gross_pay: null }]);
    const report = await expectRead(incomeReport, `/v1/links/${made.link_id}/income/report/`);
    expect(report).toMatchObject({ status: 'done', employments: [{ company: { name: 'HOLLIS MILLWORK' } }] });
    expect(JSON.stringify(report)).not.toMatch(/ARKWRIGHT/i);
  });

  test('EFW2: the user’s W-2s are listed as tax documents and as W-2s of the employment', async () => {
    const user_id = await newUser({ ...MARISOL, ssn: '401550101' });
    const made = await post(user_id, sample('efw2/ty2023-three-employees-crlf.txt'));
    expect(made).toMatchObject({ ...COUNTS, format: 'efw2', tax_documents_count: 1 });
    await finish();
    expect(await expectRead(linkShape, `/v1/links/${made.link_id}/`)).toMatchObject({
      data_source: 'payroll',
      is_suspicious: false,
    });
    expect(await expectRead(taxDocuments, `/v1/links/${made.link_id}/tax/`)).toMatchObject([
      { document_type: 'W2', year: 2023, fields: { wages: '48210.55', federal_tax: '5447.79' } },
    ]);
    const { employments } = await expectRead(incomeReport, `/v1/links/${made.link_id}/income/report/`);
    expect(employments).toMatchObject([
      { company: { name: 'HOLLIS MILLWORK LLC', ein: '34-1112222' }, w2s: [{ year: 2023, wages: '48210.55' }] },
    ]);
  });

  test('FIRE: the user’s 1099s are listed as tax documents', async () => {
    const made = await post(await newUser(MARISOL), sample('fire/ty2023-nec-three.txt'));
    expect(made).toMatchObject({ ...COUNTS, format: 'fire', tax_documents_count: 1 });
    await finish();
    expect(await expectRead(linkShape, `/v1/links/${made.link_id}/`)).toMatchObject({ data_source: 'tax' });
    expect(await expectRead(taxDocuments, `/v1/links/${made.link_id}/tax/`)).toMatchObject([
      { document_type: 'F1099', document_subtype: 'F1099_NEC', year: 2023, fields: { amount: '18200.00' } },
    ]);
  });

  test('a payment and a W-2 from the same employer belong to one employment; all imports of a user have the same link', async () => {
    const user_id = await newUser({ ...MARISOL, ssn: '401550101' });
    const paid = await post(user_id, sample('nacha/ppd-payroll-crlf.ach'));
    const taxed = await post(user_id, sample('efw2/ty2023-three-employees-crlf.txt'));
    const banked = await post(user_id, sample('overlap/ofx-a.ofx'));
    expect(new Set([paid.link_id, taxed.link_id, banked.link_id]).size).toBe(1);
    await finish();
    const { employments } = await expectRead(incomeReport, `/v1/links/${paid.link_id}/income/report/`);
    expect(employments).toMatchObject([{ statements: [{ net_pay: '1482.17' }], w2s: [{ year: 2023 }] }]);
    expect((await transactionsOf(paid.link_id)).count).toBe(8);
    expect(await expectRead(taskShape, `/v1/tasks/${banked.task_id}/`)).toMatchObject({
      data_source: 'financial_accounts',
      product_type: 'transactions',
    });
  });

  const NOBODY = [{ field: 'content', message: 'No record of this person was found.' }];
  test.each(['nacha/ppd-payroll-crlf.ach', 'efw2/ty2023-three-employees-crlf.txt', 'fire/ty2023-nec-three.txt'])(
    '400 for a file import if no record in %s matches the user, because the user has another name, another SSN or no name',
    async (path) => {
      for (const person of [
        { first_name: 'Marisol', last_name: 'Tenny' },
        { ...MARISOL, ssn: '401550199' },
        { ...MARISOL, ssn: '0199' },
        { last_name: 'Tenney' },
        {},
      ]) {
        expect(await refused(await newUser(person), sample(path))).toEqual(NOBODY);
      }
    },
  );

  test('a user whose full SSN is known is found by the SSN alone; if only the last four digits of the SSN are known, the name must match too', async () => {
    const file = sample('efw2/ty2023-three-employees-crlf.txt');
    expect(await post(await newUser({ ssn: '401550101' }), file)).toMatchObject({ tax_documents_count: 1 });
    expect(await post(await newUser({ ...MARISOL, ssn: '0101' }), file)).toMatchObject({ tax_documents_count: 1 });
  });
});

describe('section 27.4: files whose rows overlap', () => {
  test.each([
    ['overlap/csv-a.csv', 'overlap/csv-b.csv', 6, 3],
    ['overlap/mt940-a.sta', 'overlap/mt940-b.sta', 4, 4],
    ['overlap/mt940-a.sta', 'overlap/mt940-c.sta', 4, 4],
    ['overlap/ofx-a.ofx', 'overlap/ofx-b.ofx', 8, 4],
  ])(
    'rows that are in both imported files %s and %s are stored once, whichever file is imported first',
    async (first, second, in_first, new_in_second) => {
      const [user_id, other] = [await newUser(), await newUser()];
      const made = await post(user_id, sample(first));
      expect(made.new_transactions_count).toBe(in_first);
      expect((await post(user_id, sample(second))).new_transactions_count).toBe(new_in_second);
      const reversed = await post(other, sample(second));
      await post(other, sample(first));
      await finish();
      const { count } = await transactionsOf(made.link_id);
      expect(count).toBe(in_first + new_in_second);
      expect((await transactionsOf(reversed.link_id)).count).toBe(count);
    },
  );

  test('if several rows of a file have the same id, all of them are stored', async () => {
    const made = await post(await newUser(), sample('ofx/ofx1-same-fitid-everywhere.ofx'));
    expect(made.new_transactions_count).toBe(made.transactions_count);
    await finish();
    expect((await transactionsOf(made.link_id)).count).toBe(made.transactions_count);
  });

  test('a row with a known id but another amount is stored as a new row', async () => {
    const user_id = await newUser();
    await post(user_id, sample('overlap/ofx-a.ofx'));
    const altered = sample('overlap/ofx-a.ofx').toString('latin1').replace('<TRNAMT>-56.78', '<TRNAMT>-56.79');
    expect(await post(user_id, altered)).toMatchObject({ new_transactions_count: 1 });
  });
});

test('400 for a refresh of a link that was created by an import', async () => {
  const user_id = await newUser();
  await post(user_id, sample('overlap/ofx-a.ofx'));
  await finish();
  const [link] = (await walk.send('GET', `/v1/links/?user_id=${user_id}`)).json().results;
  const { access_token } = link;
  expect(await expectRefused(400, 'POST', '/v1/refresh/tasks/', { access_token })).toEqual(
    invalid(['access_token', 'The link cannot be refreshed.']),
  );
});

test('imports work in prod, and only an import that added new data is billed', async () => {
  const { prod } = walk.acme();
  const user_id = (await prod('POST', '/v1/users/', { external_user_id: newId() })).json().id;
  const send = (path: string) => prod('POST', IMPORTS, bodyOf(user_id, sample(path)));
  const first = await send('overlap/mt940-b.sta');
  expect(first.statusCode).toBe(201);
  // The second file contains only rows that the first file also contains.
  const second = await send('overlap/mt940-a.sta');
  expect(second.json()).toMatchObject({ new_transactions_count: 0 });
  await finish();
  for (const answer of [first, second]) {
    expect((await prod('GET', `/v1/tasks/${answer.json().task_id}/`)).json().status).toBe('done');
  }
  const { rows } = await walk.house().database.scoped(SYSTEM).query('select task_id, product_type from usage_records');
  expect(rows).toEqual([{ task_id: first.json().task_id, product_type: 'transactions' }]);
});

test('this file calls every endpoint of section 27.4', () => expect(walk.unwalked(PATHS.imports)).toEqual([]));
