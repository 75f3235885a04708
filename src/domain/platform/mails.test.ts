import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { parsePayload } from './jobs.ts';
import { MAIL_KINDS } from './mails.ts';

describe('the job that sends a mail', () => {
  const [subject_id, recipient_id] = [newId(), newId()];

  test.for(MAIL_KINDS)('carries %s', (mail) => {
    const payload = { mail, subject_id, recipient_id };
    expect(parsePayload('send_mail', payload)).toEqual(payload);
  });

  test.for([
    { mail: 'birthday', subject_id, recipient_id },
    { mail: 'webhook_failing', subject_id },
    { mail: 'webhook_failing', subject_id, recipient_id: 'ada@acme.example' },
  ])('is refused with %j', (payload) => {
    expect(() => parsePayload('send_mail', payload)).toThrow('not one of ours');
  });
});
