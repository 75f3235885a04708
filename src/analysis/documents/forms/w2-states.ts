// Reads boxes 15 to 20 of Form W-2: one or more rows of state and local amounts. The labels may be in one row above
// all values, in several rows with the values of each row below it, or before their values.
import type { Word } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { amountsIn } from './amounts.ts';
import { fieldOf } from './candidates.ts';
import type { Label } from './labels.ts';
import { type Form, isSameRow, lineHeightOf, linesIn, regionOf } from './regions.ts';
import type { Sheet } from './sheet.ts';
import { textOf } from './values.ts';

const AMOUNTS = ['state_wages', 'state_tax', 'local_wages', 'local_tax'];
const KEYS = new Set(['state', 'state_id', ...AMOUNTS, 'locality']);

const STATES = new Set(
  `AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI
  SC SD TN TX UT VT VA WA WV WI WY DC PR GU VI AS MP`.split(/\s+/),
);

type Cell = { label: Label; fields: Fields; offset: number };

type Row = { offset: number; fields: Fields };

export function statesOf(form: Form): Fields[] {
  const labels = form.labels.filter(({ key }) => KEYS.has(key));
  const rows: Row[] = [];
  let used = new Set<string>();
  let first = 0;
  for (const group of rowsOfLabels(labels)) {
    // A row of labels that repeats an earlier label, such as `state`, begins the values of further US states.
    if (group.some(({ key }) => used.has(key))) {
      first = rows.length;
      used = new Set();
    }
    for (const { key } of group) used.add(key);
    for (const [index, row] of readGroup(form, group).entries()) {
      const same = rows.slice(first).find(({ offset }) => Math.abs(offset - row.offset) < SAME_OFFSET);
      const target = same ?? rows[first + index];
      if (target === undefined) rows.push(row);
      else Object.assign(target.fields, row.fields);
    }
  }
  return rows.map(({ fields }) => fields).filter((fields) => Object.keys(fields).length > 0);
}

/**
 * The labels of one US state may be in several rows. The values of this state then have nearly the same vertical
 * distances from their labels. This is the maximum difference between these distances, in points.
 */
const SAME_OFFSET = 4;

function rowsOfLabels(labels: readonly Label[]): Label[][] {
  const groups: Label[][] = [];
  for (const label of labels.toSorted((a, b) => a.box.top - b.box.top)) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && isSameRow(group[0].box, label.box)) group.push(label);
    else groups.push([label]);
  }
  return groups;
}

/** Returns the rows of values below one row of labels. */
function readGroup(form: Form, group: readonly Label[]): Row[] {
  const cells = group.flatMap((label) => readColumn(form, label, group)).toSorted((a, b) => a.offset - b.offset);
  const rows: Row[] = [];
  for (const { offset, fields, label } of cells) {
    const row = rows.at(-1);
    if (row !== undefined && offset - row.offset < lineHeightOf(label)) Object.assign(row.fields, fields);
    else rows.push({ offset, fields: { ...fields } });
  }
  return rows.filter(({ fields }) => group.length === 1 || Object.keys(fields).some((key) => key !== 'locality'));
}

/** Lines may be drawn between the rows of values, so only vertical lines limit a column. */
function readColumn(form: Form, label: Label, group: readonly Label[]): Cell[] {
  if (label.key === 'state_id' && group.some(({ key }) => key === 'state')) return [];
  const number = group.find(({ key }) => label.key === 'state' && key === 'state_id');
  const region = regionOf(form, label);
  const right = number === undefined ? region.right : regionOf(form, number).right;
  const { bottom } = regionOf(form, label, { across: ['horizontal'] });
  const lowest = Math.max(...group.map(({ box }) => box.bottom));
  const next = form.labels.filter(({ key, box }) => box.top > lowest && !KEYS.has(key)).map(({ box }) => box.top);
  const column = { ...region, right, bottom: Math.min(bottom, ...next) };
  const cells: Cell[] = [];
  for (const line of linesIn(form, column, label)) {
    // Words left of the label on the same line are left out, because they may belong to a misspelt label.
    const words = line.words.filter(({ box }) => box.right > label.box.left || !isSameRow(box, label.box));
    if (words.length === 0) continue;
    const { box } = line;
    const fields = fieldsIn(form.sheet, label.key, words);
    if (fields === undefined && isSameRow(box, label.box)) continue;
    if (fields === undefined) break;
    cells.push({ label, fields, offset: box.bottom - label.box.bottom });
  }
  return cells;
}

/**
 * Returns the fields in the words. Returns undefined if the words are not values of this column, which means that the
 * table has ended.
 */
function fieldsIn(sheet: Sheet, key: string, words: readonly Word[]): Fields | undefined {
  if (AMOUNTS.includes(key)) {
    const amounts = amountsIn(words);
    const [amount] = amounts;
    if (amount === undefined || !amount.exact || amounts.length > 1 || amount.words.length < words.length)
      return undefined;
    return { [key]: fieldOf(sheet, amount.cents, amount.words) };
  }
  if (key === 'locality') {
    const text = textOf(words);
    return text.length <= LOCALITY_MAX ? { locality: fieldOf(sheet, text, words) } : undefined;
  }
  return numberFields(sheet, words);
}

const LOCALITY_MAX = 24;

/** Returns the code of the state and the employer’s state ID number. */
function numberFields(sheet: Sheet, words: readonly Word[]): Fields | undefined {
  const [first, ...rest] = words.filter(({ text }) => !/^[|/:-]$/.test(text));
  if (first === undefined) return undefined;
  const glued = /^([A-Z]{2})[|/:-](\S+)$/.exec(first.text);
  // OCR confuses the case of letters whose lower-case and capital forms are alike.
  const code = glued?.[1] ?? (first.confidence < 1 ? first.text.toUpperCase() : first.text);
  const has_code = STATES.has(code);
  const number =
    glued?.[2] !== undefined && has_code ? [{ ...first, text: glued[2] }, ...rest] : has_code ? rest : [first, ...rest];
  if (number.length > 4 || (number.length > 0 && !/\d/.test(textOf(number)))) return undefined;
  // Words with three lower-case letters are part of a misspelt label, and not a state ID number.
  if (number.some(({ text, confidence }) => confidence < 1 && /[a-z]{3}/.test(text))) return undefined;
  return {
    ...(has_code ? { state: fieldOf(sheet, code, [first]) } : {}),
    ...(number.length > 0 ? { state_id: fieldOf(sheet, textOf(number), number) } : {}),
  };
}
