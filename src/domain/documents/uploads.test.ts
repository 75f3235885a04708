import { describe, expect, it } from 'vitest';
import { COLLECTION_FILES_MAX, isUploadName, toUpload, UPLOAD_TYPES, uploadFaults, uploadName } from './uploads.ts';

const content = (characters: number): string => 'A'.repeat(characters);
const file = (changes: object = {}) => ({
  filename: 'stub.pdf',
  mime_type: 'application/pdf',
  content: content(1_336),
  ...changes,
});
const faultsOf = (changes: object) => uploadFaults({ documents: [file(changes)] }, false);
const files = (n: number) => ({ documents: Array.from({ length: n }, () => file()) });

describe('a file in an upload request', () => {
  it.each(UPLOAD_TYPES)('a file in an upload request may be of type %s', (mime_type) =>
    expect(faultsOf({ mime_type })).toEqual([]),
  );

  it('a file is rejected if its type is not accepted', () =>
    expect(faultsOf({ mime_type: 'text/plain' })).toEqual([
      { field: 'documents.0.mime_type', message: '"text/plain" is not a valid choice.' },
    ]));

  it('a file must have a name of 1 to 255 characters without path separators', () => {
    expect(faultsOf({ filename: 'x'.repeat(255) })).toEqual([]);
    expect(faultsOf({ filename: 'x'.repeat(256) })).toMatchObject([{ field: 'documents.0.filename' }]);
    expect(faultsOf({ filename: '' })).toEqual([
      { field: 'documents.0.filename', message: 'This field may not be blank.' },
    ]);
    for (const filename of ['../stub.pdf', 'c:\\stub.pdf']) {
      expect(faultsOf({ filename })).toEqual([{ field: 'documents.0.filename', message: 'Not a valid value.' }]);
    }
  });

  it('the content of a file must have 1,336 to 13,333,336 characters of base64', () => {
    expect(faultsOf({ content: content(1_335) })).toEqual([
      { field: 'documents.0.content', message: 'Ensure this field has at least 1336 characters.' },
    ]);
    expect(faultsOf({ content: content(13_333_336) })).toEqual([]);
    expect(faultsOf({ content: content(13_333_337) })).toEqual([
      { field: 'documents.0.content', message: 'Ensure this field has no more than 13333336 characters.' },
    ]);
    expect(faultsOf({ content: `${content(1_336)}é` })).toEqual([
      { field: 'documents.0.content', message: 'Not a valid base64 string.' },
    ]);
  });

  it('the content of a file may have line breaks in its base64', () => {
    const wrapped = `${content(76)}\n`.repeat(20);
    expect(faultsOf({ content: wrapped })).toEqual([]);
    const { files } = toUpload({ documents: [{ filename: 'a', mime_type: 'image/png', content: wrapped }] });
    expect(files[0]?.content).toHaveLength((76 * 20 * 3) / 4);
  });

  it('a file may have a user_id or an external_user_id, but not both', () => {
    expect(faultsOf({ user_id: 'a' })).toEqual([]);
    expect(faultsOf({ external_user_id: 'a', user_id: '' })).toEqual([]);
    expect(faultsOf({ user_id: 'a', external_user_id: 'b' })).toEqual([
      { field: 'documents.0.user_id', message: 'Give either user_id or external_user_id, not both.' },
    ]);
  });
});

describe('an upload request', () => {
  it('an upload request must have one to ten files', () => {
    expect(uploadFaults(files(10), false)).toEqual([]);
    expect(uploadFaults(files(11), false)).toEqual([
      { field: 'documents', message: 'Ensure this list has no more than 10 items.' },
    ]);
    expect(uploadFaults(files(0), false)).toEqual([{ field: 'documents', message: 'This list may not be empty.' }]);
    expect(uploadFaults({}, false)).toEqual([{ field: 'documents', message: 'This field is required.' }]);
    expect(COLLECTION_FILES_MAX).toBe(100);
  });

  it('an upload request must have an id or an external_user_id for each person', () => {
    const users = [{ id: 'a' }, { external_user_id: 'b', first_name: 'Jane' }, { first_name: 'Jane' }];
    expect(uploadFaults({ ...files(1), users }, true)).toEqual([
      { field: 'users.2.external_user_id', message: 'This field is required.' },
    ]);
  });

  it('an upload request that only adds files may have any value in `users`, because the value is ignored', () => {
    expect(uploadFaults({ ...files(1), users: 'nobody' }, false)).toEqual([]);
  });
});

it('the file name in a signed URL reveals only the type of the file', () => {
  expect(uploadName('image/jpeg')).toBe('upload.jpg');
  expect(isUploadName('upload.jpg')).toBe(true);
  expect(isUploadName('upload.exe')).toBe(false);
  expect(isUploadName('statement-1.pdf')).toBe(false);
});
