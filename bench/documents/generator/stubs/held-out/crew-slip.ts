// The pay slip of a labor contractor. Only the last day of the pay week is printed. Year-to-date amounts come before
// the current amounts, and the names of the people are at the bottom.
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { CODES, wordsLike } from '../words.ts';

const WORDS = wordsLike(CODES, {
  earnings: {
    regular: 'STRAIGHT TIME',
    overtime: 'TIME & 1/2',
    double_time: 'TIME X 2',
    piece: 'PIECE RATE BINS',
    holiday: 'HOLIDAY',
    pto: 'VAC PAY',
    sick: 'SICK LV',
  },
  taxes: {
    federal: 'FED INC TAX',
    social_security: 'FICA',
    medicare: 'MEDI',
    state: 'ST INC TAX {state}',
    disability: '{state} SDI',
    local: 'CITY TAX',
  },
  deductions: {
    uniform: 'TOOLS/BOOTS',
    meals: 'CAMP MEALS',
    k401: 'RETIREMENT',
    medical: 'HEALTH PLAN',
    dental: 'DENTAL PLAN',
    vision: 'VISION PLAN',
  },
});

export const crewSlip: Layout = async (seed) => {
  const it = open('crew-slip', seed, {
    sectors: ['farm', 'trade'],
    words: [WORDS],
    dates: ['MM-DD-YYYY', 'MM/DD/YY', 'Mon D, YYYY'],
    names: ['last-first', 'initial'],
    size: [612, 396],
    upper: () => true,
    pay: { frequency: 'weekly', salaried: false, deductions_max: 6 },
  });
  const { sheet, random, check } = it;
  const left = random.integer(22, 30);
  const right = 612 - left;
  const style = { size: 7.5 };
  const step = 10;
  const split = 340;
  sheet.text('EMPLOYEE RECORD - TEAR OFF BEFORE CASHING', 306, 16, { size: 7, align: 'center' });
  const earnedTo = sheet.table({
    into: 'earnings',
    y: 34,
    step,
    style,
    rows: it.earnings,
    headStep: 13,
    behindHead: (y) => sheet.rule(left, y + 9, split - 12, y + 9, { dash: 1 }),
    columns: [
      { key: 'description', title: 'WAGES', x: left, width: 92, of: ({ name }) => name },
      { key: 'ytd', title: 'TO DATE', x: left + 152, width: 52, align: 'right', of: ({ ytd }) => money(ytd) },
      {
        key: 'hours',
        title: 'UNITS',
        x: left + 200,
        width: 40,
        align: 'right',
        of: (row) => (row.hours ? hours(row.hours) : NOTHING),
      },
      {
        key: 'rate',
        title: 'AT',
        x: left + 240,
        width: 36,
        align: 'right',
        of: ({ rate }) => (rate ? money(rate) : NOTHING),
      },
      {
        key: 'current',
        title: 'THIS CHECK',
        x: split - 14,
        width: 56,
        align: 'right',
        of: ({ current }) => (current ? money(current) : NOTHING),
      },
    ],
  });
  const sum = (
    label: string,
    name: string,
    { current, ytd }: { current: number; ytd: number },
    from: number,
    ytdEdge: number,
    edge: number,
    y: number,
  ) => {
    sheet.text(label, from, y, { ...style, bold: true });
    sheet.field(`${name}_ytd`, money(ytd), ytdEdge, y, { ...style, bold: true, align: 'right' });
    sheet.field(name, money(current), edge, y, { ...style, bold: true, align: 'right' });
  };
  sum('TOTAL WAGES', 'gross_pay', check.gross, left, left + 152, split - 14, earnedTo + 4);
  const list = (
    title: string,
    into: string,
    rows: readonly { name: string; current: number; ytd: number }[],
    y: number,
  ) =>
    sheet.table({
      into,
      y,
      step,
      style,
      rows,
      headStep: 13,
      behindHead: (at) => sheet.rule(split, at + 9, right, at + 9, { dash: 1 }),
      columns: [
        { key: 'description', title, x: split, width: 110, of: ({ name }) => name },
        { key: 'ytd', title: 'TO DATE', x: right - 66, width: 52, align: 'right', of: ({ ytd }) => money(ytd) },
        {
          key: 'current',
          title: 'THIS CHECK',
          x: right,
          width: 56,
          align: 'right',
          of: ({ current }) => money(current),
        },
      ],
    });
  let y = list('TAX WITHHELD', 'taxes', it.taxes, 34) + 3;
  sum('TAX TOTAL', 'total_taxes', check.total_taxes, split, right - 66, right, y);
  y += 16;
  if (it.deductions.length > 0) {
    y = list('OTHER WITHHELD', 'deductions', it.deductions, y) + 3;
    if (random.chance(0.5)) sum('OTHER TOTAL', 'total_deductions', check.total_deductions, split, right - 66, right, y);
  }

  const foot = 290;
  sheet.rule(left, foot - 8, right, foot - 8, { width: 1.5 });
  const under = (label: string, name: string, shown: Shown, x: number, at: number) => {
    sheet.field(name, shown, x, at, { size: 9, bold: true, width: 150 });
    sheet.text(label, x, at + 11, { size: 6 });
  };
  under('WORKER', 'employee_name', it.employee_name, left, foot);
  under('BADGE NO.', 'employee_id', it.employee_id, left + 170, foot);
  under('WEEK ENDING', 'period_end', it.period_end, left + 250, foot);
  under('DATE OF CHECK', 'pay_date', it.pay_date, left + 340, foot);
  under('CHECK NO.', 'check_number', it.check_number, left + 430, foot);
  const last = foot + 30;
  if (random.chance(0.6)) under('SOC. SEC. NO.', 'employee_ssn', it.employee_ssn, left + 250, last);
  sheet.field('employer_name', it.employer_name, left, last, { size: 10, bold: true, width: 235 });
  sheet.address('employer_address', it.employer_address, left, last + 13, { size: 8 });
  sheet.box(right - 190, last - 4, 190, 30, { width: 1.2 });
  sheet.text('AMOUNT OF CHECK', right - 184, last + 6, { size: 8, bold: true });
  sheet.field('net_pay', money(check.net.current, { dollar: '$ ' }), right - 8, last + 5, {
    size: 12,
    bold: true,
    align: 'right',
  });
  sheet.text(`State of employment ${check.state}. Employer phone ${it.stub.employer.phone}`, right, last + 36, {
    size: 6.5,
    align: 'right',
  });
  return sheet.done();
};
