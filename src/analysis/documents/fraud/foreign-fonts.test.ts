import { describe, expect, test } from 'vitest';
import type { Box } from '#domain/documents/pages.ts';
import type { DrawnWord, FontUse, PageTraces } from '#domain/documents/pdf-traces.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import { foreignFontFindings } from './foreign-fonts.ts';

const boxAt = (row: number): Box => ({ left: 50, top: 40 + row * 12, right: 110, bottom: 50 + row * 12 });
const wordOf = (row: number, text: string, font: string, size = 10): DrawnWord => ({
  kind: 'word',
  text,
  box: boxAt(row),
  size,
  parts: [{ text, font }],
  color: '#000000',
  visible: true,
  layer: null,
});
const LABELS = Array.from({ length: 40 }, (_, row) => wordOf(row, 'Label', 'ABCDEF+Helvetica'));

/** Returns the messages for a page of labels to which one word is added. This word is the value of the named field. */
function messagesFor(
  name: string,
  word: DrawnWord,
  { more = [] as DrawnWord[], value = 'x' as string | boolean } = {},
) {
  const drawn = [...LABELS, word, ...more];
  const page: PageTraces = { number: 1, width: 612, height: 792, drawn, form_fields: [], annotations: [] };
  const fonts = [...new Set(drawn.flatMap(({ parts }) => parts.map(({ font }) => font)))].map((font): FontUse => {
    const shown = drawn.flatMap(({ parts }) => parts.filter((part) => part.font === font).map(({ text }) => text));
    const characters = [...new Set(shown.join(''))].join('');
    return { name: font, is_subset: font.includes('+'), characters, words_count: shown.length };
  });
  const field = { value, raw: word.text, page: 1, box: word.box, method: 'label', confidence: 1 } as const;
  const document: ReadDocument = {
    document_type: 'PAYSTUB',
    subtype: null,
    pages: [1, 1],
    fields: { [name]: field },
    tables: {},
    checks: [],
  };
  return foreignFontFindings(page, fonts, [document]).map(({ severity, message }) => `${severity}: ${message}`);
}
const FOUND = (text: string) => [
  `medium: “${text}” is written in the font ArialMT, which nothing else on the page uses.`,
];

describe('values in a font that the rest of the file does not use', () => {
  test('finds a value of any kind if the file contains at most three characters in the value’s font', () => {
    expect(messagesFor('check_number', wordOf(60, '929', 'QWERTY+ArialMT'))).toEqual(FOUND('929'));
    expect(messagesFor('check_number', wordOf(60, '1928', 'QWERTY+ArialMT'))).toEqual([]);
    expect(messagesFor('check_number', wordOf(60, '929', 'ArialMT'))).toEqual([]);
  });

  test('finds a digit within a word if the file contains at most three characters in the digit’s font', () => {
    const word = wordOf(60, '1928', 'ABCDEF+Helvetica');
    const parts = [
      { text: '1', font: 'ABCDEF+Helvetica' },
      { text: '9', font: 'QWERTY+ArialMT' },
      { text: '28', font: 'ABCDEF+Helvetica' },
    ];
    expect(messagesFor('check_number', { ...word, parts })).toEqual(FOUND('1928'));
  });

  test('finds a name or date in a font that nothing else on the page uses', () => {
    expect(messagesFor('employee_name', wordOf(60, 'Calloway', 'QWERTY+ArialMT'))).toEqual(FOUND('Calloway'));
    expect(messagesFor('pay_date', wordOf(60, '01/09/2026', 'ArialMT'))).toEqual(FOUND('01/09/2026'));
    expect(messagesFor('employer_name', wordOf(60, 'Harbor', 'ArialMT'))).toEqual([]);
  });

  test('finds nothing if other text has the same font, if the font is larger, bold or for symbols, or if the value is a check mark', () => {
    const more = [wordOf(62, 'Address', 'QWERTY+ArialMT')];
    expect(messagesFor('employee_name', wordOf(60, 'Calloway', 'QWERTY+ArialMT'), { more })).toEqual([]);
    expect(messagesFor('employee_name', wordOf(60, 'Calloway', 'ArialMT', 12))).toEqual([]);
    expect(messagesFor('employee_name', wordOf(60, 'Calloway', 'Arial-BoldMT'))).toEqual([]);
    expect(messagesFor('pay_date', wordOf(60, '01/09/2026', 'ABCDEF+Helvetica-Bold'))).toEqual([]);
    expect(messagesFor('retirement_plan', wordOf(60, 'X', 'QWERTY+ArialMT'), { value: true })).toEqual([]);
    expect(messagesFor('check_number', wordOf(60, '4', 'QWERTY+ZapfDingbats'))).toEqual([]);
  });
});
