// Reads one form of the 1099 family: official forms, several copies on a page, and statements that list the boxes in
// rows. A statement may print several forms below each other; then only the section of the wanted form is read.

import { plain } from '#analysis/documents/phrases.ts';
import { isEin } from '#analysis/documents/values.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Reading, Subtype } from '#domain/documents/read-documents.ts';
import { addCandidate, bestFields, type Candidates, fieldOf } from './candidates.ts';
import { copiesOf } from './copies.ts';
import { F1099_R_FIELDS } from './field-maps.ts';
import { BOXES, labelsOf1099 } from './form-1099-labels.ts';
import { withNamedFields } from './form-fields.ts';
import { findLabels, type Label } from './labels.ts';
import { partyOf } from './parties.ts';
import { blockIn, type Form, regionOf } from './regions.ts';
import { type Sheet, sheetOf } from './sheet.ts';
import { withUnlabelledParties } from './unlabelled-parties.ts';
import { findAmount, findLine, findText, findValue, isTaxpayerNumber, textOf } from './values.ts';
import { yearOf, yearsIn } from './year.ts';

export function readForm1099(subtype: Subtype | null, pages: readonly Page[]): Reading {
  const specs = labelsOf1099(subtype);
  const boxes = new Set((subtype === null ? undefined : BOXES[subtype])?.map(([, key]) => key));
  boxes.delete('box');
  const core = [...boxes, 'payer_tin', 'recipient_tin', 'recipient', 'payer'];
  const candidates: Candidates = new Map();
  for (const page of pages) {
    const sheet = sheetOf(page);
    for (const year of yearsIn(sheet)) addCandidate(candidates, 'year', year);
    const labels = withoutOtherSections(sheet, findLabels(sheet, specs), subtype, boxes);
    for (const form of copiesOf(sheet, labels, core)) readCopy(form, boxes, candidates);
  }
  // On an SSA-1099, names without labels are not searched for: the payer of Social Security benefits is always the same
  // agency, and the form does not name it.
  const roles = ['payer', 'recipient'] as const;
  const best = bestFields(candidates);
  const fields = subtype === 'SSA_1099' ? best : withUnlabelledParties(best, pages, roles, false);
  const reading = { fields, tables: {} };
  return subtype === 'F1099_R' ? withNamedFields(reading, pages, F1099_R_FIELDS) : reading;
}

function readCopy(form: Form, boxes: ReadonlySet<string>, candidates: Candidates): void {
  for (const label of form.labels) {
    const { key } = label;
    if (key === 'distribution_code')
      addCandidate(candidates, key, findValue(form, label, findLine(isDistributionCode)));
    else if (boxes.has(key)) addCandidate(candidates, key, findValue(form, label, findAmount));
    if (key === 'payer_tin')
      addCandidate(
        candidates,
        key,
        findValue(
          form,
          label,
          findText((text) => isEin(text) || isTaxpayerNumber(text)),
        ),
      );
    if (key === 'recipient_tin') addCandidate(candidates, key, findValue(form, label, findText(isTaxpayerNumber)));
    if (key === 'account_number') addCandidate(candidates, key, findValue(form, label, findLine(isAccountNumber)));
    if (key === 'year') addCandidate(candidates, key, yearOf(form, label));
    if (key === 'payer' || key === 'recipient') addName(candidates, form, label);
  }
}

function addName(candidates: Candidates, form: Form, label: Label): void {
  const party = partyOf(blockIn(form, regionOf(form, label, { slack: 1 }), label));
  if (party === undefined || !/[a-z]{2}/i.test(textOf(party.name))) return;
  const field = fieldOf(form.sheet, textOf(party.name), party.name);
  addCandidate(candidates, `${label.key}_name`, { field, weight: label.weight * Math.min(1, label.words.length / 2) });
}

const isDistributionCode = (text: string): boolean => /^[1-9A-Z][0-9A-Z]?$/.test(text);
const isAccountNumber = (text: string): boolean => /^(?=.*\d)[\w*•/ -]{2,34}$/.test(text) && !/form|1099-/i.test(text);

/** Renames the labels of boxes in the sections of other forms, so that no field is read from them. */
function withoutOtherSections(
  sheet: Sheet,
  labels: readonly Label[],
  subtype: Subtype | null,
  boxes: ReadonlySet<string>,
): readonly Label[] {
  const headings = headingsOf(sheet);
  const own = plain(subtype ?? '').replace(/^f/, '');
  if (!headings.some(({ form }) => form === own) || headings.every(({ form }) => form === own)) return labels;
  return labels.map((label) => {
    const above = headings
      .filter(({ box }) => box.bottom < label.box.bottom && box.left < label.box.left + 40)
      .toSorted((a, b) => b.box.bottom - a.box.bottom)[0];
    return boxes.has(label.key) && above !== undefined && above.form !== own
      ? { ...label, key: 'other_section' }
      : label;
  });
}

/** Finds the titles of forms at the start of a line or column, such as `Form 1099-DIV`. */
function headingsOf({ lines }: Sheet) {
  return lines.flatMap(({ words }) =>
    words.flatMap((word, index) => {
      const form = plain(word.text);
      if (!/^1099(?:nec|misc|int|div|g|r|k|b|oid)$/.test(form)) return [];
      const before = words[index - 1];
      const title = before !== undefined && plain(before.text) === 'form' ? words[index - 2] : before;
      const gap = title === undefined ? Number.POSITIVE_INFINITY : word.box.left - title.box.right;
      return gap > 4 * word.size || title === undefined || /^20\d\d$/.test(title.text) ? [{ form, box: word.box }] : [];
    }),
  );
}
