import { expect, test } from 'vitest';
import { fillText } from './template-texts.ts';

const VALUES = { first_name: 'Ada', company_name: 'Acme Lending', link: 'https://v.example/s/1', custom_field: '$&' };

test('fillText fills every occurrence of the four placeholders', () => {
  const text = 'Hello {{first_name}}, {{company_name}} asks: {{link}} ({{custom_field}}). {{first_name}}!';
  expect(fillText(text, VALUES)).toBe('Hello Ada, Acme Lending asks: https://v.example/s/1 ($&). Ada!');
});

test.each(['{{ssn}}', '{{ first_name }}', '{first_name}', '{{First_name}}', '{{first_name}', '{{constructor}}', ''])(
  'fillText leaves %j unchanged',
  (text) => {
    expect(fillText(text, VALUES)).toBe(text);
  },
);

test('fillText does not fill a placeholder that is part of an inserted value', () => {
  expect(
    fillText('{{first_name}}{{custom_field}}', { ...VALUES, first_name: '{{link}}', custom_field: '{{link' }),
  ).toBe('{{link}}{{link');
});

test('fillText does not fill a placeholder that exists only because another placeholder was filled', () => {
  expect(fillText('{{{{first_name}}}}', { ...VALUES, first_name: 'link' })).toBe('{{link}}');
});
