import { describe, expect, test } from 'vitest';
import { isToPerson, ORDER_MESSAGE_KINDS, type OrderMessageFacts } from '#domain/orders/order-messages.ts';
import { isOpen, SUBORDER_STATUSES } from '#domain/orders/order-status.ts';
import { orderFacts, settingsWith } from '#test/order-messages.ts';
import { orderMail, orderTextMessage } from './order-messages.ts';

const PUBLIC_URL = 'https://verify.example';
const LINK = 'https://verify.example/s/k3v9q2xw7m';
const UNSUBSCRIBE = 'https://verify.example/verify/9c0f61b4f0c9a3ce1b2d4f6071824d7a/unsubscribe/';
const TO_PERSON = ORDER_MESSAGE_KINDS.filter(isToPerson).filter((kind) => kind !== 'code');

const mailOf = (kind: (typeof ORDER_MESSAGE_KINDS)[number], facts: Partial<OrderMessageFacts> = {}) =>
  orderMail(kind, orderFacts(facts), PUBLIC_URL);

/** Returns the visible text of an HTML page. */
const seen = (page: string): string =>
  page
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();

const BRANDED = settingsWith({
  branding: {
    company_name: 'Northwind Credit Union',
    logo: 'https://northwind.example/logo.png',
    accent_color: '#0b7a4b',
    privacy_url: 'https://northwind.example/privacy?a=1&b=2',
  },
  orders: { support_email: 'help@northwind.example' },
});

test('an invitation mail has an English and then a Spanish text, with the link, its expiry and an unsubscribe link', () => {
  const { html, ...mail } = mailOf('invitation');
  expect(mail).toEqual({
    subject: 'Acme Lending asks you to verify your information / Verifique su información',
    text: `Hello Jane,

Acme Lending asks you to verify your information online. It usually takes a few minutes, and you can do it on your phone.

This link is only for you and works until March 4, 2026, 12:00 UTC. If you did not expect this message, you can ignore it.

Start now: ${LINK}

---

Hola, Jane:

Acme Lending le pide que verifique su información en línea. Suele tomar unos minutos y basta con un teléfono.

El enlace es solo para usted y funciona hasta el 4 de marzo de 2026, 12:00 UTC. Si no esperaba este mensaje, puede ignorarlo.

Comenzar: ${LINK}

---

Stop messages about this / No recibir más mensajes sobre esto: ${UNSUBSCRIBE}
`,
    from_name: 'Acme Lending',
    unsubscribe_url: UNSUBSCRIBE,
  });
  expect(seen(html)).toMatch(/Hello Jane,.*asks you.*until March 4, 2026.*Start now \/ Comenzar.*Hola, Jane:.*le pide/);
  expect(html).toMatch(/<div lang="en">[\s\S]*<div lang="es">/);
});

