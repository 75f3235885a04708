import { describe, expect, it } from 'vitest';
import { configError, noData } from '#domain/documents/collection-files.ts';
import { problemOf } from './widget-documents.ts';

describe('the problem of an uploaded file', () => {
  it.each([
    ['it is password protected', 'password_protected'],
    ['it is damaged', 'damaged'],
    ['it is not readable', 'not_readable'],
    ['its type is not accepted for this request', 'type_not_accepted'],
    ['the name on it does not match the user', 'other_name'],
  ] as const)('the problem of an uploaded file with the error “%s” is %s', (reason, problem) =>
    expect(problemOf({ status: 'invalid', error: configError(reason) })).toBe(problem),
  );

  it('the problem is no_data if the file has no data for the product, and duplicate if the same bytes were uploaded before', () => {
    expect(problemOf({ status: 'failed', error: noData('income') })).toBe('no_data');
    expect(problemOf({ status: 'duplicate', error: null })).toBe('duplicate');
  });

  it('problemOf returns null while the file is being read, and also after the file was read successfully', () => {
    expect(problemOf({ status: 'pending', error: null })).toBeNull();
    expect(problemOf({ status: 'successful', error: null })).toBeNull();
  });
});
