import { describe, expect, test } from 'vitest';
import type { Page } from '#domain/documents/pages.ts';
import { printedPage } from '#test/printed-page.ts';
import { withTitledYear } from './year.ts';

const yearFor = (file_title: string, fields = {}): unknown => {
  const page: Page = { ...printedPage('Wage statement    Form W-2'), file_title };
  return withTitledYear(fields, { form: 'W-2', pages: [page] })['year']?.value;
};

describe('withTitledYear', () => {
  test.each(['2023 Form W-2', 'W-2 (2023)', 'Form W2 2023'])(
    'withTitledYear returns the year of the title "%s"',
    (title) => {
      expect(yearFor(title)).toBe('2023');
    },
  );

  test.each(['', 'Form W-2', '2023 Form 1040', 'W-2 2023 and 2024', 'Form W-2 120230'])(
    'withTitledYear returns no year for the title "%s"',
    (title) => {
      expect(yearFor(title)).toBeUndefined();
    },
  );

  test('keeps the printed year, even if the title names another year', () => {
    const box = { left: 0, top: 0, right: 1, bottom: 1 };
    const year = { value: '2021', raw: '2021', page: 1, box, method: 'label', confidence: 1 };
    expect(yearFor('2023 Form W-2', { year })).toBe('2021');
  });

  test('returns the position of the form’s name on the page as the position of the year', () => {
    const page: Page = { ...printedPage('Wage statement    Form W-2'), file_title: '2023 Form W-2' };
    const { year } = withTitledYear({}, { form: 'W-2', pages: [page] });
    expect(year?.box).toEqual(page.words.find(({ text }) => text === 'W-2')?.box);
  });
});
