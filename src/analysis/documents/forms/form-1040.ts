// Reads Form 1040 and its Schedules C and E: the line number is directly before the amount at the right edge.

import { isSsn } from '#analysis/documents/values.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { Reading, Subtype } from '#domain/documents/read-documents.ts';
import { addCandidate, bestFields, type Candidates } from './candidates.ts';
import { findChecked } from './check-boxes.ts';
import { F1040_FIELDS } from './field-maps.ts';
import { LABELS_1040, linesOf1040, STATUSES } from './form-1040-lines.ts';
import { withNamedFields } from './form-fields.ts';
import { findLabels } from './labels.ts';
import { numberedAmounts } from './numbered-amounts.ts';
import { type Form, formOf, isSameRow } from './regions.ts';
import { sheetOf } from './sheet.ts';
import { type Find, findLine, findValue, textOf } from './values.ts';
import { yearsIn } from './year.ts';

const STATUS_KEYS = STATUSES.map(({ key }) => key);

export function readForm1040(subtype: Subtype | null, pages: readonly Page[]): Reading {
  const candidates: Candidates = new Map();
  const forms = pages.map((page) => {
    const sheet = sheetOf(page);
    return formOf(sheet, findLabels(sheet, LABELS_1040), { left: 0, top: 0, right: page.width, bottom: page.height });
  });
  for (const { sheet } of forms) for (const year of yearsIn(sheet)) addCandidate(candidates, 'year', year);
  const lines = linesOf1040(subtype, yearOf(candidates));
  for (const form of forms) {
    if (subtype === null) readHead(form, candidates);
    else readName(form, candidates);
    for (const { field, candidate } of numberedAmounts(form.sheet, lines)) addCandidate(candidates, field, candidate);
  }
  const fields = bestFields(candidates);
  // A schedule has no year field, because its year is the year of the return to which the schedule belongs.
  if (subtype !== null) delete fields['year'];
  const reading = { fields, tables: {} };
  return fields['year']?.value === '2024' ? withNamedFields(reading, pages, F1040_FIELDS) : reading;
}

function yearOf(candidates: Candidates): number | undefined {
  const year = bestFields(candidates)['year']?.value;
  return typeof year === 'string' ? Number(year) : undefined;
}

function readHead(form: Form, candidates: Candidates): void {
  const first = form.labels.filter(({ key }) => key === 'first_name');
  for (const label of form.labels) {
    if (STATUS_KEYS.includes(label.key)) {
      const checked = findChecked(form, label, STATUS_KEYS);
      if (checked === undefined) continue;
      addCandidate(candidates, 'filing_status', { ...checked, field: { ...checked.field, value: label.key } });
    }
    if (label.key === 'first_name') addCandidate(candidates, label.key, findValue(form, label, findName));
    if (label.key === 'last_name' && first.some(({ box }) => isSameRow(box, label.box)))
      addCandidate(candidates, label.key, findValue(form, label, findName));
    if (label.key === 'ssn') addCandidate(candidates, label.key, findValue(form, label, findSsn));
  }
}

function readName(form: Form, candidates: Candidates): void {
  for (const label of form.labels) {
    if (label.key === 'name') addCandidate(candidates, label.key, findValue(form, label, findName));
  }
}

const findName: Find = findLine((text) => /^[\p{L}][\p{L}\p{M}\s.,'’&/-]{0,60}$/u.test(text));

/** The digits of a Social Security number may be in separate cells of the form. */
const findSsn: Find = (words) => {
  const text = textOf(words);
  if (/^\d(?: \d){8}$/.test(text)) return { value: text.replaceAll(' ', ''), words };
  const word = words.find((one: Word) => isSsn(one.text));
  if (word !== undefined) return { value: word.text, words: [word] };
  return words.length > 1 && /^[\dX*]{3} [\dX*]{2} \d{4}$/.test(text) ? { value: text, words } : undefined;
};
