import { describe, expect, test } from 'vitest';
import type { DocumentRule, Session, UploadedFile } from '../../shared/session.ts';
import { NO_RULES, newOrder, newSession, newSuborder, newTask, PAYROLL } from '../../testing/samples.ts';
import { acceptedKinds, obstacleOf, roomFor, stillNeeded } from './document-rules.ts';
import { advance } from './machine.ts';
import { type ChosenFile, type Effect, type Input, initialState, type Place, type State } from './state.ts';
import { faultOf, waysOn } from './ways.ts';

type Played = { state: State; effects: Effect[]; events: string[] };

function play(inputs: readonly Input[], before?: State): Played {
  let state = before ?? initialState({ bridge_token: 'token-1', company_mapping_id: null, is_page: false });
  const effects: Effect[] = [];
  for (const input of inputs) {
    const step = advance(state, input);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, events: effects.flatMap(nameOf) };
}

const nameOf = (effect: Effect): string[] => {
  if (effect.do !== 'emit') return [];
  const { type, payload } = effect.event;
  if (type === 'SCREEN_VIEW')
    return [`${payload.view_name}${payload.doc_type === undefined ? '' : ` ${payload.doc_type}`}`];
  return [type === 'DOCUMENTS_UPLOADED' ? `${type} ${payload.doc_type} ${payload.data_source}` : type];
};

const opened = (session: Session, place: Place | null = null): Input => ({
  type: 'opened',
  session,
  place,
  settled: [],
});
const ONLY_DOCS = { methods: ['docs'] as Session['methods'] };
const withRules = (rules: Partial<Record<keyof typeof NO_RULES, DocumentRule>>): Partial<Session> => ({
  ...ONLY_DOCS,
  document_upload: { types: { ...NO_RULES, ...rules } },
});
const rule = (min: number | null, max: number | null, required = false): DocumentRule => ({ min, max, required });

const PAYSTUB: Input = { type: 'choose_doc_type', doc_type: 'paystub' };
const chosen = (...files: Partial<ChosenFile>[]): Input => ({
  type: 'files_chosen',
  files: files.map((file, at) => ({ key: `k${at}`, filename: `${at}.pdf`, kind: 'pdf', size_bytes: 5_000, ...file })),
});
const uploadedFile = (changes: Partial<UploadedFile> = {}): UploadedFile => ({
  file_id: 'file-1',
  filename: 'stub.pdf',
  doc_type: 'paystub',
  status: 'successful',
  is_final: true,
  reading: null,
  problem: null,
  document_types: ['PAYSTUB'],
  ...changes,
});
const viewOf = (...files: Partial<UploadedFile>[]): Input => ({
  type: 'uploads',
  view: { files: files.map((file, at) => uploadedFile({ file_id: `file-${at}`, ...file })) },
});
const uploadsIn = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'upload' ? [effect.file] : []));
const onUpload = (session: Partial<Session> = ONLY_DOCS) => play([opened(newSession(session)), PAYSTUB]).state;

describe('the method documents', () => {
  const failed = (status: 'login_error' | 'no_data' | 'unavailable' | 'error', session: Partial<Session>) =>
    play([
      opened(
        newSession({
          ...session,
          task: newTask({ status, is_final: true, error: { error_code: 'ERROR', error_message: '' } }),
        }),
      ),
    ]).state;

  test.for(['login_error', 'no_data', 'unavailable', 'error'] as const)('is offered after the failure %s', (status) => {
    const state = failed(status, { methods: ['payroll', 'docs'] });
    expect(waysOn(state)).toContain('documents');
    // Documents are the only other method, so there is no second option that leads to the same screen.
    expect(waysOn(state)).not.toContain('other_method');
    expect(play([{ type: 'choose_method', method: 'docs' }], state).state.screen.name).toBe('doc_types');
  });

  test('is offered only if the session has it, and never in update mode', () => {
    expect(waysOn(failed('login_error', { methods: ['payroll', 'tax'] }))).not.toContain('documents');
    const update = { link_id: 'link-1', provider: PAYROLL };
    expect(waysOn(failed('login_error', { methods: ['payroll', 'docs'], update }))).not.toContain('documents');
  });

  test('is opened at once if it is the first method of the session', () => {
    const { state, events } = play([opened(newSession({ methods: ['docs', 'payroll'] }))]);
    expect(state.screen.name).toBe('doc_types');
    expect(events).toEqual(['OPEN', 'DOC_UPLOAD_OPENED', 'DOC_UPLOAD_TYPES']);
  });
});

