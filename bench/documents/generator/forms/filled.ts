// Fills in the official fillable forms: the W-2 of 2023 and the 1040 of 2024. The file is either saved by a viewer or
// printed into a new file (flattened).
import { readFile } from 'node:fs/promises';
import type { Layout } from '../sample.ts';
import { type FieldValues, type FilledForm, fillForm } from './acroform.ts';
import { dollarsAndCents, randomFor } from './canvas.ts';
import { givenName, type Lines, lastName, newReturn, type Return1040, truthOf1040 } from './f1040-data.ts';
import { amountsOf, employeeNameParts, newW2, truthOfW2, type W2 } from './w2-data.ts';

const formFile = (name: string) => new URL(`../../forms/${name}`, import.meta.url);

/** Fills in a W-2. The blank form prints no year, so the reader should find the year in the title of the file. */
export function filledW2(layout: string, kind: FilledForm): Layout {
  return async (seed) => {
    const random = randomFor(layout, seed);
    const w2 = newW2(random, { years: [2023] });
    const grouping = random.chance(0.5);
    const values = w2Values(w2, (cents) => dollarsAndCents(cents, grouping), random.pick(['\r', '\n']));
    const file = fillForm(await readFile(formFile('fw2.pdf')), values, kind);
    return { layout, seed, file, documents: [truthOfW2(w2)] };
  };
}

export function filled1040(layout: string, kind: FilledForm): Layout {
  return async (seed) => {
    const random = randomFor(layout, seed);
    const filed = newReturn(random, { years: [2024] });
    const point = random.pick(['', '', '.', '.00']);
    const file = fillForm(await readFile(formFile('f1040.pdf')), f1040Values(filed, point), kind);
    return { layout, seed, file, documents: [truthOf1040(filed, filed.ssn.replaceAll('-', ''), [1, 2])] };
  };
}

const COPY = 'topmostSubform[0].CopyB[0]';
const RIGHT = `${COPY}.Col_Right[0]`;
const W2_AMOUNTS: Record<string, string> = {
  wages: 'Box1_ReadOrder[0].f2_09[0]',
  federal_tax: 'f2_10[0]',
  social_security_wages: 'Box3_ReadOrder[0].f2_11[0]',
  social_security_tax: 'f2_12[0]',
  medicare_wages: 'Box5_ReadOrder[0].f2_13[0]',
  medicare_tax: 'f2_14[0]',
  social_security_tips: 'Box7_ReadOrder[0].f2_15[0]',
  allocated_tips: 'f2_16[0]',
  dependent_care: 'f2_18[0]',
  nonqualified_plans: 'Box11__ReadOrder[0].f2_19[0]',
};

function w2Values(w2: W2, money: (cents: number) => string, newLine: string): FieldValues {
  const values = new Map<string, string | true>();
  const put = (name: string, value: string | null | undefined | boolean) => {
    if (value === true || (typeof value === 'string' && value !== '')) values.set(name, value);
  };
  const { given, last, suffix } = employeeNameParts(w2.person);
  put(`${COPY}.BoxA_ReadOrder[0].f2_01[0]`, w2.ssn);
  put(`${COPY}.Col_Left[0].f2_02[0]`, w2.employer.ein);
  put(`${COPY}.Col_Left[0].f2_03[0]`, [w2.employer.name, ...w2.employer_lines].join(newLine));
  put(`${COPY}.Col_Left[0].f2_04[0]`, w2.control_number);
  put(`${COPY}.Col_Left[0].FirstName_ReadOrder[0].f2_05[0]`, given);
  put(`${COPY}.Col_Left[0].LastName_ReadOrder[0].f2_06[0]`, last);
  put(`${COPY}.Col_Left[0].f2_07[0]`, suffix);
  put(`${COPY}.Col_Left[0].f2_08[0]`, w2.employee_lines.join(newLine));
  for (const [name, cents] of amountsOf(w2))
    put(`${RIGHT}.${W2_AMOUNTS[name] ?? ''}`, cents === null ? null : money(cents));
  w2.box_12.forEach(({ code, amount }, index) => {
    put(`${RIGHT}.Box12_ReadOrder[0].f2_${20 + 2 * index}[0]`, code);
    put(`${RIGHT}.Box12_ReadOrder[0].f2_${21 + 2 * index}[0]`, money(amount));
  });
  put(`${RIGHT}.Statutory_ReadOrder[0].c2_2[0]`, w2.statutory_employee);
  put(`${RIGHT}.Retirement_ReadOrder[0].c2_3[0]`, w2.retirement_plan);
  put(`${RIGHT}.c2_4[0]`, w2.third_party_sick_pay);
  put(`${RIGHT}.f2_28[0]`, w2.other.join(newLine));
  w2.states.forEach((state, index) => {
    put(`${COPY}.Boxes15_ReadOrder[0].${index === 0 ? 'Box15_ReadOrder[0].f2_29[0]' : 'f2_31[0]'}`, state.state);
    put(`${COPY}.Boxes15_ReadOrder[0].f2_${index === 0 ? 30 : 32}[0]`, state.state_id);
    put(`${COPY}.Box16_ReadOrder[0].f2_${33 + index}[0]`, money(state.state_wages));
    put(`${COPY}.Box17_ReadOrder[0].f2_${35 + index}[0]`, state.state_tax === null ? null : money(state.state_tax));
    put(`${COPY}.Box18_ReadOrder[0].f2_${37 + index}[0]`, state.local === null ? null : money(state.local.wages));
    put(`${COPY}.Box19_ReadOrder[0].f2_${39 + index}[0]`, state.local === null ? null : money(state.local.tax));
    put(`${COPY}.f2_${41 + index}[0]`, state.local?.locality);
  });
  return values;
}

