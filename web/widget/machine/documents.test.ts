import { describe, expect, test } from 'vitest';
import type { Session } from '../../shared/session.ts';
import {
  chosen,
  ONLY_DOCS,
  onUpload,
  opened,
  PAYSTUB,
  play,
  rule,
  uploadedFile,
  uploadsIn,
  viewOf,
  withRules,
} from '../../testing/playing-documents.ts';
import { NO_RULES, newOrder, newSession, newSuborder, newTask, PAYROLL } from '../../testing/samples.ts';
import { acceptedKinds, obstacleOf, roomFor, stillNeeded } from './document-rules.ts';
import type { Input, Place } from './state.ts';
import { faultOf, waysAround, waysOn } from './ways.ts';

describe('when documents are offered', () => {
  const failed = (status: 'login_error' | 'no_data' | 'unavailable' | 'error', session: Partial<Session>) =>
    play([
      opened(
        newSession({
          ...session,
          task: newTask({ status, is_final: true, error: { error_code: 'ERROR', error_message: '' } }),
        }),
      ),
    ]).state;

  test.for(['login_error', 'no_data', 'unavailable', 'error'] as const)(
    'after a task failed with the status %s, the applicant can upload documents instead',
    (status) => {
      const state = failed(status, { methods: ['payroll', 'docs'] });
      expect(waysOn(state)).toContain('documents');
      // Documents are the only other method, and have their own option. So the option `other_method` is not offered.
      expect(waysOn(state)).not.toContain('other_method');
      expect(play([{ type: 'choose_method', method: 'docs' }], state).state.screen.name).toBe('doc_types');
    },
  );

  test('documents are offered only if they are among the session’s methods, and never in update mode', () => {
    expect(waysOn(failed('login_error', { methods: ['payroll', 'tax'] }))).not.toContain('documents');
    const update = { link_id: 'link-1', provider: PAYROLL };
    expect(waysOn(failed('login_error', { methods: ['payroll', 'docs'], update }))).not.toContain('documents');
  });

  test('if a provider is down, the widget offers other providers, and documents or another method if the session has them; in update mode it offers nothing', () => {
    const waysOf = (session: Partial<Session>) => waysAround(play([opened(newSession(session))]).state);
    expect(waysOf({ methods: ['payroll', 'docs'] })).toEqual(['other_provider', 'documents']);
    expect(waysOf({ methods: ['payroll', 'tax'] })).toEqual(['other_provider', 'other_method']);
    expect(waysOf({ methods: ['payroll'], update: { link_id: 'link-1', provider: PAYROLL } })).toEqual([]);
  });

  test('documents are on the first screen if they come first in the session’s methods', () => {
    const { state, events } = play([opened(newSession({ methods: ['docs', 'payroll'] }))]);
    expect(state.screen.name).toBe('doc_types');
    expect(events).toEqual(['OPEN', 'DOC_UPLOAD_OPENED', 'DOC_UPLOAD_TYPES']);
  });
});

test('Back returns from the document screens to the login form, but not after the applicant has chosen another method', () => {
  const failed = play([
    opened(newSession({ methods: ['payroll', 'tax', 'docs'], preselected: { company: null, provider: PAYROLL } })),
    { type: 'submit', credentials: {} },
    {
      type: 'started',
      task: newTask({ status: 'error', is_final: true, error: { error_code: 'ERROR', error_message: '' } }),
    },
  ]).state;
  const { state } = play([{ type: 'choose_method', method: 'docs' }, { type: 'back' }], failed);
  expect(state).toMatchObject({ screen: { name: 'login' }, pursuit: { provider: { id: PAYROLL.id } } });
  const other = play(
    [{ type: 'other_method' }, { type: 'choose_method', method: 'tax' }, { type: 'back' }],
    failed,
  ).state;
  expect(other.trail.map(({ name }) => name)).toEqual(['methods']);
});

