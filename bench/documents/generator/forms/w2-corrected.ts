// Form W-2c. Each corrected box has two amounts: the amount that was reported first and the correct amount.
import { decimal, type Layout, type Truth } from '../sample.ts';
import { type Canvas, moneyStyleOf, newCanvas, randomFor, sampleOf } from './canvas.ts';
import { type CellContent, drawCell, type FormStyle } from './cells.ts';
import { amountsOf, employeeName, employeeNameParts, newW2, type W2 } from './w2-data.ts';
import { styleOf } from './w2-official.ts';

/**
 * The form shows amounts only in the boxes in `before`. It shows the earlier name only if that name was wrong, and the
 * earlier Social Security number only if that number was wrong. The instructions of the form require this.
 */
type Correction = { correct: W2; before: Map<string, number>; wrong_name: string | null; wrong_ssn: string | null };

export const corrected: Layout = async (seed) => {
  const random = randomFor('w2c_official', seed);
  const correct = newW2(random, { states_max: 1, full_ssn: true });
  const before = new Map<string, number>();
  const wagesOff = random.integer(-400_000, 400_000);
  const changes: [string, number][] = random.pick([
    [
      ['wages', wagesOff],
      ['federal_tax', Math.round(wagesOff * 0.12)],
    ],
    [
      ['wages', wagesOff],
      ['social_security_wages', wagesOff],
      ['social_security_tax', Math.round(wagesOff * 0.062)],
      ['medicare_wages', wagesOff],
      ['medicare_tax', Math.round(wagesOff * 0.0145)],
    ],
    [['federal_tax', random.integer(-30_000, 30_000)]],
    [],
  ]);
  const amounts = new Map(amountsOf(correct));
  for (const [name, off] of changes) before.set(name, Math.max(0, (amounts.get(name) ?? 0) - off));
  const nameWrong = changes.length === 0 || random.chance(0.15);
  const correction: Correction = {
    correct,
    before,
    wrong_name: nameWrong ? employeeName({ ...correct.person, last: `${correct.person.last.slice(0, -1)}e` }) : null,
    wrong_ssn: nameWrong && random.chance(0.5) ? correct.ssn.replace(/\d{4}$/, '0417') : null,
  };
  const canvas = newCanvas({ seed, year: correct.year + 1, title: 'Form W-2c' });
  drawCorrected(canvas, correction, styleOf(random), moneyStyleOf(random), random.chance(0.5));
  return sampleOf('w2c_official', seed, canvas, [truthOf(correction)]);
};

const STATE_BOXES = ['wages'];

function truthOf({ correct, before }: Correction): Truth {
  const amounts = new Map(amountsOf(correct));
  const fields: Truth['fields'] = {
    year: String(correct.year),
    employee_ssn: correct.ssn,
    employer_ein: correct.employer.ein,
    employer_name: correct.employer.name,
    employer_address: correct.employer_lines.join(', '),
    employee_name: employeeName(correct.person),
    employee_address: correct.employee_lines.join(', '),
  };
  for (const name of before.keys()) fields[name] = decimal(amounts.get(name) ?? 0);
  const [state] = correct.states;
  const states =
    state === undefined || !STATE_BOXES.some((name) => before.has(name))
      ? []
      : [
          {
            state: state.state,
            state_id: state.state_id,
            state_wages: decimal(state.state_wages),
            ...(state.state_tax === null ? {} : { state_tax: decimal(state.state_tax) }),
          },
        ];
  return {
    document_type: 'W2',
    subtype: 'W2C',
    pages: [1, 1],
    fields,
    tables: states.length > 0 ? { states } : {},
  };
}

const BOXES: [number: string, label: string, name: string | null][] = [
  ['1', 'Wages, tips, other compensation', 'wages'],
  ['2', 'Federal income tax withheld', 'federal_tax'],
  ['3', 'Social security wages', 'social_security_wages'],
  ['4', 'Social security tax withheld', 'social_security_tax'],
  ['5', 'Medicare wages and tips', 'medicare_wages'],
  ['6', 'Medicare tax withheld', 'medicare_tax'],
  ['7', 'Social security tips', 'social_security_tips'],
  ['8', 'Allocated tips', 'allocated_tips'],
  ['9', '', null],
  ['10', 'Dependent care benefits', 'dependent_care'],
  ['11', 'Nonqualified plans', 'nonqualified_plans'],
  ['12a', 'See instructions for box 12', null],
  ['13', 'Statutory employee   Retirement plan   Third-party sick pay', null],
  ['12b', '', null],
  ['14', 'Other (see instructions)', null],
  ['12c', '', null],
];

