// Contract, section 15.5: flagged documents, fraud signals and the review by a person.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { fileOf } from '#test/documents.ts';
import { newClient } from '#test/house.ts';
import { linkDocument, reviewedDocument } from './shapes/documents.ts';
import { link as linkShape, task as taskShape } from './shapes/links.ts';
import { PATHS } from './shapes/paths.ts';
import { employmentReport, incomeReport } from './shapes/payroll.ts';
import { type Collection, type ReadDocument, startUploads } from './shapes/uploads.ts';
import { page } from './shapes/words.ts';

const { walk, expectAnswer, expectRead, expectAll, expectRefused, newUser, sample, reread, collect, finalize } =
  startUploads();

const REVIEWS = '/v1/documents/reviews/';
const reviewUrl = ({ document_id }: { document_id: string }): string => `/v1/documents/${document_id}/review/`;
const SUSPICIOUS = { filename: 'suspicious.pdf' };

const documentIn = ({ documents }: Collection): ReadDocument => {
  if (documents[0] === undefined) throw new Error('the collection has no document');
  return documents[0];
};
/**
 * Section 15.5: a document is flagged if it has at least one signal of high severity or at least two of medium
 * severity.
 */
const sets = ({ fraud_signals }: ReadDocument): boolean => {
  const of = (severity: string) => fraud_signals.filter((signal) => signal.severity === severity).length;
  return of('high') >= 1 || of('medium') >= 2;
};
const flagged = async (more: object = {}): Promise<Collection> =>
  collect({ documents: [fileOf(await sample('paystub'), { ...SUSPICIOUS, ...more })] });
const review = (of: ReadDocument, review_status: string, note = 'The employer confirmed it by phone.') =>
  expectAnswer(200, reviewedDocument, 'POST', reviewUrl(of), { review_status, note });

describe('section 15.5: is_suspicious', () => {
  test('a flagged document does not stop its task; the task, the link, the reports and documents/ have is_suspicious true', async () => {
    const made = await flagged({ user_id: await newUser() });
    expect(documentIn(made)).toMatchObject({ is_suspicious: true, review_status: 'pending' });
    expect(sets(documentIn(made))).toBe(true);
    const { status, link_id, task_id } = await finalize(made);
    expect(status).toBe('done');
    expect(await expectRead(taskShape, `/v1/tasks/${task_id}/`)).toMatchObject({ status: 'done', is_suspicious: true });
    const url = `/v1/links/${link_id}/`;
    expect(await expectRead(linkShape, url)).toMatchObject({ is_suspicious: true });
    expect(await expectRead(incomeReport, `${url}income/report/`)).toMatchObject({ is_suspicious: true });
    expect(await expectRead(employmentReport, `${url}employment/report/`)).toMatchObject({ is_suspicious: true });
    expect(await expectAll(linkDocument, `${url}documents/`)).toMatchObject([
      { is_suspicious: true, review_status: 'pending' },
    ]);
  });

  test('an unaltered document has no signal and needs no review', async () => {
    for (const kind of ['paystub', 'w2', 'f1099', 'f1040', 'bank_statement']) {
      const made = await collect({ documents: [fileOf(await sample(kind))] });
      expect(documentIn(made)).toMatchObject({
        is_suspicious: false,
        review_status: 'not_required',
        fraud_signals: [],
      });
    }
  });
});

