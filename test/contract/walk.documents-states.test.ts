// Contract, sections 15.3 and 15.5: the statuses, validations and errors of files, and the matching of files to users.
// Also tests the file names that force an outcome in the sandbox (section 24.3).
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { fileOf, noise, read } from '#test/documents.ts';
import { until } from '#test/jobs.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { FINAL_FILE_STATUSES, unprocessed, VALIDATIONS } from './shapes/documents.ts';
import { expectFile } from './shapes/files.ts';
import { profile } from './shapes/payroll.ts';
import {
  COLLECTIONS,
  type Collection,
  cutOff,
  drawn,
  letter,
  startUploads,
  type UploadedFile,
  urlOf,
} from './shapes/uploads.ts';

const { walk, expectRead, connectOnce, newUser, sample, create, upload, reread, settled, collect } = startUploads();

const ALL_TRUE = Object.fromEntries(VALIDATIONS.map((name) => [name, true]));
const failing = (reason: string) => ({ message: 'config_error', detail: unprocessed(reason) });

/** Uploads one file to a new collection and returns the file once its status is final. */
async function filed(content: string, more: object = {}): Promise<UploadedFile> {
  const [file] = (await collect({ documents: [fileOf(content, more)] })).uploaded_files;
  if (file === undefined) throw new Error('the collection has no file');
  return file;
}
const booleans = ({ validations }: UploadedFile): boolean =>
  Object.values(validations).every((value) => typeof value === 'boolean');

