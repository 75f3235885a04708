import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { parsePayload } from './jobs.ts';
import { MAIL_KINDS } from './mails.ts';

describe('the send_mail job', () => {
  const [subject_id, recipient_id] = [newId(), newId()];

  test.for(MAIL_KINDS)('the send_mail job accepts the mail kind %s', (mail) => {
    const payload = { mail, subject_id, recipient_id };
    expect(parsePayload('send_mail', payload)).toEqual(payload);
  });

  test.for([
    { mail: 'birthday', subject_id, recipient_id },
    { mail: 'webhook_failing', subject_id },
    { mail: 'webhook_failing', subject_id, recipient_id: 'ada@acme.example' },
  ])('the send_mail job rejects the payload %j', (payload) => {
    expect(() => parsePayload('send_mail', payload)).toThrow('does not match its schema');
  });
});