describe('section 15.5: GET /v1/documents/reviews/', () => {
  test('200: a flagged document is listed with its collection and user; an unflagged document is not listed', async () => {
    const user_id = await newUser();
    const made = await flagged({ user_id });
    const plain = await collect({ documents: [fileOf(await sample('paystub'), { user_id })] });
    const listed = await expectAll(reviewedDocument, REVIEWS);
    const found = listed.find(({ document_id }) => document_id === documentIn(made).document_id);
    expect(found).toMatchObject({ collection_id: made.id, user_id, review_status: 'pending', is_suspicious: true });
    expect(listed.map(({ document_id }) => document_id)).not.toContain(documentIn(plain).document_id);
    const newer = await flagged({ user_id });
    const { results } = await expectRead(page(reviewedDocument), `${REVIEWS}?page_size=1`);
    expect(results).toMatchObject([{ document_id: documentIn(newer).document_id }]);
    await expectRefused(404, 'GET', `${REVIEWS}?page=1000`);
  });

  test('200: the list of another client does not contain the flagged document', async () => {
    const made = await flagged();
    const other = await newClient(walk.house());
    const { results } = (await other.sandbox('GET', REVIEWS)).json();
    expect(results).toEqual([]);
    expect((await walk.acme().prod('GET', REVIEWS)).body).not.toContain(documentIn(made).document_id);
  });
});

describe('section 15.5: POST /v1/documents/{document_id}/review/', () => {
  test('200: the review_status `cleared` sets is_suspicious to false for the document, the link, the task and the report', async () => {
    const made = await flagged({ user_id: await newUser() });
    const { link_id, task_id } = await finalize(made);
    const answer = await review(documentIn(made), 'cleared');
    expect(answer).toMatchObject({
      document_id: documentIn(made).document_id,
      collection_id: made.id,
      review_status: 'cleared',
      is_suspicious: false,
    });
    expect(documentIn(await reread(made))).toMatchObject({ review_status: 'cleared', is_suspicious: false });
    const url = `/v1/links/${link_id}/`;
    expect(await expectAll(linkDocument, `${url}documents/`)).toMatchObject([
      { is_suspicious: false, review_status: 'cleared' },
    ]);
    expect(await expectRead(linkShape, url)).toMatchObject({ is_suspicious: false });
    expect(await expectRead(taskShape, `/v1/tasks/${task_id}/`)).toMatchObject({ is_suspicious: false });
    expect(await expectRead(incomeReport, `${url}income/report/`)).toMatchObject({ is_suspicious: false });
  });

  test('200: a link with two flagged documents keeps the flag until both are cleared', async () => {
    const user_id = await newUser();
    const made = await collect({
      documents: [
        fileOf(await sample('paystub'), { ...SUSPICIOUS, user_id }),
        fileOf(await sample('paystub', '?index=1'), { ...SUSPICIOUS, user_id }),
      ],
    });
    const { link_id } = await finalize(made);
    const flags: boolean[] = [];
    for (const document of made.documents) {
      await review(document, 'cleared');
      flags.push((await expectRead(linkShape, `/v1/links/${link_id}/`)).is_suspicious);
    }
    expect(flags).toEqual([true, false]);
  });

  test('200: the review_status `confirmed` leaves is_suspicious true', async () => {
    const made = await flagged({ user_id: await newUser() });
    const { link_id } = await finalize(made);
    const answer = await review(documentIn(made), 'confirmed');
    expect(answer).toMatchObject({ review_status: 'confirmed', is_suspicious: true });
    expect(documentIn(await reread(made))).toMatchObject({ review_status: 'confirmed', is_suspicious: true });
    expect(await expectRead(linkShape, `/v1/links/${link_id}/`)).toMatchObject({ is_suspicious: true });
  });

  test('200: a document that was cleared before finalisation does not flag the link', async () => {
    const made = await flagged({ user_id: await newUser() });
    await review(documentIn(made), 'cleared');
    const { link_id } = await finalize(made);
    expect(await expectRead(linkShape, `/v1/links/${link_id}/`)).toMatchObject({ is_suspicious: false });
  });

  test('400 for a missing review_status or note, and for a status that a reviewer cannot set', async () => {
    const url = reviewUrl(documentIn(await flagged()));
    const refusal = (body: object) => expectRefused(400, 'POST', url, body);
    expect(await refusal({})).toEqual(
      invalid(['review_status', 'This field is required.'], ['note', 'This field is required.']),
    );
    expect(await refusal({ review_status: 'cleared', note: '' })).toEqual(
      invalid(['note', 'This field may not be blank.']),
    );
    expect(await refusal({ review_status: 'cleared', note: null })).toEqual(
      invalid(['note', 'This field may not be null.']),
    );
    for (const review_status of ['pending', 'not_required', 'x']) {
      expect(await refusal({ review_status, note: 'x' })).toEqual(
        invalid(['review_status', `"${review_status}" is not a valid choice.`]),
      );
    }
  });

  test('400 for a document that needs no review', async () => {
    const plain = documentIn(await collect({ documents: [fileOf(await sample('paystub'))] }));
    await expectRefused(400, 'POST', reviewUrl(plain), { review_status: 'cleared', note: 'x' });
  });

  test('404 for a document that is unknown or another client’s; 403 with the key of the other environment', async () => {
    const url = reviewUrl(documentIn(await flagged()));
    const body = { review_status: 'x' };
    const other = await newClient(walk.house());
    expect(await expectRefused(404, 'POST', reviewUrl({ document_id: newId() }), body)).toEqual(NOT_FOUND);
    expect(await expectRefused(404, 'POST', url, body, other.sandbox)).toEqual(NOT_FOUND);
    expect(await expectRefused(403, 'POST', url, body, walk.acme().prod)).toEqual(OTHER_ENVIRONMENT);
  });
});