describe('choosing the kind of documents', () => {
  const kindsFor = (session: Partial<Session>) => acceptedKinds(play([opened(newSession(session))]).state);

  test('the kinds of documents depend on the product', () => {
    expect(kindsFor({})).toEqual(['paystub', 'w2', 'f1099', 'f1040', 'other']);
    expect(kindsFor({ product_type: 'insurance' })).toEqual(['insurance_home_policy', 'insurance_auto_policy']);
    expect(kindsFor({ product_type: 'assets' })).toEqual(['other']);
  });

  test('if the template has rules, only kinds that have a rule and fit the product are accepted', () => {
    const rules = withRules({ w2: rule(1, null), volunteer_letter: rule(1, 1), insurance_home_policy: rule(1, 1) });
    expect(kindsFor(rules)).toEqual(['w2', 'volunteer_letter']);
    expect(kindsFor({ ...rules, product_type: 'insurance' })).toEqual(['insurance_home_policy']);
  });

  test('the applicant need not choose a kind of document if there is only one', () => {
    const { state, events } = play([opened(newSession({ ...ONLY_DOCS, product_type: 'assets' }))]);
    expect(state.screen.name).toBe('upload');
    expect(events).toEqual(['OPEN', 'DOC_UPLOAD_OPENED', 'DOC_UPLOAD other']);
  });
});

describe('sending documents', () => {
  test('the widget emits DOC_UPLOAD_OPENED, the screen events, DOCUMENTS_UPLOADED, LINK_CREATED and SUCCESS, but no login event', () => {
    const task = newTask({ provider: { id: 'documents', name: 'Documents', logo_url: null }, status: 'parse' });
    const { events, effects, state } = play([
      opened(newSession({ methods: ['docs', 'payroll'] })),
      PAYSTUB,
      viewOf({}, { doc_type: 'w2', document_types: ['W2'] }),
      { type: 'finish_documents' },
      { type: 'documents_finished', task },
      { type: 'task', task: { ...task, status: 'done', is_final: true, is_logged_in: true, public_token: 'public-1' } },
    ]);
    expect(effects).toContainEqual({ do: 'finish_documents', suborder_id: null });
    expect(events).toEqual([
      'OPEN',
      'DOC_UPLOAD_OPENED',
      'DOC_UPLOAD_TYPES',
      'DOC_UPLOAD paystub',
      'DOCUMENTS_UPLOADED paystub docs',
      'DOCUMENTS_UPLOADED w2 docs',
      'LINK_CREATED',
      'SUCCESS',
      'SUCCESS',
    ]);
    expect(state.screen.name).toBe('success');
  });

  test('if a failed task about documents is retried, the widget returns to the upload screen', () => {
    const provider = { id: 'documents', name: 'Documents', logo_url: null };
    const error = { error_code: 'NO_DATA', error_message: '' } as const;
    const task = newTask({ provider, status: 'no_data', is_final: true, error });
    const { state } = play([
      opened(newSession({ methods: ['docs', 'payroll'] })),
      PAYSTUB,
      viewOf({}),
      { type: 'finish_documents' },
      { type: 'documents_finished', task },
    ]);
    expect(faultOf(state, task)).toBe('documents_empty');
    expect(waysOn(state)).toEqual(['retry', 'other_method', 'later']);
    const again = play([{ type: 'retry' }], state);
    expect(again.state).toMatchObject({ screen: { name: 'upload' }, pursuit: { documents: { doc_type: 'paystub' } } });
    expect(again.effects).toContainEqual({ do: 'follow_uploads', suborder_id: null });
    expect(play([{ type: 'back' }], again.state).state.screen.name).toBe('doc_types');
  });
});