test('Back leads from the documents to the failed login form; after another method was chosen, Back skips that form', () => {
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

describe('the kinds of documents', () => {
  const kindsFor = (session: Partial<Session>) => acceptedKinds(play([opened(newSession(session))]).state);

  test('depend on the product', () => {
    expect(kindsFor({})).toEqual(['paystub', 'w2', 'f1099', 'f1040', 'other']);
    expect(kindsFor({ product_type: 'insurance' })).toEqual(['insurance_home_policy', 'insurance_auto_policy']);
    expect(kindsFor({ product_type: 'assets' })).toEqual(['other']);
  });

  test('are those that have a rule in the template and fit the product', () => {
    const rules = withRules({ w2: rule(1, null), volunteer_letter: rule(1, 1), insurance_home_policy: rule(1, 1) });
    expect(kindsFor(rules)).toEqual(['w2', 'volunteer_letter']);
    expect(kindsFor({ ...rules, product_type: 'insurance' })).toEqual(['insurance_home_policy']);
  });

  test('are not offered for choice if there is only one kind', () => {
    const { state, events } = play([opened(newSession({ ...ONLY_DOCS, product_type: 'assets' }))]);
    expect(state.screen.name).toBe('upload');
    expect(events).toEqual(['OPEN', 'DOC_UPLOAD_OPENED', 'DOC_UPLOAD other']);
  });
});

describe('a verification with documents', () => {
  test('emits DOC_UPLOAD_OPENED, the screens, DOCUMENTS_UPLOADED, LINK_CREATED and SUCCESS, without a login', () => {
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

  test('returns to the uploaded documents on a retry after a failed task', () => {
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

describe('chosen files', () => {
  test('are sent one after the other, with the id of the suborder', () => {
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

  test('are not sent if they cannot be documents, but the other files are', () => {
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

  test('can be sent again if they did not arrive; the next file is sent even if the server refused the previous one', () => {
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

  test('cannot be sent with an expired token; the widget then shows that the session has expired', () => {
    const problem = { kind: 'expired', message: '', retry_after_s: 0 } as const;
    const { state } = play([chosen({}), { type: 'upload_failed', key: 'k0', problem }], onUpload());
    expect(state.screen).toEqual({ name: 'refused', kind: 'expired' });
  });

  test('are dropped when the applicant leaves the screens for documents; on return, the uploaded files are loaded again', () => {
    const state = play([chosen({}, {})], onUpload({ methods: ['docs', 'payroll'] })).state;
    const left = play([{ type: 'other_method' }], state);
    expect(left.effects).toContainEqual({ do: 'pause_uploads' });
    expect(left.state.pursuit.documents.sending.map(({ share }) => share)).toEqual([null, null]);
    // A response that arrives late loads nothing.
    expect(play([{ type: 'uploaded', key: 'k0', view: { files: [] } }], left.state).effects).toEqual([]);
    const back = play([{ type: 'back' }], left.state);
    expect(back.effects).toContainEqual({ do: 'follow_uploads', suborder_id: null });
    expect(uploadsIn(back.effects)).toMatchObject([{ key: 'k0' }]);
    // Choosing the kind again is not leaving.
    expect(play([{ type: 'back' }], state).effects).not.toContainEqual({ do: 'pause_uploads' });
  });

  test('are not sent if they exceed the maximum number in the template', () => {
    const { state, effects } = play(
      [viewOf({}), chosen({}, {})],
      onUpload(withRules({ paystub: rule(1, 2), w2: rule(1, 1) })),
    );
    expect(state.pursuit.documents.sending.map(({ fault }) => fault)).toEqual([null, 'too_many']);
    expect(uploadsIn(effects)).toHaveLength(1);
    expect(roomFor(state, 'paystub')).toBe(0);
  });
});

describe('photos of pages', () => {
  const photo = (key: string, filename = 'image.jpg'): Partial<ChosenFile> => ({ key, filename, kind: 'photo' });
  const looked = (key: string, can_be_shown = true): Input => ({ type: 'page_looked_at', key, can_be_shown });

  test('wait until the applicant has added all pages, and are then sent as one file', () => {
    const added = play([chosen(photo('a')), chosen(photo('b')), looked('a'), looked('b')], onUpload());
    expect(added.effects).toEqual([
      { do: 'look_at', key: 'a' },
      { do: 'look_at', key: 'b' },
    ]);
    expect(obstacleOf(added.state)).toBe('unsent');
    const { effects, state } = play([{ type: 'send_pages', is_one: true }], added.state);
    expect(uploadsIn(effects)).toMatchObject([{ filename: 'image.pdf', pages: ['a', 'b'], is_of_photos: true }]);
    expect(state.pursuit.documents.draft).toEqual([]);
  });

  test('of several documents get names that differ from each other and from those of earlier files', () => {
    const { state } = play(
      [
        viewOf({ filename: 'image.pdf' }),
        chosen(photo('a'), photo('b')),
        looked('a'),
        looked('b'),
        { type: 'send_pages', is_one: false },
      ],
      onUpload(),
    );
    expect(state.pursuit.documents.sending.map(({ filename }) => filename)).toEqual(['image (2).pdf', 'image (3).pdf']);
  });

  test('are sent unchanged as single files if the browser cannot show them', () => {
    const { state } = play(
      [
        chosen(photo('a'), photo('b', 'scan.heic'), photo('c')),
        looked('a'),
        looked('b', false),
        { type: 'send_pages', is_one: true },
      ],
      onUpload(),
    );
    // The browser has not tried to show the third photo yet, so nothing is sent.
    expect(state.pursuit.documents.sending).toEqual([]);
    const { state: sent } = play([looked('c'), { type: 'send_pages', is_one: true }], state);
    expect(sent.pursuit.documents.sending).toMatchObject([
      { filename: 'image.pdf', pages: ['a', 'c'], is_of_photos: true },
      { filename: 'scan.heic', pages: ['b'], is_of_photos: false },
    ]);
  });

  test('survive Back, and other steps of the same connection', () => {
    const state = play([chosen(photo('a')), looked('a')], onUpload({ methods: ['docs', 'payroll'] })).state;
    const kept = (inputs: Input[]) => {
      const { state: later, effects } = play(inputs, state);
      expect(effects).not.toContainEqual({ do: 'stop_uploads' });
      expect(later.pursuit.documents.draft.map(({ key }) => key)).toEqual(['a']);
      return later;
    };
    kept([{ type: 'back' }, PAYSTUB]);
    const left = kept([{ type: 'other_method' }]);
    expect(left.screen.name).toBe('methods');
    kept([{ type: 'other_method' }, { type: 'choose_method', method: 'payroll' }]);
    kept([{ type: 'other_method' }, { type: 'choose_method', method: 'docs' }, PAYSTUB]);
  });

  test('are dropped when the applicant begins to connect something else', () => {
    const session = { methods: ['docs', 'payroll'] } as const;
    const order = newOrder([
      newSuborder({ id: 'sub-1', ...session, methods: [...session.methods] }),
      newSuborder({ id: 'sub-2', ...session, methods: [...session.methods] }),
    ]);
    const { state } = play([
      opened(newSession({ order })),
      { type: 'choose_suborder', suborder_id: 'sub-1' },
      PAYSTUB,
      chosen(photo('a')),
      looked('a'),
    ]);
    const overview = play([{ type: 'back' }, { type: 'back' }], state).state;
    expect(overview.screen.name).toBe('overview');
    const same = play([{ type: 'choose_suborder', suborder_id: 'sub-1' }], overview);
    expect(same.state.pursuit.documents.draft).toHaveLength(1);
    const other = play([{ type: 'choose_suborder', suborder_id: 'sub-2' }], overview);
    expect(other.state.pursuit.documents.draft).toEqual([]);
    expect(other.effects).toContainEqual({ do: 'stop_uploads' });
  });

  test('can be removed before they are sent', () => {
    const { state } = play([chosen(photo('a'), photo('b')), { type: 'remove_page', key: 'a' }], onUpload());
    expect(state.pursuit.documents.draft.map(({ key }) => key)).toEqual(['b']);
  });
});

describe('an uploaded file', () => {
  const asked = () => play([viewOf({}, {}), { type: 'remove_file', file_id: 'file-0' }], onUpload());

  test('can be removed before the documents are handed in, and Continue waits for that', () => {
    const { state, effects } = asked();
    const effect = { do: 'remove_file', file_id: 'file-0', suborder_id: null };
    expect(effects).toContainEqual(effect);
    expect(obstacleOf(state)).toBe('reading');
    // A second press changes nothing.
    expect(play([{ type: 'remove_file', file_id: 'file-0' }], state).effects).toEqual([]);
    const view = { files: [uploadedFile({ file_id: 'file-1' })] };
    const removed = play([{ type: 'file_removed', file_id: 'file-0', view }], state);
    expect(removed.state.pursuit.documents).toMatchObject({ files: [{ file_id: 'file-1' }], removing: [] });
    expect(removed.effects).toContainEqual({ do: 'follow_uploads', suborder_id: null });
    expect(obstacleOf(removed.state)).toBeNull();
  });

  test('stays if it cannot be removed, and the list is loaded again', () => {
    const problem = { kind: 'offline', message: '', retry_after_s: 0 } as const;
    const { state, effects } = play([{ type: 'removal_failed', file_id: 'file-0', problem }], asked().state);
    expect(state).toMatchObject({ problem, pursuit: { documents: { removing: [], files: [{}, {}] } } });
    expect(effects).toContainEqual({ do: 'follow_uploads', suborder_id: null });
  });
});

describe('the button Continue', () => {
  const obstacleWith = (files: Input, session: Partial<Session> = ONLY_DOCS) =>
    obstacleOf(play([files], onUpload(session)).state);

  test('is enabled as soon as every file is read and one of them is good', () => {
    expect(obstacleOf(onUpload())).toBe('reading');
    expect(obstacleWith(viewOf())).toBe('needed');
    expect(obstacleWith(viewOf({}, { is_final: false, status: 'processing' }))).toBe('reading');
    expect(obstacleWith(viewOf({ status: 'failed', problem: 'damaged' }))).toBe('needed');
    expect(obstacleWith(viewOf({}, { status: 'failed', problem: 'damaged' }))).toBeNull();
    // The file was sent as a pay stub, but contains none. A file of the kind `other` need not be recognised.
    expect(obstacleWith(viewOf({ document_types: ['OTHER'] }))).toBe('needed');
    const other = viewOf({ doc_type: 'other', document_types: ['OTHER'] });
    expect(obstacleWith(other)).toBeNull();
    expect(obstacleWith(other, { ...ONLY_DOCS, product_type: 'assets' })).toBe('needed');
    expect(play([viewOf(), { type: 'finish_documents' }], onUpload()).effects).toEqual([]);
  });

  test('can be pressed again if the server rejected the documents; the list of files is then loaded again', () => {
    const problem = { kind: 'invalid', message: '', retry_after_s: 0 } as const;
    const handed_in = play([viewOf({}), { type: 'finish_documents' }], onUpload()).state;
    const { state, effects } = play([{ type: 'failed', problem }], handed_in);
    expect(state).toMatchObject({ is_busy: false, screen: { name: 'upload' } });
    expect(effects).toEqual([{ do: 'refresh' }, { do: 'follow_uploads', suborder_id: null }]);
    // If loading the list fails, it is not repeated.
    expect(play([{ type: 'failed', problem }], state).effects).toEqual([{ do: 'refresh' }]);
  });

  test('requires the minimum number of documents of every required kind', () => {
    const rules = withRules({ paystub: rule(2, null, true), w2: rule(null, null, true), f1099: rule(1, null) });
    const state = play([viewOf({})], onUpload(rules)).state;
    expect(stillNeeded(state)).toEqual([
      { doc_type: 'paystub', count: 1 },
      { doc_type: 'w2', count: 1 },
    ]);
    expect(obstacleWith(viewOf({}, {}, { doc_type: 'w2', document_types: ['W2'] }), rules)).toBeNull();
    // Two pay stubs in one file count as two.
    expect(obstacleWith(viewOf({ document_types: ['PAYSTUB', 'PAYSTUB'] }, { doc_type: 'w2' }), rules)).toBeNull();
  });

  test('requires one complete kind if no kind is required', () => {
    const rules = withRules({ paystub: rule(2, null), w2: rule(1, null) });
    expect(stillNeeded(play([viewOf({})], onUpload(rules)).state)).toEqual([{ doc_type: 'paystub', count: 1 }]);
    expect(obstacleWith(viewOf({}, { doc_type: 'w2', document_types: ['W2'] }), rules)).toBeNull();
  });
});

describe('after a reload of the documents screen', () => {
  const placeAfter = (inputs: readonly Input[]): Place | null =>
    play(inputs).effects.findLast((effect) => effect.do === 'remember')?.place ?? null;
  const session = newSession({ methods: ['docs', 'payroll'] });

  test('the applicant returns to the same kind of document, and the list of uploaded files is loaded', () => {
    const place = placeAfter([opened(session), PAYSTUB]);
    const { state, effects, events } = play([opened(session, place)]);
    expect(state.screen.name).toBe('upload');
    expect(effects).toContainEqual({ do: 'follow_uploads', suborder_id: null });
    expect(events).toEqual(['OPEN', 'DOC_UPLOAD paystub']);
    expect(play([{ type: 'back' }], state).state.screen.name).toBe('doc_types');
  });

  test('the applicant must choose a kind again if the former kind is no longer accepted', () => {
    const place = placeAfter([opened(session), PAYSTUB]);
    const rules = { types: { ...NO_RULES, w2: rule(1, null), f1099: rule(1, null) } };
    expect(play([opened({ ...session, document_upload: rules }, place)]).state.screen.name).toBe('doc_types');
  });
});
