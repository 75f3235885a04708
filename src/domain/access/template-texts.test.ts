import { expect, test } from 'vitest';
import { fillText } from './template-texts.ts';

const VALUES = { first_name: 'Ada', company_name: 'Acme Lending', link: 'https://v.example/s/1', custom_field: '$&' };

test('the four placeholders are filled, each as often as it stands there', () => {
  const text = 'Hello {{first_name}}, {{company_name}} asks: {{link}} ({{custom_field}}). {{first_name}}!';
  expect(fillText(text, VALUES)).toBe('Hello Ada, Acme Lending asks: https://v.example/s/1 ($&). Ada!');
});

test.each(['{{ssn}}', '{{ first_name }}', '{first_name}', '{{First_name}}', '{{first_name}', '{{constructor}}', ''])(
  '%j stays as it is',
  (text) => {
    expect(fillText(text, VALUES)).toBe(text);
  },
);

test('what a person is called is not taken for a placeholder', () => {
  expect(
    fillText('{{first_name}}{{custom_field}}', { ...VALUES, first_name: '{{link}}', custom_field: '{{link' }),
  ).toBe('{{link}}{{link');
});

test('a placeholder that a value completes is not one', () => {
  expect(fillText('{{{{first_name}}}}', { ...VALUES, first_name: 'link' })).toBe('{{link}}');
});