describe('section 15.3: statuses of files', () => {
  test('a readable file passes through the statuses in the documented order, even before finalisation; then the collection’s status becomes `processed`', async () => {
    const order = ['pending', 'validating', 'validated', 'processing', 'successful'];
    const created = await create({ documents: [fileOf(await sample('paystub'))] });
    const seen: string[] = [];
    const contradictions: unknown[] = [];
    await until(async () => {
      const { status, uploaded_files } = await reread(created);
      const { status: of_file = '', validations = {} } = uploaded_files[0] ?? {};
      if (seen.at(-1) !== of_file) seen.push(of_file);
      const is_pending = of_file === 'pending';
      if (is_pending && Object.values(validations).some((value) => value !== null)) contradictions.push(validations);
      if (!FINAL_FILE_STATUSES.includes(of_file) && status === 'processed') contradictions.push([of_file, status]);
      return status === 'processed';
    });
    expect(contradictions).toEqual([]);
    expect(seen).toEqual(order.filter((status) => seen.includes(status)));
    expect(seen.at(-1)).toBe('successful');
  });

  test('a successful file has passed every validation, and its documents are listed', async () => {
    const { uploaded_files, documents, ...made } = await collect({
      documents: [fileOf(await sample('bank_statement'))],
    });
    expect(made).toMatchObject({ status: 'processed', files_count: 1, documents_count: 1, users_count: 0 });
    expect(uploaded_files).toMatchObject([{ status: 'successful', validations: ALL_TRUE, error: null }]);
    expect(documents).toMatchObject([
      {
        file_id: uploaded_files[0]?.file_id,
        document_type: 'BANK_STATEMENT',
        user_id: null,
        is_suspicious: false,
        review_status: 'not_required',
        fraud_signals: [],
      },
    ]);
    const [first = 0, last = 0] = documents[0]?.pages ?? [];
    expect([first, last >= first]).toEqual([1, true]);
    expect(documents[0]?.fields).not.toEqual({});
    await expectFile(walk.house(), documents[0]?.file ?? '');
  });

  test.each([
    ['paystub', 'PAYSTUB'],
    ['w2', 'W2'],
    ['f1099', 'F1099'],
    ['f1040', 'F1040'],
    ['bank_statement', 'BANK_STATEMENT'],
  ])('the sandbox’s sample document %s is recognised as %s', async (kind, document_type) => {
    const { documents } = await collect({ documents: [fileOf(await sample(kind))] });
    expect(documents).toMatchObject([{ document_type }]);
  });

  test('a second file with the same bytes in a collection is a duplicate, whether it is sent in the same request or in a later one', async () => {
    const content = await sample('paystub');
    const first = await collect({ documents: [fileOf(content), fileOf(content, { filename: 'again.pdf' })] });
    const second = await settled(await upload(first, [fileOf(content, { filename: 'later.pdf' })]));
    expect(second.uploaded_files.map(({ status }) => status)).toEqual(['successful', 'duplicate', 'duplicate']);
    expect(second.uploaded_files.map(({ validations }) => validations['is_unique'])).toEqual([true, false, false]);
    expect(second).toMatchObject({ status: 'processed', files_count: 3, documents_count: 1 });
    const elsewhere = await filed(content);
    expect(elsewhere.status).toBe('successful');
  });

  test('section 15.2: the validations of a file, even of a duplicate, are null only while the file is pending', async () => {
    const content = await sample('paystub');
    const { uploaded_files } = await collect({ documents: [fileOf(content), fileOf(content)] });
    expect(uploaded_files.filter((file) => !booleans(file))).toEqual([]);
  });

  test('a file with a password is invalid: is_accessible is false', async () => {
    const file = await filed(await drawn(Array(40).fill('Pay stub'), { userPassword: 'sesame' }));
    expect(file).toMatchObject({
      status: 'invalid',
      validations: { is_viable_size: true, is_supported_type: true, is_accessible: false, is_unique: true },
      error: failing('it is password protected'),
    });
    expect(booleans(file)).toBe(true);
  });

  test('a damaged file is invalid: is_valid is false', async () => {
    const file = await filed(cutOff(await sample('paystub'), 3_000));
    expect(file).toMatchObject({
      status: 'invalid',
      validations: { is_viable_size: true, is_supported_type: true, is_accessible: true, is_valid: false },
      error: failing('it is damaged'),
    });
    expect(booleans(file)).toBe(true);
  });

  test('a file of an unknown type is invalid: is_supported_type is false', async () => {
    const file = await filed(noise());
    expect(file).toMatchObject({
      status: 'invalid',
      validations: { is_viable_size: true, is_supported_type: false, is_unique: true },
      error: { message: 'config_error' },
    });
    expect(booleans(file)).toBe(true);
  });

  test('a readable file whose document type is not recognised is successful, with an empty document of type OTHER', async () => {
    const { uploaded_files, documents } = await collect({ documents: [fileOf(await letter())] });
    expect(uploaded_files).toMatchObject([{ status: 'successful', error: null }]);
    expect(documents).toMatchObject([{ document_type: 'OTHER', fields: {}, is_suspicious: false }]);
  });

  test('a collection has the status `processed` once all its files have a final status, whichever status this is', async () => {
    const made = await collect({
      documents: [fileOf(await sample('paystub')), fileOf(noise()), fileOf(noise()), fileOf(await sample('w2'))],
    });
    expect(made.status).toBe('processed');
    expect(made.uploaded_files.map(({ status }) => status)).toEqual([
      'successful',
      'invalid',
      'duplicate',
      'successful',
    ]);
    expect(made).toMatchObject({ files_count: 4, documents_count: 2 });
    expect(made.documents).toHaveLength(2);
  });
});

describe('section 15.1: how files are matched to users', () => {
  let person: { first_name: string; last_name: string };
  beforeAll(async () => {
    const { link_id } = await connectOnce({ provider_id: 'vouch_payroll', product_type: 'income' });
    const { first_name, last_name } = await expectRead(profile, `/v1/links/${link_id}/identity/`);
    person = { first_name, last_name };
  });
  const ownerOf = ({ uploaded_files, documents }: Collection) => [uploaded_files[0]?.user_id, documents[0]?.user_id];

  test('a file that is uploaded without a user is assigned to the user whose name is on the document', async () => {
    const external_user_id = newId();
    const stranger = { id: await newUser({ first_name: 'Ines', last_name: 'Calloway' }) };
    const users = [stranger, { external_user_id, ...person }];
    const made = await collect({ documents: [fileOf(await sample('paystub'))], users });
    const id = made.users.find((user) => user.external_user_id === external_user_id)?.id;
    expect(ownerOf(made)).toEqual([id, id]);
    expect(made.uploaded_files[0]).toMatchObject({ status: 'successful', external_user_id });
    expect(made.users).toMatchObject([
      { id: stranger.id, files_count: 0 },
      { id, files_count: 1 },
    ]);
  });

  test('a file that is uploaded without a user is assigned to the existing user whose stored name is on the document', async () => {
    const id = await newUser(person);
    const users = [{ id: await newUser({ first_name: 'Ines', last_name: 'Calloway' }) }, { id }];
    expect(ownerOf(await collect({ documents: [fileOf(await sample('w2'))], users }))).toEqual([id, id]);
  });

  test('a file fails if its user’s name differs from the name on the document', async () => {
    const user_id = await newUser({ first_name: 'Ines', last_name: 'Calloway' });
    const file = await filed(await sample('paystub'), { user_id });
    expect(file).toMatchObject({
      status: 'failed',
      validations: ALL_TRUE,
      user_id,
      error: failing('the name on it does not match the user'),
    });
  });

  test('a file is successful if its user has no name, or has the name on the document', async () => {
    for (const user_id of [await newUser(person), await newUser()]) {
      expect(await filed(await sample('paystub'), { user_id })).toMatchObject({ status: 'successful', user_id });
    }
  });
});