function drawCorrected(
  canvas: Canvas,
  { correct, before, wrong_name, wrong_ssn }: Correction,
  style: FormStyle,
  money: (cents: number) => string,
  yearWithForm: boolean,
): void {
  const cell = (x: number, y: number, width: number, height: number, content: CellContent) =>
    drawCell(canvas, { x: 36 + x, y: 36 + y, width, height }, style, content);
  const { given, last, suffix } = employeeNameParts(correct.person);
  canvas.text('44444', 44, 42, { font: 'Courier', size: 10 });
  canvas.text('For Official Use Only   OMB No. 1545-0008', 120, 44, { size: 6.5 });
  cell(0, 22, 240, 74, {
    number: 'a',
    label: 'Employer’s name, address, and ZIP code',
    lines: [correct.employer.name, ...correct.employer_lines],
  });
  cell(240, 22, 130, 26, {
    number: 'c',
    label: 'Tax year/Form corrected',
    lines: [yearWithForm ? `${correct.year} / W-2` : String(correct.year)],
  });
  cell(370, 22, 170, 26, { number: 'd', label: 'Employee’s correct SSN', lines: [correct.ssn] });
  cell(240, 48, 300, 48, {
    number: 'e',
    label:
      'Corrected SSN and/or name (Check this box and complete boxes f and/or g if incorrect on form previously filed.)',
  });
  canvas.checkBox(36 + 510, 36 + 76, 10, wrong_name !== null ? 'X' : null);
  cell(0, 96, 240, 26, { number: 'b', label: 'Employer’s Federal EIN', lines: [correct.employer.ein] });
  cell(240, 96, 130, 26, {
    number: 'f',
    label: 'Employee’s previously reported SSN',
    ...(wrong_ssn === null ? {} : { lines: [wrong_ssn] }),
  });
  cell(370, 96, 170, 26, {
    number: 'g',
    label: 'Employee’s previously reported name',
    ...(wrong_name === null ? {} : { lines: [wrong_name] }),
  });
  cell(0, 122, 240, 84, {});
  canvas.paragraph(
    'Note: Only complete money fields that are being corrected (exception: for corrections involving MQGE, see the General Instructions for Forms W-2 and W-3, under Specific Instructions for Form W-2c, boxes 5 and 6).',
    40,
    164,
    228,
    { size: 7 },
  );
  cell(240, 122, 120, 26, { number: 'h', label: 'Employee’s first name and initial', lines: [given] });
  cell(360, 122, 150, 26, { label: 'Last name', lines: [last] });
  cell(510, 122, 30, 26, { label: 'Suff.', lines: [suffix] });
  cell(240, 148, 300, 58, { number: 'i', label: 'Employee’s address and ZIP code', lines: correct.employee_lines });
  for (const column of [0, 1, 2, 3])
    cell(column * 135, 206, 135, 14, {
      label: column % 2 === 0 ? 'Previously reported' : 'Correct information',
      bold_label: true,
    });
  const amounts = new Map(amountsOf(correct));
  BOXES.forEach(([number, label, name], index) => {
    const y = 220 + Math.floor(index / 2) * 26;
    const x = (index % 2) * 270;
    const old = name === null ? undefined : before.get(name);
    cell(x, y, 135, 26, { number, label, ...(old === undefined ? {} : { amount: money(old) }) });
    cell(x + 135, y, 135, 26, {
      number,
      label,
      ...(old === undefined || name === null ? {} : { amount: money(amounts.get(name) ?? 0) }),
    });
  });
  cell(0, 428, 540, 14, {});
  canvas.text('State Correction Information', 306, 36 + 431, { font: 'Helvetica-Bold', size: 8, align: 'center' });
  const [state] = correct.states;
  const oldWages = before.get('wages');
  const shown = state !== undefined && oldWages !== undefined;
  [0, 1].forEach((column) => {
    const x = column * 135;
    cell(x, 442, 135, 12, { label: column === 0 ? 'Previously reported' : 'Correct information', bold_label: true });
    cell(x, 454, 50, 26, { number: '15', label: 'State', ...(shown ? { lines: [state.state] } : {}) });
    cell(x + 50, 454, 85, 26, { label: 'Employer’s state ID number', ...(shown ? { lines: [state.state_id] } : {}) });
    cell(x + 270, 442, 135, 12, {
      label: column === 0 ? 'Previously reported' : 'Correct information',
      bold_label: true,
    });
    const wages = column === 0 ? oldWages : state?.state_wages;
    cell(x + 270, 454, 135, 26, {
      number: '16',
      label: 'State wages, tips, etc.',
      ...(shown && wages !== undefined ? { amount: money(wages) } : {}),
    });
    const tax = state?.state_tax ?? null;
    cell(x, 480, 135, 26, {
      number: '17',
      label: 'State income tax',
      ...(shown && tax !== null ? { amount: money(tax) } : {}),
    });
    cell(x + 270, 480, 135, 26, { number: '18', label: 'Local wages, tips, etc.' });
    cell(x, 506, 135, 26, { number: '19', label: 'Local income tax' });
    cell(x + 270, 506, 135, 26, { number: '20', label: 'Locality name' });
  });
  canvas.text('Form', 36, 582, { size: 7 });
  canvas.text('W-2c', 56, 572, { font: 'Helvetica-Bold', size: 19 });
  canvas.text('(Rev. 8-2014)', 106, 582, { size: 7 });
  canvas.text('Corrected Wage and Tax Statement', 306, 576, { font: 'Helvetica-Bold', size: 12, align: 'center' });
  canvas.text('Department of the Treasury', 576, 572, { size: 7, align: 'right' });
  canvas.text('Internal Revenue Service', 576, 581, { size: 7, align: 'right' });
  canvas.text('Copy C—For EMPLOYEE’S RECORDS', 36, 598, { font: 'Helvetica-Bold', size: 7 });
}
