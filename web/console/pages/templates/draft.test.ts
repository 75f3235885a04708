import { describe, expect, test } from 'vitest';
import { changeTemplate, newTemplate, presentTemplate, type TemplateChanges } from '#domain/access/templates.ts';
import { BLANK, changesBetween, draftOf, hoursIn } from './draft.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const stored = (changes: TemplateChanges) =>
  presentTemplate(changeTemplate(newTemplate({ name: 'Mortgages' }, 'id', NOW), changes, NOW));

test('the form for a new template has the server’s default values', () => {
  expect(draftOf(presentTemplate(newTemplate({ name: '' }, 'id', NOW)))).toEqual(BLANK);
});

describe('changes of a template that are sent to the server', () => {
  test('if the user changed nothing in the form, nothing is sent, so no default becomes a setting', () => {
    const template = stored({ branding: { company_name: 'Acme' } });
    expect(changesBetween(draftOf(template), draftOf(template))).toEqual({});
    const { name: _name, ...blank } = BLANK;
    expect(changesBetween(BLANK, { ...blank, name: 'New' })).toEqual({ name: 'New' });
  });

  test('a cleared text is sent as an empty text, which clears the stored text', () => {
    const template = stored({
      orders: {
        support_email: 'help@acme.example',
        first_email: { subject: 'Hello', text: 'Please' },
        first_sms: { text: 'Hi' },
      },
    });
    const before = draftOf(template);
    const changes = changesBetween(before, {
      ...before,
      orders: {
        ...before.orders,
        support_email: '',
        first_email: { subject: 'Hello', text: '' },
        first_sms: { text: '' },
      },
    });
    expect(changes).toEqual({ orders: { support_email: '', first_email: { text: '' }, first_sms: { text: '' } } });
    const after = presentTemplate(
      changeTemplate(newTemplate({ name: 'x', orders: before.orders }, 'id', NOW), changes, NOW),
    );
    expect(after.orders).toMatchObject({
      support_email: null,
      first_email: { subject: 'Hello', text: null },
      first_sms: { text: null },
    });
  });

  test('a missing text that becomes an empty text does not count as a change', () => {
    const before = draftOf(stored({}));
    const branding = { ...before.branding, company_name: '', logo: '' };
    expect(changesBetween(before, { ...before, branding })).toEqual({});
  });

  test('a changed list is sent as a whole; a rule about documents is sent only if it was added, changed or removed', () => {
    const before = draftOf(stored({ document_upload: { types: { w2: { min: 1 }, other: { max: 3 } } } }));
    const { types } = before.document_upload;
    const after = {
      ...before,
      data_sources_flow: ['docs', 'payroll'],
      document_upload: {
        types: {
          ...types,
          paystub: { min: null, max: 2, required: true },
          w2: { min: 2, max: null, required: false },
          other: null,
        },
      },
    };
    expect(changesBetween(before, after)).toEqual({
      data_sources_flow: ['docs', 'payroll'],
      document_upload: {
        types: { paystub: { min: null, max: 2, required: true }, w2: { min: 2 }, other: null },
      },
    });
  });
});

test.for<[string, number[] | undefined]>([
  ['24, 48', [24, 48]],
  [' 24;72 ', [24, 72]],
  ['', []],
  ['24, soon', undefined],
  ['0', undefined],
])('the hours of reminders that are typed as "%s" are read as %j', ([typed, hours]) => {
  expect(hoursIn(typed)).toEqual(hours);
});