describe('section 15.5: signs of alteration', () => {
  test.each(['amount', 'overlay', 'resave', 'ytd'])(
    'a pay stub with tamper=%s has a signal, and is flagged only if its signals are severe enough',
    async (tamper) => {
      const document = documentIn(await collect({ documents: [fileOf(await sample('paystub', `?tamper=${tamper}`))] }));
      expect(document.fraud_signals).not.toEqual([]);
      expect(document.is_suspicious).toBe(sets(document));
      expect(document.review_status).toBe(document.is_suspicious ? 'pending' : 'not_required');
    },
  );

  test('a changed amount causes the signal arithmetic_mismatch and flags the document', async () => {
    const document = documentIn(await collect({ documents: [fileOf(await sample('paystub', '?tamper=amount'))] }));
    expect(document.fraud_signals.map(({ code }) => code)).toContain('arithmetic_mismatch');
    expect(document.is_suspicious).toBe(true);
  });

  test('the link is flagged if the amounts of its pay statements contradict each other', async () => {
    const user_id = await newUser();
    const documents = [await sample('paystub', '?index=1'), await sample('paystub', '?tamper=ytd')].map((content) =>
      fileOf(content, { user_id }),
    );
    const { link_id } = await finalize(await collect({ documents }));
    expect(await expectRead(linkShape, `/v1/links/${link_id}/`)).toMatchObject({ is_suspicious: true });
  });

  test('the task is flagged if the user’s 9-digit SSN differs from the SSN on the document, and is not flagged if the two SSNs are equal', async () => {
    for (const [ssn, is_suspicious] of [
      ['991919991', false],
      ['111223333', true],
    ] as const) {
      const user_id = await newUser({ ssn });
      const made = await collect({ documents: [fileOf(await sample('paystub'), { user_id })] });
      const { status, task_id } = await finalize(made);
      expect(status).toBe('done');
      expect(await expectRead(taskShape, `/v1/tasks/${task_id}/`)).toMatchObject({ status: 'done', is_suspicious });
      const codes = (await reread(made)).documents.flatMap(({ fraud_signals }) =>
        fraud_signals.map(({ code }) => code),
      );
      expect(codes.includes('ssn_mismatch')).toBe(is_suspicious);
    }
  });

  test('the SSN is not compared if only the last four digits of the user’s SSN are known', async () => {
    const user_id = await newUser({ ssn: '3333' });
    const made = await collect({ documents: [fileOf(await sample('paystub'), { user_id })] });
    expect(documentIn(made).fraud_signals).toEqual([]);
  });
});

test('this file calls every endpoint for reviews', () => expect(walk.unwalked(PATHS.reviews)).toEqual([]));