const PAGE_1 = 'topmostSubform[0].Page1[0]';
const PAGE_2 = 'topmostSubform[0].Page2[0]';
const STATUS_BOXES: Record<string, string> = {
  single: 'FilingStatus_ReadOrder[0].c1_3[0]',
  married_joint: 'FilingStatus_ReadOrder[0].c1_3[1]',
  married_separate: 'FilingStatus_ReadOrder[0].c1_3[2]',
  head_of_household: 'c1_3[0]',
  surviving_spouse: 'c1_3[1]',
};
/**
 * The line numbers of Form 1040 that belong to the fields f1_32 to f1_60 and f2_02 to f2_24, in the order of these
 * fields. `-` stands for a field that stays empty.
 */
const LINES_1 = '1a 1b 1c 1d 1e 1f 1g 1h 1i 1z 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b 7 8 9 10 11 12 13 14 15'.split(' ');
const LINES_2 = '16 17 18 19 20 21 22 23 24 25a 25b 25c 25d 26 27 28 29 - 31 32 33 34 35a'.split(' ');

function f1040Values(filed: Return1040, point: string): FieldValues {
  const values = new Map<string, string | true>();
  const put = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== '') values.set(name, value);
  };
  const { person, spouse, address } = filed;
  put(`${PAGE_1}.f1_04[0]`, givenName(person));
  put(`${PAGE_1}.f1_05[0]`, lastName(person));
  put(`${PAGE_1}.f1_06[0]`, filed.ssn.replaceAll('-', ''));
  if (spouse !== null) {
    put(`${PAGE_1}.f1_07[0]`, givenName(spouse));
    put(`${PAGE_1}.f1_08[0]`, lastName(spouse));
    put(`${PAGE_1}.f1_09[0]`, filed.spouse_ssn?.replaceAll('-', ''));
  }
  put(`${PAGE_1}.Address_ReadOrder[0].f1_10[0]`, address.street[0]);
  put(`${PAGE_1}.Address_ReadOrder[0].f1_11[0]`, address.street[1]);
  put(`${PAGE_1}.Address_ReadOrder[0].f1_12[0]`, address.city);
  put(`${PAGE_1}.Address_ReadOrder[0].f1_13[0]`, address.state);
  put(`${PAGE_1}.Address_ReadOrder[0].f1_14[0]`, address.zip);
  values.set(`${PAGE_1}.${STATUS_BOXES[filed.status] ?? ''}`, true);
  values.set(`${PAGE_1}.c1_5[1]`, true);
  filed.dependents.forEach(({ name, ssn, relation }, index) => {
    const row = `${PAGE_1}.Table_Dependents[0].Row${index + 1}[0]`;
    put(`${row}.f1_${20 + 3 * index}[0]`, name);
    put(`${row}.f1_${21 + 3 * index}[0]`, ssn.replaceAll('-', ''));
    put(`${row}.f1_${22 + 3 * index}[0]`, relation);
    values.set(`${row}.c1_${14 + 2 * index}[0]`, true);
  });
  const dollars = (lines: Lines, line: string) => {
    const amount = lines.get(line);
    if (amount === undefined) return undefined;
    return `${amount < 0 ? '-' : ''}${String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, ',')}${point}`;
  };
  LINES_1.forEach((line, index) => {
    const field = 32 + index;
    const group = field >= 46 && field <= 56 ? 'Line4a-11_ReadOrder[0].' : '';
    put(`${PAGE_1}.${group}f1_${field}[0]`, dollars(filed.lines, line));
  });
  LINES_2.forEach((line, index) => {
    put(`${PAGE_2}.f2_${String(2 + index).padStart(2, '0')}[0]`, dollars(filed.lines, line));
  });
  put(`${PAGE_2}.f2_28[0]`, dollars(filed.lines, '37'));
  put(`${PAGE_2}.f2_33[0]`, filed.occupation);
  return values;
}
