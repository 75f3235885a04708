// Form W-2: the standard boxes in our own layout.
import type { Employment } from '#domain/reports/payroll.ts';
import type { W2 } from '#domain/reports/statements.ts';
import { addressLines, amount, maskedSsn, orDash } from './figures.ts';
import { amountCell, drawFormTitle, FORM_TOP, type Label, textCell } from './forms.ts';
import { type Drawing, newPaper, PAGE, type Paper, RIGHT, toPdf, write } from './paper.ts';

export type Employed = Pick<Employment, 'company' | 'profile'>;
export type W2Boxes = Pick<
  W2,
  | 'year'
  | 'wages'
  | 'gross_pay'
  | 'federal_tax'
  | 'social_security_wages'
  | 'social_security_tax'
  | 'medicare_wages'
  | 'medicare_tax'
>;
/** An amount in box 12 of a W-2, with the letter code of the amount. For example, the code `D` stands for a 401(k). */
export type CodedAmount = { code: string; amount: bigint };

export const w2Pdf = (employed: Employed, w2: W2Boxes, coded: readonly CodedAmount[] = []): Promise<Buffer> =>
  toPdf(drawW2(employed, w2, coded));

export function drawW2(employed: Employed, w2: W2Boxes, coded: readonly CodedAmount[] = []): Drawing {
  const paper = newPaper();
  drawFormTitle(paper, 'Form W-2', 'Wage and Tax Statement', w2.year);
  drawParties(paper, employed);
  drawAmounts(paper, w2, coded);
  drawStates(paper);
  write(paper, `Form W-2 for ${w2.year}. Copy for the employee’s records.`, LEFT, TOP + 13 * ROW, {
    size: 8,
    ink: 'grey',
  });
  return {
    paper,
    about: {
      title: `Form W-2 ${w2.year}`,
      author: employed.company.name ?? '',
      subject: employed.profile.full_name ?? '',
      // Payroll systems issue the W-2 of a year on 1 January of the next year.
      created_on: `${w2.year + 1}-01-01`,
    },
  };
}

const LEFT = PAGE.margin;
const TOP = FORM_TOP;
const ROW = 32;
/** The left half shows the employer and the employee. The right half has two columns of amounts. */
const HALF = 276;
/**
 * The positions of the two rows of state boxes, measured in row heights from the top of the form's first row of boxes.
 * A small gap separates these rows from the boxes above.
 */
const STATE_ROWS = [10.4, 11.4];
const COLUMN = (RIGHT - LEFT - HALF) / 2;

function drawParties(paper: Paper, { company, profile }: Employed): void {
  const cell = (from_row: number, rows: number, label: Label, lines: readonly string[]) =>
    textCell(paper, { x: LEFT, y: TOP + from_row * ROW, width: HALF, height: rows * ROW }, label, lines);
  cell(0, 1, ['a', 'Employee’s social security number'], [maskedSsn(profile.ssn)]);
  cell(1, 1, ['b', 'Employer identification number (EIN)'], [orDash(company.ein)]);
  cell(2, 3, ['c', 'Employer’s name, address, and ZIP code'], [orDash(company.name), ...addressLines(company.address)]);
  cell(5, 1, ['d', 'Control number'], []);
  cell(6, 1, ['e', 'Employee’s first name and initial, last name'], [orDash(profile.full_name)]);
  cell(7, 3, ['f', 'Employee’s address and ZIP code'], addressLines(profile.home_address));
}

function drawAmounts(paper: Paper, w2: W2Boxes, coded: readonly CodedAmount[]): void {
  const cell = (row: number, column: number, label: Label, value = '') =>
    amountCell(
      paper,
      { x: LEFT + HALF + column * COLUMN, y: TOP + row * ROW, width: COLUMN, height: ROW },
      label,
      value,
    );
  const twelve = (at: number): string => {
    const entry = coded[at];
    return entry === undefined ? '' : `${entry.code}  ${amount(entry.amount)}`;
  };
  cell(1, 0, ['1', 'Wages, tips, other compensation'], amount(w2.wages));
  cell(1, 1, ['2', 'Federal income tax withheld'], amount(w2.federal_tax));
  cell(2, 0, ['3', 'Social security wages'], amount(w2.social_security_wages));
  cell(2, 1, ['4', 'Social security tax withheld'], amount(w2.social_security_tax));
  cell(3, 0, ['5', 'Medicare wages and tips'], amount(w2.medicare_wages));
  cell(3, 1, ['6', 'Medicare tax withheld'], amount(w2.medicare_tax));
  cell(4, 0, ['7', 'Social security tips']);
  cell(4, 1, ['8', 'Allocated tips']);
  cell(5, 0, ['9', '']);
  cell(5, 1, ['10', 'Dependent care benefits']);
  cell(6, 0, ['11', 'Nonqualified plans']);
  cell(6, 1, ['12a', 'Code and amount'], twelve(0));
  cell(7, 0, ['13', 'Statutory, retirement plan, sick pay']);
  cell(7, 1, ['12b', 'Code and amount'], twelve(1));
  cell(8, 0, ['14', 'Other: gross pay'], amount(w2.gross_pay));
  cell(8, 1, ['12c', 'Code and amount'], twelve(2));
  cell(9, 0, ['', '']);
  cell(9, 1, ['12d', 'Code and amount'], twelve(3));
}

/** Draws the state boxes. They stay empty, because no data source provides state taxes. */
function drawStates(paper: Paper): void {
  const labels: Label[] = [
    ['15', 'State and employer’s state ID'],
    ['16', 'State wages'],
    ['17', 'State income tax'],
    ['18', 'Local wages'],
    ['19', 'Local income tax'],
    ['20', 'Locality'],
  ];
  const widths = [152, 76, 76, 76, 76, 76];
  for (const row of STATE_ROWS) {
    let x = LEFT;
    for (const [at, label] of labels.entries()) {
      const width = widths[at] ?? 0;
      amountCell(paper, { x, y: TOP + row * ROW, width, height: ROW }, row === STATE_ROWS[0] ? label : ['', '']);
      x += width;
    }
  }
}
