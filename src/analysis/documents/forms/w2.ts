// Reads Form W-2 and its corrected version W-2c in any arrangement: official forms, several copies on a page, and
// statements that list the boxes in rows.

import { isEin, isSsn } from '#analysis/documents/values.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { Fields, Reading, Tables } from '#domain/documents/read-documents.ts';
import { addCandidate, bestFields, bestRows, type Candidates, fieldOf } from './candidates.ts';
import { findChecked } from './check-boxes.ts';
import { copiesOf } from './copies.ts';
import { W2_FIELDS } from './field-maps.ts';
import { withNamedFields } from './form-fields.ts';
import { findLabels, type Label } from './labels.ts';
import { addressOf, type Party, partyOf } from './parties.ts';
import { blockIn, type Form, isSameRow, regionOf } from './regions.ts';
import { type Sheet, sheetOf } from './sheet.ts';
import { withUnlabelledParties } from './unlabelled-parties.ts';
import { type Find, findAmount, findLine, findText, findValue, textOf } from './values.ts';
import { box12Of } from './w2-box-12.ts';
import { W2_AMOUNTS, W2_BOX_13, W2_LABELS } from './w2-labels.ts';
import { statesOf } from './w2-states.ts';
import { withTitledYear, yearOf, yearsIn } from './year.ts';

const CORE = [...W2_AMOUNTS.map(({ key }) => key), 'employee_ssn', 'employer_ein'];
const AMOUNTS = new Set(W2_AMOUNTS.map(({ key }) => key));
const CHECKED = new Set(W2_BOX_13.map(({ key }) => key));

export function readW2(pages: readonly Page[]): Reading {
  const candidates: Candidates = new Map();
  const box_12: { rows: Fields[]; weight: number }[] = [];
  const states: { rows: Fields[]; weight: number }[] = [];
  const copies: Form[] = [];
  for (const page of pages) {
    const sheet = sheetOf(page);
    for (const year of yearsIn(sheet)) addCandidate(candidates, 'year', year);
    for (const form of copiesOf(sheet, labelsOf(sheet), CORE)) {
      readCopy(form, candidates);
      copies.push(form);
      for (const [tables, rows] of [
        [box_12, box12Of(form)],
        [states, statesOf(form)],
      ] as const) {
        if (rows.length > 0) tables.push({ rows, weight: 1 + 0.1 * rows.length });
      }
    }
  }
  for (const key of CHECKED) {
    // A check mark that fewer than half of the copies have is treated as a misread label or dirt.
    const labelled = copies.filter(({ labels }) => labels.some((label) => label.key === key)).length;
    if ((candidates.get(key) ?? []).length < labelled / 2) candidates.delete(key);
  }
  const tables: Tables = {};
  if (box_12.length > 0) tables['box_12'] = bestRows(box_12);
  if (states.length > 0) tables['states'] = bestRows(states);
  const fields = withTitledYear(withUnlabelledParties(bestFields(candidates), pages, ['employer', 'employee'], true), {
    form: 'W-2',
    pages,
  });
  // The names of the form fields are those of 2023 and 2024; forms of other years use other names for some fields. The
  // names are also used for a form without a year, because the blank fillable form prints no year.
  const year = fields['year']?.value;
  return year === undefined || year === '2023' || year === '2024'
    ? withNamedFields({ fields, tables }, pages, W2_FIELDS)
    : { fields, tables };
}

/** Finds the labels of the sheet. On a corrected form the labels of the previous amounts have no field. */
function labelsOf(sheet: Sheet): Label[] {
  const labels = findLabels(sheet, W2_LABELS);
  const columns = labels.filter(({ key }) => key === 'previous' || key === 'correct');
  if (!columns.some(({ key }) => key === 'correct')) return labels;
  return labels.map((label) => {
    const above = columns
      .filter(({ box }) => box.bottom < label.box.bottom && box.left < label.box.left + 10)
      .toSorted((a, b) => b.box.left - a.box.left)[0];
    return above?.key === 'previous' && !columns.includes(label) ? { ...label, key: 'previous_value' } : label;
  });
}

function readCopy(form: Form, candidates: Candidates): void {
  for (const label of form.labels) {
    const { key } = label;
    if (AMOUNTS.has(key)) addCandidate(candidates, key, findValue(form, label, findAmount));
    if (key === 'employee_ssn') addCandidate(candidates, key, findValue(form, label, findSsn));
    if (key === 'employer_ein') addCandidate(candidates, key, findValue(form, label, findText(isEin)));
    if (key === 'control_number') addCandidate(candidates, key, findValue(form, label, findLine(isControlNumber)));
    if (key === 'year') addCandidate(candidates, key, yearOf(form, label));
    if (CHECKED.has(key)) addCandidate(candidates, key, findChecked(form, label, [...CHECKED]));
    if (key === 'employer')
      addParty(candidates, form, label, 'employer', partyOf(blockIn(form, regionOf(form, label, { slack: 1 }), label)));
    if (key === 'employee') addEmployee(candidates, form, label);
  }
  addAddresses(candidates, form);
  addOther(candidates, form);
}

