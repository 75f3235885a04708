// Finds the person named on bank statements, insurance policies or tax forms.
import { UNKNOWN_PROFILE } from '#connectors/blanks.ts';
import { objectId } from '#connectors/wire.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { type Account, primaryOwner } from '#domain/reports/financial-accounts.ts';
import type { Profile } from '#domain/reports/payroll.ts';
import { firstOf, nineDigits, textOf } from './fields.ts';
import { namePartsOf } from './people-names.ts';
import { insuredNames, isPolicy } from './policies.ts';
import { isTaxForm } from './tax-forms.ts';

/** Each link has only one profile, so the id of the profile does not depend on the name. */
export const profileOf = (name: string, link_id: string): Profile => ({
  ...UNKNOWN_PROFILE,
  id: objectId(link_id, 'identity', ''),
  ...namePartsOf(name),
});

export function accountHolder(accounts: readonly Account[], link_id: string): Profile | undefined {
  const name = primaryOwner(accounts)?.full_name ?? null;
  return name === null ? undefined : profileOf(name, link_id);
}

export function insuredPerson(documents: readonly UploadedDocument[], link_id: string): Profile | undefined {
  const name = firstOf(documents.filter(isPolicy).toReversed(), ({ fields }) => insuredNames(fields)[0] ?? null);
  return name === null ? undefined : profileOf(name, link_id);
}

/**
 * Returns the person who files a tax return or receives a 1099. W-2s are ignored, because the person on a W-2 is
 * already part of the employment.
 */
export function taxPayer(documents: readonly UploadedDocument[], link_id: string): Profile | undefined {
  const forms = documents.filter((document) => isTaxForm(document) && document.document_type !== 'W2').toReversed();
  const name = firstOf(forms, ({ fields }) => {
    const [first, last] = [textOf(fields, 'first_name'), textOf(fields, 'last_name')];
    return textOf(fields, 'recipient_name') ?? (first === null || last === null ? null : `${first} ${last}`);
  });
  if (name === null) return undefined;
  const ssn = firstOf(forms, ({ fields }) => nineDigits(fields, 'ssn') ?? nineDigits(fields, 'recipient_tin'));
  return { ...profileOf(name, link_id), ssn };
}