describe('uploading files', () => {
  test('files are uploaded one after another, each with the id of its suborder', () => {
    const order = newOrder([newSuborder({ methods: ['docs'] })]);
    const { state, effects } = play([opened(newSession({ order })), PAYSTUB, chosen({}, {})]);
    expect(effects.filter((effect) => effect.do === 'upload')).toMatchObject([
      { suborder_id: 'sub-1', file: { key: 'k0', doc_type: 'paystub', pages: ['k0'], is_of_photos: false } },
    ]);
    const sent = play([{ type: 'uploaded', key: 'k0', view: { files: [uploadedFile({ is_final: false })] } }], state);
    expect(uploadsIn(sent.effects)).toMatchObject([{ key: 'k1' }]);
    expect(sent.effects).toContainEqual({ do: 'follow_uploads', suborder_id: 'sub-1' });
    expect(sent.state.pursuit.documents.sending.map(({ key }) => key)).toEqual(['k1']);
  });

  test('files of an unknown type or with an invalid size are not sent; the other chosen files are sent', () => {
    const { state, effects } = play(
      [chosen({ kind: 'unknown' }, { size_bytes: 10_000_001 }, { size_bytes: 999 }, { size_bytes: 10_000_000 })],
      onUpload(),
    );
    expect(state.pursuit.documents.sending.map(({ fault }) => fault)).toEqual([
      'not_a_document',
      'too_large',
      'too_small',
      null,
    ]);
    expect(uploadsIn(effects)).toMatchObject([{ key: 'k3' }]);
  });

  test('files that did not reach the server can be sent again; a file that the server rejects does not delay the next file', () => {
    const problem = (kind: 'offline' | 'invalid') => ({ kind, message: '', retry_after_s: 0 });
    const first = play([chosen({}, {}), { type: 'upload_failed', key: 'k0', problem: problem('invalid') }], onUpload());
    expect(uploadsIn(first.effects).map(({ key }) => key)).toEqual(['k0', 'k1']);
    const second = play([{ type: 'upload_failed', key: 'k1', problem: problem('offline') }], first.state);
    expect(second.state.pursuit.documents.sending.map(({ fault }) => fault)).toEqual(['refused', 'unsent']);
    expect(second.state).toMatchObject({ problem: null, screen: { name: 'upload' } });
    expect(uploadsIn(play([{ type: 'retry_upload', key: 'k1' }], second.state).effects)).toMatchObject([{ key: 'k1' }]);
    const dropped = play([{ type: 'drop_upload', key: 'k0' }], second.state);
    expect(dropped.state.pursuit.documents.sending).toHaveLength(1);
  });

  test('files cannot be uploaded with an expired token: the session ends', () => {
    const problem = { kind: 'expired', message: '', retry_after_s: 0 } as const;
    const { state } = play([chosen({}), { type: 'upload_failed', key: 'k0', problem }], onUpload());
    expect(state.screen).toEqual({ name: 'refused', kind: 'expired' });
  });

  test('files are not sent while the applicant is on other screens; on return, sending continues and the uploaded files are listed again', () => {
    const state = play([chosen({}, {})], onUpload({ methods: ['docs', 'payroll'] })).state;
    const left = play([{ type: 'other_method' }], state);
    expect(left.effects).toContainEqual({ do: 'pause_uploads' });
    expect(left.state.pursuit.documents.sending.map(({ share }) => share)).toEqual([null, null]);
    // The response to an upload has no effect if it arrives after the applicant has left.
    expect(play([{ type: 'uploaded', key: 'k0', view: { files: [] } }], left.state).effects).toEqual([]);
    const back = play([{ type: 'back' }], left.state);
    expect(back.effects).toContainEqual({ do: 'follow_uploads', suborder_id: null });
    expect(uploadsIn(back.effects)).toMatchObject([{ key: 'k0' }]);
    // An applicant who goes back to choose another kind of document is still on the document screens.
    expect(play([{ type: 'back' }], state).effects).not.toContainEqual({ do: 'pause_uploads' });
  });

  test('no more files are sent once the maximum number in the template is reached', () => {
    const { state, effects } = play(
      [viewOf({}), chosen({}, {})],
      onUpload(withRules({ paystub: rule(1, 2), w2: rule(1, 1) })),
    );
    expect(state.pursuit.documents.sending.map(({ fault }) => fault)).toEqual([null, 'too_many']);
    expect(uploadsIn(effects)).toHaveLength(1);
    expect(roomFor(state, 'paystub')).toBe(0);
  });
});

