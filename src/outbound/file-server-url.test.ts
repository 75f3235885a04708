import { describe, expect, test } from 'vitest';
import { parseFileServer } from './file-server-url.ts';

describe('parseFileServer', () => {
  test.each([
    [
      'https://AKIA:se%2Fcr%2Bet@s3.example.com/files',
      { origin: 'https://s3.example.com', path: '/files', region: 'us-east-1', secret_access_key: 'se/cr+et' },
    ],
    [
      'http://AKIA:secret@10.0.0.5:9000/files/vouch/prod/?region=eu-central-1',
      {
        origin: 'http://10.0.0.5:9000',
        path: '/files/vouch/prod',
        region: 'eu-central-1',
        secret_access_key: 'secret',
      },
    ],
  ])('parseFileServer parses the address %s of a file server', (url, expected) => {
    expect(parseFileServer(url)).toEqual({ ...expected, access_key_id: 'AKIA' });
  });

  test.each([
    ['s3://AKIA:secret@host/files', 'is not an address such as'],
    ['https://AKIA:se/cret@host/files', 'is not an address such as'],
    ['https://host/files', 'has no access key and secret'],
    ['https://AKIA@host/files', 'has no access key and secret'],
    ['https://AKIA:%zz@host/files', 'has no access key and secret'],
    ['https://AKIA:secret@host', 'has no valid bucket'],
    ['https://AKIA:secret@host/', 'has no valid bucket'],
    ['https://AKIA:secret@host/fi%20les', 'has no valid bucket'],
    ['https://AKIA:secret@host/files/a//b', 'has a folder'],
    ['https://AKIA:secret@host/files/a%2Fb', 'has a folder'],
    ['https://AKIA:secret@host/files?regoin=eu', 'has a part after the folder'],
    ['https://AKIA:secret@host/files#eu', 'has a part after the folder'],
    ['https://AKIA:secret@host/files?region=', 'has a region'],
    ['https://AKIA:secret@host/files?region=EU', 'has a region'],
  ])('parseFileServer rejects the address %s, and the error does not contain the key or the secret', (url, reason) => {
    const read = () => parseFileServer(url);
    expect(read).toThrow(reason);
    expect(read).not.toThrow(/AKIA|secret@|cret@/);
  });
});
