import { describe, expect, test } from 'vitest';
import { parsePayload } from '#domain/platform/jobs.ts';
import { orderFacts } from '#test/order-messages.ts';
import {
  addresseesOf,
  isToPerson,
  maskAddress,
  ORDER_MESSAGE_KINDS,
  type OrderMessageFacts,
  unsubscribeUrl,
} from './order-messages.ts';

describe('addresseesOf', () => {
  const to = (kind: Parameters<typeof addresseesOf>[0], facts: Partial<OrderMessageFacts>) =>
    addresseesOf(kind, orderFacts(facts)).map(({ channel, to }) => `${channel} ${to}`);

  const to_person = ORDER_MESSAGE_KINDS.filter(isToPerson).filter((kind) => kind !== 'code');
  test.for(to_person)('the message %s is sent to the applicant by e-mail and text message', (kind) => {
    expect(to(kind, {})).toEqual(['email jane.roe@example.com', 'sms +14155550134']);
    expect(to(kind, { email: null })).toEqual(['sms +14155550134']);
    expect(to(kind, { phone: null })).toEqual(['email jane.roe@example.com']);
    expect(to(kind, { email: null, phone: null })).toEqual([]);
  });

  test.for([
    ['email', 'email jane.roe@example.com'],
    ['sms', 'sms +14155550134'],
  ] as const)(
    'a code is sent to the applicant by the requested channel %s and by no other channel',
    ([channel, address]) => {
      const code = { digits: '012345', channel };
      expect(to('code', { code })).toEqual([address]);
      expect(to('code', { code, email: null, phone: null })).toEqual([]);
    },
  );

  test('sends a status message only by e-mail: to the manager and to each cc address, without duplicates', () => {
    const cc_emails = ['Kim@acme.example', 'MANAGER@acme.example', 'kim@acme.example', 'lee@acme.example'];
    expect(to('status', { manager: { email: 'manager@acme.example' }, cc_emails })).toEqual([
      'email manager@acme.example',
      'email Kim@acme.example',
      'email lee@acme.example',
    ]);
    expect(to('status', { manager: { email: null }, cc_emails: ['kim@acme.example'] })).toEqual([
      'email kim@acme.example',
    ]);
    expect(to('status', { manager: null, cc_emails: [] })).toEqual([]);
  });
});

describe('maskAddress', () => {
  test.for([
    ['email', 'jane.roe@example.com', 'j***@example.com'],
    ['email', '😀roe@example.com', '😀***@example.com'],
    ['sms', '+14155550134', '***0134'],
  ] as const)('maskAddress masks the %s address %s as %s', ([channel, to, masked]) => {
    expect(maskAddress({ channel, to })).toBe(masked);
  });
});

test('the unsubscribe URL contains the key of the landing page and no other data', () => {
  expect(unsubscribeUrl('https://verify.example', 'abc')).toBe('https://verify.example/verify/abc/unsubscribe/');
});

test('the payload of a send_order_message job has a message id; a message id that is not a valid id is rejected', () => {
  const payload = { message_id: '24d7a5c0f61b4f0c9a3ce1b2d4f60718' };
  expect(parsePayload('send_order_message', payload)).toEqual(payload);
  expect(() => parsePayload('send_order_message', { message_id: '+14155550134' })).toThrow('does not match its schema');
});
