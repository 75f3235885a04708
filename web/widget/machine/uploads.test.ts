import { describe, expect, test } from 'vitest';
import {
  chosen,
  onUpload,
  opened,
  PAYSTUB,
  play,
  uploadedFile,
  uploadsIn,
  viewOf,
} from '../../testing/playing-documents.ts';
import { newOrder, newSession, newSuborder } from '../../testing/samples.ts';
import { obstacleOf } from './document-rules.ts';
import type { ChosenFile, Input } from './state.ts';

describe('photos of documents', () => {
  const photo = (key: string, filename = 'image.jpg'): Partial<ChosenFile> => ({ key, filename, kind: 'photo' });
  const looked = (key: string, can_be_shown = true): Input => ({ type: 'page_looked_at', key, can_be_shown });

  test('photos are not sent until all pages have been added, and are then sent as one file', () => {
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

  test('photos of several documents get names that differ from each other and from the names of uploaded files', () => {
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

  test('photos that the browser cannot show are sent unchanged, each as a separate file', () => {
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

  test('photos are kept when the applicant goes back or chooses another method for the same connection', () => {
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

  test('photos are dropped when the applicant begins to connect something else', () => {
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

  test('photos can be removed before they are sent', () => {
    const { state } = play([chosen(photo('a'), photo('b')), { type: 'remove_page', key: 'a' }], onUpload());
    expect(state.pursuit.documents.draft.map(({ key }) => key)).toEqual(['b']);
  });
});

describe('removing an uploaded file', () => {
  const asked = () => play([viewOf({}, {}), { type: 'remove_file', file_id: 'file-0' }], onUpload());

  test('an uploaded file can be removed before the documents are submitted, and Continue waits until the file is removed', () => {
    const { state, effects } = asked();
    const effect = { do: 'remove_file', file_id: 'file-0', suborder_id: null };
    expect(effects).toContainEqual(effect);
    expect(obstacleOf(state)).toBe('reading');
    // A second press on the remove button has no effect.
    expect(play([{ type: 'remove_file', file_id: 'file-0' }], state).effects).toEqual([]);
    const view = { files: [uploadedFile({ file_id: 'file-1' })] };
    const removed = play([{ type: 'file_removed', file_id: 'file-0', view }], state);
    expect(removed.state.pursuit.documents).toMatchObject({ files: [{ file_id: 'file-1' }], removing: [] });
    expect(removed.effects).toContainEqual({ do: 'follow_uploads', suborder_id: null });
    expect(obstacleOf(removed.state)).toBeNull();
  });

  test('if an uploaded file cannot be removed, it stays in the list, and the list is loaded again', () => {
    const problem = { kind: 'offline', message: '', retry_after_s: 0 } as const;
    const { state, effects } = play([{ type: 'removal_failed', file_id: 'file-0', problem }], asked().state);
    expect(state).toMatchObject({ problem, pursuit: { documents: { removing: [], files: [{}, {}] } } });
    expect(effects).toContainEqual({ do: 'follow_uploads', suborder_id: null });
  });
});
