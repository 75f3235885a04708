// Finds the tax year of a form. It is printed in large letters or after certain words; other years on the page belong
// to dates, to instructions or to the revision of the form.

import { plain } from '#analysis/documents/phrases.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { Field, Fields } from '#domain/documents/read-documents.ts';
import { touches } from './amounts.ts';
import { type Candidate, fieldOf } from './candidates.ts';
import type { Label } from './labels.ts';
import type { Form } from './regions.ts';
import type { Sheet } from './sheet.ts';
import { findValue } from './values.ts';

/**
 * Patterns for the words directly before a year, each with the weight that it adds. The words are joined without
 * spaces.
 */
const BEFORE: [RegExp, number][] = [
  [/amountisfortaxyear(?:box3)?$/, -100],
  [/(?:calendar|tax)year(?:ending|ended)?$/, 12],
  [/(?:forcalendaryear|fortheyearjan1dec31)$/, 12],
  [/year(?:formcorrected)?$/, 5],
  [/(?:form)?(?:w2|1099(?:int|div|nec|misc|[grk]|ssa)?|1040(?:sr)?|schedule[ce]form1040|ssa1099)$/, 5],
  [/(?:statement|return|form|summary|for|benefits(?:paid|for)?in)$/, 3],
  [/rev(?:ised)?[a-z]{0,9}\d{0,2}$/, -100],
  [/(?:january|february|march|april|may|june|july|august|september|october|november|december)\d{0,2}$/, -8],
  [/(?:after|before|since|during|your|from|expires)$/, -6],
];
const AFTER: [RegExp, number][] = [
  [/^(?:form)?(?:w2|1099|1040)/, 5],
  [/^(?:taxyear|taxreturn|taxstatement|taxinformation|wage|w2)/, 5],
  [/^(?:estimated|return|instructions|formw4)/, -8],
];

/** Returns one candidate for each year on the sheet. */
export function yearsIn(sheet: Sheet): Candidate[] {
  return sheet.lines.flatMap(({ words }) =>
    words.flatMap((word, index) => {
      const found = yearAt(words, index);
      if (found === undefined) return [];
      const end = index + found.words.length;
      const before = lettersOf(words.slice(Math.max(0, index - 5), index));
      const context = weightOf(BEFORE, before) + weightOf(AFTER, lettersOf(words.slice(end, end + 3)));
      const inText = touches(words[index - 1], word) && touches(words[end - 1], words[end]);
      const weight = word.size / 4 + context;
      return weight <= 0 || (inText && context <= 0)
        ? []
        : [{ field: fieldOf(sheet, found.year, found.words), weight }];
    }),
  );
}

const lettersOf = (words: readonly Word[]): string => plain(words.map(({ text }) => text).join(''));

const weightOf = (table: readonly [RegExp, number][], text: string): number =>
  table.filter(([pattern]) => pattern.test(text)).reduce((sum, [, weight]) => sum + weight, 0);

/** Returns the year after a label such as `For calendar year`. A year with such a label outweighs all other years. */
export function yearOf(form: Form, label: Label): Candidate | undefined {
  const found = findValue(form, label, (words) => {
    const years = words.flatMap((_, index) => yearAt(words, index) ?? []);
    return years[0] === undefined ? undefined : { value: years[0].year, words: years[0].words };
  });
  return found === undefined ? undefined : { ...found, weight: LABELLED };
}

const LABELLED = 40;

/** The confidence that the figures of a form are from the year in the title of its file. */
const TITLE_CONFIDENCE = 0.7;

/**
 * Adds the year from the title of the file, such as `2023 Form W-2`, to a form that does not print its year. The blank
 * fillable W-2 prints only `20` or nothing. The title is not on the page, so the position of the field is the rectangle
 * around the form's name.
 */
export function withTitledYear(fields: Fields, { form, pages }: { form: string; pages: readonly Page[] }): Fields {
  const [page] = pages;
  const title = page?.file_title ?? '';
  const [year, ...others] = new Set(title.match(/\b20[0-4]\d\b/g));
  const names_form = plain(title).includes(plain(form));
  if (page === undefined || fields['year'] !== undefined || year === undefined || others.length > 0 || !names_form)
    return fields;
  const name = page.words.find(({ text }) => plain(text) === plain(form)) ?? page.words[0];
  if (name === undefined) return fields;
  const { box } = name;
  const field: Field = {
    value: year,
    raw: title,
    page: page.number,
    box,
    method: 'title',
    confidence: TITLE_CONFIDENCE,
  };
  return { ...fields, year: field };
}

/** Accepts `2024`, and `20` and `24` in two words, as on forms where the last digits are typed in. */
function yearAt(words: readonly Word[], index: number): { year: string; words: Word[] } | undefined {
  const word = words[index];
  if (word === undefined) return undefined;
  const whole = /^\(?(20[0-4]\d)[),:.]?$/.exec(word.text);
  if (whole?.[1] !== undefined) return { year: whole[1], words: [word] };
  const next = words[index + 1];
  if (word.text !== '20' || next === undefined || !/^[0-4]\d$/.test(next.text)) return undefined;
  if (next.box.left - word.box.right > 2 * word.size) return undefined;
  return { year: `20${next.text}`, words: [word, next] };
}