describe('section 24.3: file names that force an outcome in the sandbox', () => {
  test.each<[name: string, expected: object]>([
    ['no_data', { status: 'failed', error: { message: 'no_data' } }],
    ['config_error', { status: 'failed', error: { message: 'config_error' } }],
    ['unreadable', { status: 'invalid', validations: { is_readable: false }, error: failing('it is not readable') }],
    ['suspicious', { status: 'successful', error: null }],
  ])('in the sandbox, a file name that contains %s forces its documented outcome', async (name, expected) => {
    const made = await collect({ documents: [fileOf(await sample('paystub'), { filename: `my-${name}-file.pdf` })] });
    expect(made.uploaded_files).toMatchObject([expected]);
    const flags = made.documents.map(({ is_suspicious, review_status }) => [is_suspicious, review_status]);
    expect(flags).toEqual(name === 'suspicious' ? [[true, 'pending']] : []);
  });

  test('in prod, a file name does not force an outcome, and the values read from a file are the same as in the sandbox', async () => {
    const content = await sample('paystub');
    const { prod } = walk.acme();
    const documents = ['no_data', 'config_error', 'unreadable', 'suspicious'].map((filename) => ({ filename }));
    for (const { filename } of documents) {
      const { id } = (await prod('POST', COLLECTIONS, { documents: [fileOf(content, { filename })] })).json();
      await until(async () => (await read(prod, id)).status === 'processed');
      const made = await read(prod, id);
      expect(made.uploaded_files).toMatchObject([{ status: 'successful', error: null }]);
      expect(made.documents).toMatchObject([{ is_suspicious: false }]);
      const { documents } = await collect({ documents: [fileOf(content)] });
      expect(made.documents[0]?.fields).toEqual(documents[0]?.fields);
    }
  });
});

describe('section 1.6: values in the fields of documents', () => {
  test('years are integers, amounts have two decimals, dates are YYYY-MM-DD', async () => {
    const { documents } = await collect({
      documents: [fileOf(await sample('w2')), fileOf((await payStubPdf({ net_pay: '1,597.00' })).toString('base64'))],
    });
    const of = (type: string) => documents.find(({ document_type }) => document_type === type)?.fields;
    expect(of('W2')).toMatchObject({ wages: expect.stringMatching(/^\d+\.\d\d$/) });
    expect(of('PAYSTUB')).toMatchObject({ net_pay: '1597.00', gross_pay: '2000.00', pay_date: '2026-01-09' });
    expect(of('W2')).toMatchObject({ year: expect.any(Number) });
  });

  test('an SSN is masked, even if it is printed in full on the document', async () => {
    const lines = ['Form W-2 Wage and Tax Statement 2025', "Employee's social security number: 991-91-9991"];
    const stub = await payStubPdf({ net_pay: '1,597.00', ssn: '991-91-9991' });
    const made = await create({
      documents: [fileOf(stub.toString('base64')), fileOf(await drawn([...lines, ...Array(30).fill('Box')]))],
    });
    await settled(made);
    const { body } = await walk.send('GET', urlOf(made));
    expect(body).not.toMatch(/991-?91-?9991/);
  });
});