describe('a one-time code', () => {
  const code = { digits: '012345', channel: 'sms' } as const;

  test('a one-time code is sent in a mail in both languages, without a link to the applicant’s page', () => {
    const { subject, text, html } = mailOf('code', { code, template: BRANDED });
    expect(subject).toBe('Your code for Northwind Credit Union / Su código');
    expect(text.match(/\b012345\b/g)).toHaveLength(2);
    expect(seen(html)).toMatch(/Hello Jane,.*valid for 10 minutes.*012345.*Hola, Jane:.*10 minutos.*012345/);
    expect(html + text).not.toContain(LINK);
  });

  test('a one-time code is sent in one text message in the GSM alphabet, without the URL of the applicant’s page', () => {
    const text = orderTextMessage('code', orderFacts({ code, client_name: 'Northwind Credit Union' }));
    expect(text).toMatch(/^[A-Za-z0-9 .,:;/?!'"()&+\-_@$%éñ¿¡]{1,160}$/);
    expect(text).toMatch(/^Your code for Northwind Credit Union, .*: 012345$/);
  });
});

describe.for(TO_PERSON)('a message of kind %s', (kind) => {
  test('the mail to the applicant has one button, which links to the applicant’s page', () => {
    const { html } = mailOf(kind);
    expect(html.match(/class="button"/g)).toHaveLength(1);
    expect(html).toMatch(new RegExp(`class="button"[^>]*>\\s*<a href="${LINK}"`));
  });

  test('the mail has the client’s branding, and replies go to the client’s support address', () => {
    const { subject, text, html, from_name, reply_to } = mailOf(kind, { template: BRANDED });
    expect({ from_name, reply_to }).toEqual({
      from_name: 'Northwind Credit Union',
      reply_to: 'help@northwind.example',
    });
    for (const part of [subject, text]) expect(part).toContain('Northwind Credit Union');
    for (const part of [text, seen(html)]) {
      expect(part).toContain('Questions? / ¿Preguntas? help@northwind.example');
      expect(part).not.toContain('Acme');
    }
    expect(text).toContain('Privacy / Privacidad: https://northwind.example/privacy?a=1&b=2\n');
    expect(html).toContain('href="https://northwind.example/privacy?a=1&#38;b=2"');
    expect(html).toContain('href="mailto:help@northwind.example"');
    expect(html).toMatch(/<img[^>]* src="https:\/\/northwind\.example\/logo\.png" alt="Northwind Credit Union"/);
    expect(html).toContain('bgcolor="#0b7a4b"');
  });

  test('the mail loads no resource except the logo, and contains no script', () => {
    for (const template of [null, BRANDED]) {
      const { html } = mailOf(kind, { template });
      const loaded = [...html.matchAll(/(?:src|srcset|background|poster|data)="([^"]*)"|url\(|@import|<link/g)];
      expect(loaded.map(([, url]) => url)).toEqual(template === null ? [] : ['https://northwind.example/logo.png']);
      expect(html).not.toMatch(/<script|<iframe|<form|javascript:|\son\w+=/i);
    }
  });

  test('the message contains no last name, email, phone number or order number, and no URL that contains a name of the person', () => {
    const mail = mailOf(kind, { template: BRANDED });
    const everything = JSON.stringify(mail) + orderTextMessage(kind, orderFacts({ template: BRANDED }));
    expect(everything).not.toMatch(/Roe|jane\.roe|5550134|4711|L-100/);
    for (const [, url] of mail.html.matchAll(/href="([^"]*)"/g)) expect(url).not.toMatch(/jane/i);
  });

  test('the mail has no unsubscribe link if there is no share_key', () => {
    const { share_key: _, ...facts } = orderFacts();
    const mail = orderMail(kind, facts, PUBLIC_URL);
    expect(mail.unsubscribe_url).toBeUndefined();
    expect(mail.html + mail.text).not.toContain('unsubscribe');
  });

  test('the text fits into one text message of 160 GSM characters, including the link', () => {
    const text = orderTextMessage(kind, orderFacts({ client_name: 'Northwind Credit Union' }));
    // The characters of the GSM 03.38 alphabet that we use.
    expect(text).toMatch(/^[A-Za-z0-9 .,:;/?!'"()&+\-_@$%éñ¿¡]{1,160}$/);
    expect(text).toMatch(/ Union .* \/ .*: https:\/\/verify\.example\/s\/k3v9q2xw7m$/);
  });
});

describe('texts from a client’s template', () => {
  const template = settingsWith({
    orders: {
      first_email: {
        subject: 'One step left, {{first_name}} ({{custom_field}})',
        text: 'Dear {{first_name}},\n\nplease open {{link}}\nsoon.\n\n{{company_name}} {{last_name}}',
      },
      reminder_email: { text: 'Still waiting.' },
      first_sms: { text: 'Hi {{first_name}}: {{link}} ({{company_name}})' },
      reminder_sms: { text: 'Still waiting.' },
    },
  });

  test('texts from a client’s template replace our texts in mails and text messages; only known placeholders are filled in', () => {
    const { subject, text, html } = mailOf('invitation', { template });
    expect(subject).toBe('One step left, Jane (Loan 4711)');
    expect(text).toBe(`Dear Jane,

please open ${LINK}
soon.

Acme Lending {{last_name}}

---

Stop messages about this / No recibir más mensajes sobre esto: ${UNSUBSCRIBE}
`);
    expect(html).toContain('<div lang="">');
    expect(html).toContain(`please open <a class="ink" href="${LINK}"`);
    expect(html).toContain('<br>soon.');
    expect(orderTextMessage('invitation', orderFacts({ template }))).toBe(`Hi Jane: ${LINK} (Acme Lending)`);
  });

  test('the link is appended to a template’s text that does not contain the link; our own text is used for each part that the template omits', () => {
    const { subject, text, html } = mailOf('reminder', { template });
    expect(subject).toBe('Reminder: verify your information for Acme Lending / Recordatorio: verifique su información');
    expect(text).toMatch(new RegExp(`^Still waiting\\.\\n\\n${LINK}\\n`));
    expect(seen(html)).toContain('Continue / Continuar');
    expect(orderTextMessage('reminder', orderFacts({ template }))).toBe(`Still waiting. ${LINK}`);
    expect(mailOf('reconnect', { template }).text).toContain('Please reconnect it.');
  });
});

describe('a status mail', () => {
  test('a status mail names the person, the order and the order’s final status in both languages, and contains no hyperlink', () => {
    const { html, ...mail } = mailOf('status', { status: 'no_data', template: BRANDED });
    expect(mail).toEqual({
      subject: 'Order L-100: no data / sin datos',
      text: `Hello,

The verification of Jane Roe (order L-100) has ended: no data. The connected account does not contain any of the requested information.

---

Hola:

La verificación de Jane Roe (orden L-100) ha terminado: sin datos. La cuenta que se conectó no contiene nada de lo solicitado.
`,
    });
    expect(html).not.toContain('href');
    expect(html + mail.text).not.toMatch(/verify\.example|jane\.roe|5550134|4711/);
  });

  test('a status mail has the person’s name in its subject if the order has no order number', () => {
    const { subject, text } = mailOf('status', { status: 'expired', order_number: null });
    expect(subject).toBe('Verification of Jane Roe: expired / vencida');
    expect(text).toContain('The verification of Jane Roe has ended: expired.');
  });

  test.for(SUBORDER_STATUSES.filter((status) => !isOpen(status)))(
    'a status mail has a text in both languages if the final status is %s',
    (status) => {
      const { text } = mailOf('status', { status });
      expect(text).toMatch(/has ended: .*\. .*\.\n[\s\S]*ha terminado: .*\. .*\.\n/);
    },
  );

  test.for(SUBORDER_STATUSES.filter(isOpen))(
    'a status mail cannot be built for the open status %s: an error is thrown',
    (status) => {
      expect(() => mailOf('status', { status })).toThrow('an open order has no final status to report');
    },
  );
});

describe('hostile input', () => {
  const SCRIPT = '<script>alert(1)</script>"\'&';
  const words = {
    first_name: `${SCRIPT}\r\nBcc: eve@other.example\u202E`,
    last_name: SCRIPT,
    client_name: `${SCRIPT}\u2066`,
    custom_field: `{{link}}${SCRIPT}`,
    order_number: `${SCRIPT}\n1`,
  };
  const text = `${SCRIPT} {{first_name}} {{company_name}} {{custom_field}} {{link}}\u202E`;
  const own = settingsWith({
    branding: { company_name: SCRIPT, privacy_url: 'https://a.example/"><b>', logo: 'https://a.example/"onerror="x' },
    orders: {
      support_email: 'a?bcc=eve&b=c@other.example',
      first_email: { subject: '{{first_name}} {{custom_field}}', text },
      reminder_email: { subject: '{{company_name}}', text },
      first_sms: { text },
      reminder_sms: { text },
    },
  });

  const facts = [words, { ...words, template: own }] as const;
  test.for(ORDER_MESSAGE_KINDS)(
    'hostile input is treated as plain text in messages of the kind %s, and is put on one line in headers',
    (kind) => {
      for (const hostile of facts) {
        const mail = mailOf(kind, hostile);
        expect(mail.html).not.toMatch(/<script|<b>|"onerror|onerror="/);
        expect(seen(mail.html)).toContain('<script>alert(1)</script>"\'&');
        for (const line of [mail.subject, mail.from_name ?? '']) expect(line).not.toMatch(/[\p{Cc}\u202E\u2066]/u);
        for (const part of [mail.text, mail.html]) expect(part).not.toMatch(/[\r\u202E\u2066]/);
        expect(mail.html).not.toMatch(/mailto:[^"]*(?:\?|&#38;)/);
        if (!isToPerson(kind)) continue;
        expect(orderTextMessage(kind, orderFacts(hostile))).not.toMatch(/[\r\u202E\u2066]/);
      }
    },
  );

  test('a first name that looks like a placeholder is shown unchanged', () => {
    const first_name = '{{custom_field}}';
    expect(mailOf('invitation', { template: own, first_name }).subject).toBe('{{custom_field}} Loan 4711');
  });

  test('a branding URL that starts with javascript: or data: is left out of the mail', () => {
    const settings = settingsWith({});
    const template = { ...settings, branding: { ...settings.branding } };
    Object.assign(template.branding, { logo: 'javascript:alert(1)', privacy_url: 'data:x', accent_color: 'red;}' });
    const { html, text } = mailOf('invitation', { template });
    expect(html + text).not.toMatch(/javascript|data:x|red;|Privacy/);
    expect(html).not.toContain('<img');
  });

  test('fifty emoji in a name are shown, invisible characters in a name are omitted, and a company name of 128 letters is truncated', () => {
    const { html, text } = mailOf('invitation', { first_name: '😀'.repeat(50) });
    for (const part of [html, text]) expect(part).toContain(`Hello ${'😀'.repeat(50)},`);
    expect(mailOf('invitation', { first_name: '\u200B\u202E' }).text).toMatch(/^Hello,\n[\s\S]*\nHola:\n/);
    const client_name = 'W'.repeat(128);
    const { subject, from_name } = mailOf('invitation', { client_name });
    expect(from_name).toBe(`${'W'.repeat(57)}...`);
    expect(subject).toMatch(/^W{57}\.\.\. asks you/);
    expect(orderTextMessage('invitation', orderFacts({ client_name }))).toMatch(/^W{57}\.\.\. asks you/);
  });
});

test('the border of a button in a mail can be distinguished from the background in light and dark mode', () => {
  const edges = (accent_color: string) => {
    const { html } = mailOf('invitation', { template: settingsWith({ branding: { accent_color } }) });
    return [/border:1px solid (#\w{6})/, /\.button \{ border-color: (#\w{6})/].map((edge) => edge.exec(html)?.[1]);
  };
  expect(edges('#14508c')).toEqual(['#14508c', '#14508c']);
  expect(edges('#ffffff')).toEqual(['#5a6675', '#ffffff']);
  expect(edges('#101418')).toEqual(['#101418', '#a7b2bf']);
});