describe('submitting documents', () => {
  const obstacleWith = (files: Input, session: Partial<Session> = ONLY_DOCS) =>
    obstacleOf(play([files], onUpload(session)).state);

  test('Continue can be pressed once every file is read and at least one file is accepted and recognised', () => {
    expect(obstacleOf(onUpload())).toBe('reading');
    expect(obstacleWith(viewOf())).toBe('needed');
    expect(obstacleWith(viewOf({}, { is_final: false, status: 'processing' }))).toBe('reading');
    expect(obstacleWith(viewOf({ status: 'failed', problem: 'damaged' }))).toBe('needed');
    expect(obstacleWith(viewOf({}, { status: 'failed', problem: 'damaged' }))).toBeNull();
    // The file was read, and no pay stub was found in it. A file of the kind `other` need not be recognised, except for
    // products about accounts.
    expect(obstacleWith(viewOf({ document_types: ['OTHER'] }))).toBe('needed');
    const other = viewOf({ doc_type: 'other', document_types: ['OTHER'] });
    expect(obstacleWith(other)).toBeNull();
    expect(obstacleWith(other, { ...ONLY_DOCS, product_type: 'assets' })).toBe('needed');
    expect(play([viewOf(), { type: 'finish_documents' }], onUpload()).effects).toEqual([]);
  });

  test('Continue can be pressed again if the server did not accept the documents; the file list is then loaded again', () => {
    const problem = { kind: 'invalid', message: '', retry_after_s: 0 } as const;
    const handed_in = play([viewOf({}), { type: 'finish_documents' }], onUpload()).state;
    const { state, effects } = play([{ type: 'failed', problem }], handed_in);
    expect(state).toMatchObject({ is_busy: false, screen: { name: 'upload' } });
    expect(effects).toEqual([{ do: 'refresh' }, { do: 'follow_uploads', suborder_id: null }]);
    // If the list of files cannot be loaded, the request for the list is not repeated.
    expect(play([{ type: 'failed', problem }], state).effects).toEqual([{ do: 'refresh' }]);
  });

  test('Continue requires the minimum number of documents of every required kind', () => {
    const rules = withRules({ paystub: rule(2, null, true), w2: rule(null, null, true), f1099: rule(1, null) });
    const state = play([viewOf({})], onUpload(rules)).state;
    expect(stillNeeded(state)).toEqual([
      { doc_type: 'paystub', count: 1 },
      { doc_type: 'w2', count: 1 },
    ]);
    expect(obstacleWith(viewOf({}, {}, { doc_type: 'w2', document_types: ['W2'] }), rules)).toBeNull();
    // Two pay stubs in one file are counted as two documents.
    expect(obstacleWith(viewOf({ document_types: ['PAYSTUB', 'PAYSTUB'] }, { doc_type: 'w2' }), rules)).toBeNull();
  });

  test('if the template marks no kind of document as required, Continue requires the minimum number of documents of any one kind', () => {
    const rules = withRules({ paystub: rule(2, null), w2: rule(1, null) });
    expect(stillNeeded(play([viewOf({})], onUpload(rules)).state)).toEqual([{ doc_type: 'paystub', count: 1 }]);
    expect(obstacleWith(viewOf({}, { doc_type: 'w2', document_types: ['W2'] }), rules)).toBeNull();
  });
});

describe('reloading the document screens', () => {
  const placeAfter = (inputs: readonly Input[]): Place | null =>
    play(inputs).effects.findLast((effect) => effect.do === 'remember')?.place ?? null;
  const session = newSession({ methods: ['docs', 'payroll'] });

  test('after a reload, the applicant returns to the same kind of document, and the uploaded files are loaded', () => {
    const place = placeAfter([opened(session), PAYSTUB]);
    const { state, effects, events } = play([opened(session, place)]);
    expect(state.screen.name).toBe('upload');
    expect(effects).toContainEqual({ do: 'follow_uploads', suborder_id: null });
    expect(events).toEqual(['OPEN', 'DOC_UPLOAD paystub']);
    expect(play([{ type: 'back' }], state).state.screen.name).toBe('doc_types');
  });

  test('after a reload, the applicant has to choose a kind again if the previously chosen kind is no longer accepted', () => {
    const place = placeAfter([opened(session), PAYSTUB]);
    const rules = { types: { ...NO_RULES, w2: rule(1, null), f1099: rule(1, null) } };
    expect(play([opened({ ...session, document_upload: rules }, place)]).state.screen.name).toBe('doc_types');
  });
});
