// Finds names and addresses without labels: a letterhead, and an address for the window of an envelope. The upper block
// is assumed to be the sender. Because this is only a guess, the fields have a low confidence and never replace a
// labelled value.
import { addressBlocks } from '#analysis/documents/address-blocks.ts';
import { textRows } from '#analysis/documents/text-rows.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { fieldOf } from './candidates.ts';
import { addressOf } from './parties.ts';
import { sheetOf } from './sheet.ts';
import { textOf } from './values.ts';

const GUESS = 0.6;

/** Adds `payer_name`, `employee_address` and so on if they are missing. `roles` are the sender and the addressee. */
export function withUnlabelledParties(
  fields: Fields,
  pages: readonly Page[],
  roles: readonly [string, string],
  addresses: boolean,
): Fields {
  const missing = roles.filter((role) => fields[`${role}_name`] === undefined);
  if (missing.length === 0) return fields;
  const known = new Set(roles.map((role) => fields[`${role}_name`]?.value));
  const found = pages.flatMap((page) => partiesOn(page)).filter(({ name }) => !known.has(textOf(name)));
  const result: Fields = { ...fields };
  for (const role of missing) {
    const party = found.find(({ name }) => !known.has(textOf(name)));
    if (party === undefined) break;
    known.add(textOf(party.name));
    const sheet = sheetOf({ ...party.page, form_fields: [] });
    result[`${role}_name`] = fieldOf(sheet, textOf(party.name), party.name, GUESS);
    if (addresses && result[`${role}_address`] === undefined)
      result[`${role}_address`] = fieldOf(sheet, addressOf(party.address), party.address.flat(), GUESS);
  }
  return result;
}

type Found = { page: Page; name: Word[]; address: Word[][] };

function partiesOn(page: Page): Found[] {
  return addressBlocks(textRows(page)).flatMap(({ name, address }) => {
    const words = name.flatMap((segment) => segment.words);
    return words.length === 0 ? [] : [{ page, name: words, address: address.map((segment) => segment.words) }];
  });
}
