import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { type JobOwner, ownerKey, parseOwner, parsePayload } from './jobs.ts';

describe('ownerKey', () => {
  test('returns a different key for every owner, and parseOwner converts each key back to its owner', () => {
    const client_id = newId();
    const owners: JobOwner[] = ['system', { client_id, environment: 'sandbox' }, { client_id, environment: 'prod' }];
    expect(owners.map(ownerKey).map(parseOwner)).toEqual(owners);
    expect(new Set(owners.map(ownerKey)).size).toBe(3);
  });

  test.each(['', 'System', `${newId()}:test`, `${newId()}`, 'short:prod', `${newId()}:`])(
    'parseOwner rejects %j',
    (key) => {
      expect(() => parseOwner(key)).toThrow('not a valid job owner');
    },
  );
});

describe('parsePayload', () => {
  test("accepts only payloads that match the job's schema", () => {
    expect(parsePayload('housekeeping', {})).toEqual({});
    for (const payload of [null, undefined, 'x', []]) {
      expect(() => parsePayload('housekeeping', payload)).toThrow('does not match its schema');
    }
  });
});
