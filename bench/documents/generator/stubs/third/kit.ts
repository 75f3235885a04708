// Words, sections and figures that several layouts of the third set share.
import { hours, type MoneyStyle, money, moneyText, type Shown, taken } from '../formats.ts';
import type { open } from '../open.ts';
import { currentFirst, type Named, type Timed } from '../second/kit.ts';
import { paidNow } from '../stub.ts';
import { CODES, LONG, wordsLike } from '../words.ts';

export type Opened = ReturnType<typeof open>;
export type Entry = Named & Partial<Timed>;
export type Total = { current: number; ytd: number };

/**
 * One of the three lists of a stub: earnings, taxes or deductions. The amounts of taxes and of deductions are withheld
 * from the pay.
 */
export type Section = {
  into: 'earnings' | 'taxes' | 'deductions';
  total_name: 'gross_pay' | 'total_taxes' | 'total_deductions';
  rows: readonly Entry[];
  total: Total;
  withheld: boolean;
};

/** Returns the sections with at least one line. With `all`, lines that were paid only earlier in the year count too. */
export function sectionsOf(it: Opened, which: 'all' | 'now'): Section[] {
  const chosen = (rows: readonly Entry[]) => (which === 'now' ? paidNow(rows) : currentFirst(rows));
  const { gross, total_taxes, total_deductions } = it.check;
  const sections: Section[] = [
    { into: 'earnings', total_name: 'gross_pay', rows: chosen(it.earnings), total: gross, withheld: false },
    { into: 'taxes', total_name: 'total_taxes', rows: chosen(it.taxes), total: total_taxes, withheld: true },
    {
      into: 'deductions',
      total_name: 'total_deductions',
      rows: chosen(it.deductions),
      total: total_deductions,
      withheld: true,
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

/**
 * Returns the hours and the rate of a line. Null if the line lacks one of them, or if it was paid only earlier in the
 * year.
 */
export const timeOf = (row: Entry): { hours: Shown; rate: Shown } | null =>
  row.current !== 0 && row.hours && row.rate ? { hours: hours(row.hours), rate: money(row.rate) } : null;

/** Hours without trailing zeros: `38.5`, `40`. */
export const shortHours = (value: Shown): string => String(Number(value.text));

/** An amount that is printed as negative if it is withheld. */
export const signed =
  (style: MoneyStyle) =>
  (cents: number, withheld: boolean): Shown =>
    withheld ? taken(cents, style) : money(cents, style);

/** Prints a withheld amount with an en dash, which designers use as a minus sign. */
export const thinMinus = (cents: number, withheld: boolean): Shown => ({
  text: `${withheld && cents !== 0 ? '–' : ''}${moneyText(cents, { dollar: '$' })}`,
  truth: money(cents).truth,
});

export const APP_WORDS = wordsLike(LONG, {
  earnings: {
    regular: 'Regular pay',
    overtime: 'Overtime pay',
    double_time: 'Double time',
    pto: 'Time off',
    holiday: 'Holiday pay',
    sick: 'Sick time',
    card_tips: 'Card tips',
    cash_tips: 'Cash tips',
    allowance: 'Phone allowance',
  },
  taxes: { federal: 'Federal income tax', state: '{state} state tax', local: 'City tax' },
  deductions: { medical: 'Medical plan', dental: 'Dental plan', vision: 'Vision plan', hsa: 'HSA', fsa: 'Health FSA' },
});

export const SLIP_WORDS = wordsLike(CODES, {
  earnings: {
    regular: 'RG',
    overtime: 'OT',
    double_time: 'DT',
    holiday: 'HOL',
    pto: 'VAC',
    piece: 'PC WK',
    card_tips: 'TIPS CHG',
    cash_tips: 'TIPS CSH',
    allowance: 'TOOL ALW',
  },
  taxes: {
    federal: 'FED W/H',
    social_security: 'FICA-SS',
    medicare: 'FICA-MED',
    state: '{state} W/H',
    disability: '{state} SDI',
    family_leave: '{state} PFL',
    local: 'CITY W/H',
  },
  deductions: { medical: 'MED INS', dental: 'DENT INS', vision: 'VIS INS', uniform: 'UNIF', meals: 'MEALS' },
});
