// Explains the values that are derived from one document. The explanation of a value contains the rule, and the names
// of the fields from which the value was computed. It has the same form as in an income report.
import type { ReadDocument, Reading } from '#domain/documents/read-documents.ts';
import type { Earning } from '#domain/reports/statements.ts';
import { countsHours, earningLines, hourlyRateOf, isHourly, kindOf, salaryOf } from './earnings.ts';
import { amountOf } from './fields.ts';
import { isSalary } from './line-words.ts';
import { payFrequencyOf, printedFrequencyOf } from './pay-frequency.ts';
import { stubFigures } from './statements.ts';
import { INCOME_BOXES } from './tax-forms.ts';
import { largestWages } from './w2s.ts';

/** `inputs` are names of fields, for example `gross_pay` or `earnings[0].current`. */
export type DerivedFigure = { value: bigint | string; rule: string; inputs: string[] };
export type DerivedFigures = Record<string, DerivedFigure>;

type Document = Pick<ReadDocument, 'document_type' | 'subtype' | 'fields' | 'tables' | 'terms'>;

export function derivedFigures(document: Document): DerivedFigures {
  switch (document.document_type) {
    case 'PAYSTUB':
      return { ...sumsOf(document), ...rateOf(document), ...frequencyOf(document) };
    case 'W2':
      return w2FiguresOf(document);
    case 'F1099':
      return f1099FiguresOf(document);
    default:
      return {};
  }
}

type Column = 'current' | 'ytd';
type PlacedLine = Earning & { index: number };

const linesOf = ({ tables }: Reading, column: Column): PlacedLine[] =>
  (tables['earnings'] ?? []).flatMap((row, index) => earningLines([row], column).map((line) => ({ ...line, index })));

const cells = (lines: readonly PlacedLine[], ...columns: string[]): string[] =>
  lines.flatMap(({ index }) => columns.map((column) => `earnings[${index}].${column}`));

/** Returns the derived fields of a statement. Each field has the same value as in the statement. */
function sumsOf(stub: Reading): DerivedFigures {
  const figures = stubFigures(stub);
  return Object.fromEntries(
    figures.derived_fields.flatMap((name): [string, DerivedFigure][] => {
      const value = Object.entries(figures).find(([key]) => key === name)?.[1];
      if (typeof value !== 'bigint' && typeof value !== 'string') return [];
      return [[name, { value, ...sourceOf(name, stub) }]];
    }),
  );
}

function sourceOf(name: string, stub: Reading): Omit<DerivedFigure, 'value'> {
  const current = linesOf(stub, 'current');
  if (name === 'hours') return { rule: 'hours.sum-of-lines', inputs: cells(current.filter(countsHours), 'hours') };
  if (name === 'basis_of_pay') {
    const salaries = current.filter((line) => isSalary(line.name));
    return salaries.length > 0
      ? { rule: 'basis.line-named-salary', inputs: cells(salaries, 'description') }
      : { rule: 'basis.rate-times-hours', inputs: cells(current.filter(isHourly), 'rate', 'hours', 'current') };
  }
  const column = name.endsWith('_ytd') ? 'ytd' : 'current';
  const lines = linesOf(stub, column);
  const own = lines.filter((line) => kindOf(line) === name.replace(/_ytd$/, ''));
  if (own.length > 0) return { rule: 'earnings.sum-of-category', inputs: cells(own, 'description', column) };
  const gross = column === 'ytd' ? 'gross_pay_ytd' : 'gross_pay';
  return {
    rule: 'earnings.all-lines-are-of-other-categories',
    inputs: [...cells(lines, 'description', column), gross],
  };
}

/**
 * Returns the pay under the name of the employment's field: `income` for an hourly rate, or `pay_rate` for the salary
 * of a pay period.
 */
function rateOf(stub: Reading): DerivedFigures {
  const lines = linesOf(stub, 'current');
  const [salary, rate] = [salaryOf(lines), hourlyRateOf(lines)];
  const salaries = lines.filter((line) => isSalary(line.name));
  if (salary !== null) {
    return {
      pay_rate: { value: salary, rule: 'salary.of-its-line', inputs: cells(salaries, 'description', 'current') },
    };
  }
  if (rate === null || salaries.length > 0) return {};
  const inputs = cells(lines.filter(isHourly).slice(0, 1), 'rate', 'hours', 'current');
  return { income: { value: rate, rule: 'rate.of-regular-line', inputs } };
}

function frequencyOf(stub: Document): DerivedFigures {
  const dated = payFrequencyOf([stubFigures(stub)]);
  if (dated !== null) {
    const inputs = ['period_start', 'period_end'];
    return { pay_frequency: { value: dated, rule: 'frequency.of-period-length', inputs } };
  }
  const printed = printedFrequencyOf([stub]);
  if (printed === null) return {};
  return { pay_frequency: { value: printed, rule: 'frequency.as-printed', inputs: ['terms.pay_frequency'] } };
}

function w2FiguresOf({ fields }: Reading): DerivedFigures {
  const inputs = ['wages', 'social_security_wages', 'medicare_wages'].filter((name) => amountOf(fields, name) !== null);
  const value = largestWages(inputs.map((name) => amountOf(fields, name)));
  return value === null ? {} : { gross_pay: { value, rule: 'wages.largest-of-the-boxes', inputs } };
}

function f1099FiguresOf({ fields, subtype }: Document): DerivedFigures {
  const boxes = (subtype === null ? undefined : INCOME_BOXES[subtype]) ?? [];
  const inputs = boxes.filter((name) => amountOf(fields, name) !== null);
  if (inputs.length === 0) return {};
  const value = inputs.reduce((sum, name) => sum + (amountOf(fields, name) ?? 0n), 0n);
  return { amount: { value, rule: 'income.sum-of-boxes', inputs } };
}
