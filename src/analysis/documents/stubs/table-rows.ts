// Sorts the rows of all tables into earnings, taxes, deductions, contributions of the employer, and distributions.

import { type Segment, segmentOf } from '#analysis/documents/geometry/lines.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Fields, Tables } from '#domain/documents/read-documents.ts';
import { fieldOf } from './fields.ts';
import { parseQuantity } from './quantities.ts';
import type { Row } from './rows.ts';
import { isEmployerPaid, isTax } from './section-words.ts';

type TableName = 'earnings' | 'taxes' | 'deductions' | 'employer_contributions' | 'distributions';

export function tableRows(rows: readonly Row[]): Tables {
  const tables: Record<TableName, Fields[]> = {
    earnings: [],
    taxes: [],
    deductions: [],
    employer_contributions: [],
    distributions: [],
  };
  const has_taxes = rows.some(({ section, mixed, total }) => (section === 'taxes' || mixed) && total === undefined);
  for (const row of rows) {
    if (row.total !== undefined || row.description === undefined) continue;
    const name = tableName(row, row.description.text, has_taxes);
    if (name === undefined) continue;
    if (name === 'distributions') tables.distributions.push(distributionOf(row, row.description));
    else tables[name].push(fieldsOf(row, row.description, name));
    if (row.numbers.employer_current !== undefined || row.numbers.employer_ytd !== undefined)
      tables.employer_contributions.push(employerShare(row, row.description));
  }
  return tables;
}

function tableName({ section, mixed }: Row, description: string, has_taxes: boolean): TableName | undefined {
  if (section === 'summary') return undefined;
  if (section === 'other') return isEmployerPaid(description) ? 'employer_contributions' : undefined;
  if (section === 'earnings' || section === 'distributions' || section === 'employer_contributions') return section;
  if (section === 'taxes' && !mixed) return 'taxes';
  if (isEmployerPaid(description)) return 'employer_contributions';
  if (section === 'deductions' && !mixed && has_taxes) return 'deductions';
  return isTax(description) ? 'taxes' : 'deductions';
}

function fieldsOf({ numbers, page }: Row, description: Segment, name: TableName): Fields {
  const fields: Fields = { description: descriptionField(description, page) };
  const add = (key: string, word: Word | undefined, positive: boolean) => {
    const value = word === undefined ? undefined : parseQuantity(word.text);
    if (word !== undefined && value !== undefined)
      fields[key] = fieldOf(positive && value < 0n ? -value : value, [word], page, 'table');
  };
  if (name === 'earnings') {
    add('hours', numbers.hours, false);
    add('rate', numbers.rate, false);
  }
  add('current', numbers.current, name !== 'earnings');
  add('ytd', numbers.ytd, name !== 'earnings');
  return fields;
}

const employerShare = ({ numbers, ...row }: Row, description: Segment): Fields => {
  const { employer_current: current, employer_ytd: ytd } = numbers;
  return fieldsOf(
    { ...row, numbers: { ...(current && { current }), ...(ytd && { ytd }) } },
    description,
    'employer_contributions',
  );
};

const descriptionField = (segment: Segment, page: number) =>
  fieldOf(segment.text.replace(/(?:[\s*:]|\.\.+)+$/, ''), segment.words, page, 'table');

/** The last digits of an account, with or without a mask: `****1234`, `x1234`, `ending in 1234`. */
const MASK = /^(?:acct|account)?[x*.#…•-]*(\d{2,17}):?$/i;

function distributionOf({ numbers, page, account }: Row, description: Segment): Fields {
  const masked =
    account?.words.find(({ text }) => MASK.test(text)) ?? description.words.findLast(({ text }) => MASK.test(text));
  const digits = masked === undefined ? undefined : MASK.exec(masked.text)?.[1];
  const named = description.words.filter(
    (word) => word !== masked && !/^(?:[-–—:#|]+|ending|in|acct\.?|#|number|no\.?|\(?[x*.]+\)?)$/i.test(word.text),
  );
  const fields: Fields = {};
  if (named.length > 0) fields['description'] = descriptionField(segmentOf(named), page);
  if (masked !== undefined && digits !== undefined)
    fields['account_mask'] = fieldOf(digits.slice(-4), [masked], page, 'table');
  // Rows below net pay are not always in the column of amounts.
  const word = numbers.current ?? numbers.ytd ?? numbers.rate ?? numbers.hours;
  const value = word === undefined ? undefined : parseQuantity(word.text);
  if (word !== undefined && value !== undefined)
    fields['current'] = fieldOf(value < 0n ? -value : value, [word], page, 'table');
  return fields;
}