/** Finds the Social Security number. OCR reads the stars and dashes of a masked number as other signs. */
const findSsn: Find = (words, label, exact) => {
  const found = findText(isSsn)(words, label, exact);
  if (found !== undefined) return found;
  const masked = words.find(({ text, confidence }) => confidence < 1 && /^[^\s\dXx]{5,9}\d{4}$/.test(text));
  return masked === undefined ? undefined : { value: `***-**-${masked.text.slice(-4)}`, words: [masked] };
};

const isControlNumber = (text: string): boolean => /^(?=.*\d)[\w/ -]{2,30}$/.test(text);

/**
 * First and last name may have separate cells. The address follows in the same block, or is below its own label.
 */
function addEmployee(candidates: Candidates, form: Form, label: Label): void {
  const beside = form.labels.some(({ key, box }) => key === 'employee_address' && isSameRow(box, label.box));
  const through = ['last_name', 'suffix', ...(beside ? ['employee_address'] : [])];
  const parts = form.labels.filter(
    ({ key, box }) => ['last_name', 'suffix'].includes(key) && isSameRow(box, label.box),
  );
  const region = regionOf(form, label, { through, slack: 1 });
  const right = Math.max(region.right, ...parts.map((part) => regionOf(form, part, { through }).right));
  const { bottom } = regionOf(form, label, { through, across: ['vertical'] });
  addParty(
    candidates,
    form,
    label,
    'employee',
    partyOf(blockIn(form, { ...region, right, bottom }, label, parts.length > 0 ? 'many' : 'one')),
  );
}

function addParty(candidates: Candidates, form: Form, label: Label, who: string, party: Party | undefined): void {
  if (party === undefined) return;
  const { weight } = label;
  const name = fieldOf(form.sheet, nameOf(party.name), party.name);
  addCandidate(candidates, `${who}_name`, { field: name, weight });
  if (party.address.length === 0) return;
  addCandidate(candidates, `${who}_address`, {
    field: fieldOf(form.sheet, addressOf(party.address), party.address.flat()),
    weight,
  });
}

/**
 * OCR joins an initial to the name before it, as in `JoA`. No name ends with a single capital letter, so the initial is
 * separated again. If the first word consists of signs only, perhaps with one letter from `a` to `f`, it is treated as
 * the misread letter of the box and is removed.
 */
const nameOf = (words: readonly Word[]): string =>
  words
    .filter(
      ({ text, confidence }, at) =>
        at > 0 || words.length === 1 || confidence === 1 || !/^[a-f]?[^\w\s&'"]+[a-f]?$/i.test(text),
    )
    .map(({ text, confidence }) => (confidence < 1 ? text.replace(/^([A-Z][a-z]+)([A-Z])$/, '$1 $2') : text))
    .join(' ');

/** Reads addresses that have their own label above them. */
function addAddresses(candidates: Candidates, form: Form): void {
  for (const label of form.labels) {
    if (label.key !== 'employee_address' && label.key !== 'employer_address') continue;
    if (form.labels.some(({ key, box }) => key === 'employee' && isSameRow(box, label.box))) continue;
    const lines = blockIn(form, regionOf(form, label, { slack: 1 }), label);
    const town = lines.findIndex((words) => /\b\d{5}(?:-?\d{4})?$/.test(textOf(words)));
    if (town < 0) continue;
    const address = lines.slice(0, town + 1);
    const field = fieldOf(form.sheet, addressOf(address), address.flat());
    addCandidate(candidates, label.key, { field, weight: label.weight });
  }
}

/** Reads box 14. A statement that lists the boxes in rows has one row for each entry. */
function addOther(candidates: Candidates, form: Form): void {
  const labels = form.labels.filter(({ key }) => key === 'other');
  const best = Math.max(...labels.map(({ weight }) => weight));
  const lines = labels
    .filter(({ weight }) => weight === best)
    .flatMap((label) => blockIn(form, regionOf(form, label, { slack: 1 }), label, 'many'));
  if (lines.length === 0) return;
  const field = fieldOf(form.sheet, lines.map(textOf).join(', '), lines.flat());
  addCandidate(candidates, 'other', { field, weight: best });
}
