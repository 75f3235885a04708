import { describe, expect, test } from 'vitest';
import { type FailingEndpoint, webhookDisabled, webhookFailing } from './mails.ts';

const ENDPOINT: FailingEndpoint = {
  id: '24d7a5c0f61b4f0c9a3ce1b2d4f60718',
  name: 'Loan desk',
  webhook_url: 'https://hooks.acme.example:8443/vouch/t0ken-1?key=t0ken-2',
  environment: 'prod',
  failing_since: new Date('2026-03-03T12:00:41Z'),
  base_url: 'https://api.vouch.example',
};

test('the mail webhook_failing names the failing endpoint, and says since when it has been failing, when it will be disabled and how to prevent that', () => {
  expect(webhookFailing(ENDPOINT)).toEqual({
    subject: 'Webhook endpoint failing: Loan desk',
    text: `Hello,

Your webhook endpoint has not accepted anything we have sent it since 2026-03-03 12:00 UTC.

  Endpoint:    Loan desk
  Address:     https://hooks.acme.example:8443
  Environment: prod

If no request succeeds before 2026-03-08 12:00 UTC, we will disable it.

A single request answered with a 2xx status within 10 seconds is enough: all events still waiting are then sent at once. To resend events that we had already given up on:

  POST https://api.vouch.example/v1/webhooks/24d7a5c0f61b4f0c9a3ce1b2d4f60718/replay/
  {"created_at__gte": "2026-03-01T12:00:41Z"}

To see what we sent and the results:

  GET https://api.vouch.example/v1/webhook-requests/?endpoint_id=24d7a5c0f61b4f0c9a3ce1b2d4f60718

Vouch
`,
  });
});

test('the mail webhook_disabled names the disabled endpoint and the reason, and explains how to enable it and replay its events', () => {
  expect(webhookDisabled(ENDPOINT)).toEqual({
    subject: 'Webhook endpoint disabled: Loan desk',
    text: `Hello,

Your webhook endpoint has not accepted anything we have sent it since 2026-03-03 12:00 UTC, so we have disabled it.

  Endpoint:    Loan desk
  Address:     https://hooks.acme.example:8443
  Environment: prod

To enable it again, make sure that it responds with a 2xx status within 10 seconds, then send:

  PATCH https://api.vouch.example/v1/webhooks/24d7a5c0f61b4f0c9a3ce1b2d4f60718/
  {"enabled": true}

Missed events are kept for 30 days. To have them sent again:

  POST https://api.vouch.example/v1/webhooks/24d7a5c0f61b4f0c9a3ce1b2d4f60718/replay/
  {"created_at__gte": "2026-03-01T12:00:41Z"}

Vouch
`,
  });
});

describe.for([
  ['webhook_failing', webhookFailing],
  ['webhook_disabled', webhookDisabled],
] as const)('the mail %s', ([, write]) => {
  test('the mail shows only the origin of the endpoint’s URL, not its path or query', () => {
    const { subject, text } = write(ENDPOINT);
    expect(subject + text).not.toMatch(/t0ken|key=|\/vouch\/t/);
  });

  test.for([
    ['One\r\nBcc: eve@other.example\u2028two\tthree', 'One Bcc: eve@other.example two three'],
    ['abc\u202Efed\u0000', 'abc fed'],
    [' \u200B\n ', 'https://hooks.acme.example:8443'],
    ['Crédit “Nord” 🏦', 'Crédit “Nord” 🏦'],
  ] as const)('the mail about a webhook endpoint shows the endpoint name %j on one line', ([name, shown]) => {
    const { subject, text } = write({ ...ENDPOINT, name });
    expect(subject).toMatch(/^Webhook endpoint (?:failing|disabled): /);
    expect(subject.endsWith(`: ${shown}`)).toBe(true);
    expect(text).toContain(`\n  Endpoint:    ${shown}\n`);
  });
});
