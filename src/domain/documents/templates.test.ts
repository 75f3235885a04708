import { expect, test } from 'vitest';
import { fieldsOf } from '#test/read-documents.ts';
import { isSameLayout, issuedNumbers, nameKeyOf, reuseSeverity } from './templates.ts';

const numbersOf = (values: Record<string, string>, confidence = 1) =>
  issuedNumbers({ fields: fieldsOf({ employer_name: 'Quill Harbor LLC', ...values }, confidence) });

test('a number, such as a check number, is compared together with the name or EIN of the employer; spaces and dashes in the number are ignored', () => {
  expect(numbersOf({ check_number: 'c-204 417', employee_id: '7731' })).toEqual([
    'quill harbor check_number=C204417',
    'quill harbor employee_id=7731',
  ]);
  expect(numbersOf({ employer_ein: '47-1234567', control_number: '0012 345' })).toEqual([
    '471234567 control_number=0012345',
  ]);
});

test('a number is used only if it has at least four characters, three digits and two different characters, was read with a confidence of at least 0.9, and the document names an employer', () => {
  expect(numbersOf({ check_number: '204' })).toEqual([]);
  expect(numbersOf({ check_number: 'AB12' })).toEqual([]);
  expect(numbersOf({ check_number: '0000' })).toEqual([]);
  expect(numbersOf({ check_number: '2044' }, 0.89)).toEqual([]);
  expect(numbersOf({ check_number: '2044', employer_name: '' })).toEqual([]);
});

test('two layouts count as the same if at least four of their eight samples are equal', () => {
  const layout = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(isSameLayout(layout, [1, 2, 3, 4, 0, 0, 0, 0])).toBe(true);
  expect(isSameLayout(layout, [1, 2, 3, 0, 0, 0, 0, 0])).toBe(false);
  expect(isSameLayout(null, null)).toBe(false);
});

test('names count as the same if only the order of the words differs or an initial is missing', () => {
  const nameOf = (employee_name: string) => nameKeyOf({ fields: { employee_name: { value: employee_name } } });
  expect(nameOf('CALLOWAY, WREN B')).toBe(nameOf('Wren Calloway'));
  expect(nameOf('Wren Marlowe')).not.toBe(nameOf('Wren Calloway'));
  expect(nameOf('')).toBeUndefined();
});

test('one equal number is a weak sign; an equal layout or a second equal number makes it a medium sign, and both together make it a strong sign', () => {
  expect(reuseSeverity(1, false)).toBe('low');
  expect(reuseSeverity(1, true)).toBe('medium');
  expect(reuseSeverity(2, false)).toBe('medium');
  expect(reuseSeverity(2, true)).toBe('high');
});
