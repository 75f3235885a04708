import { expect, test } from 'vitest';
import { fillText } from './template-texts.ts';

const VALUES = { first_name: 'Ada', company_name: 'Acme Lending', link: 'https://v.example/s/1', custom_field: '$&' };

test('every occurrence of the four placeholders is filled', () => {
  const text = 'Hello {{first_name}}, {{company_name}} asks: {{link}} ({{custom_field}}). {{first_name}}!';
  expect(fillText(text, VALUES)).toBe('Hello Ada, Acme Lending asks: https://v.example/s/1 ($&). Ada!');
});

test.each(['{{ssn}}', '{{ first_name }}', '{first_name}', '{{First_name}}', '{{first_name}', '{{constructor}}', ''])(
  '%j stays unchanged',
  (text) => {
    expect(fillText(text, VALUES)).toBe(text);
  },
);

test('a placeholder inside a value is not filled', () => {
  expect(
    fillText('{{first_name}}{{custom_field}}', { ...VALUES, first_name: '{{link}}', custom_field: '{{link' }),
  ).toBe('{{link}}{{link');
});

test('a placeholder that only a filled value completes is not filled', () => {
  expect(fillText('{{{{first_name}}}}', { ...VALUES, first_name: 'link' })).toBe('{{link}}');
});
