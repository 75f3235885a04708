// The person named in imported files.
import type { ImportHead } from '#analysis/imports/merging/import-content.ts';
import { UNKNOWN_PROFILE } from '#connectors/blanks.ts';
import { toAddress } from '#connectors/documents/addresses.ts';
import { namePartsOf } from '#connectors/documents/people-names.ts';
import { objectId } from '#connectors/wire.ts';
import { type Account, primaryOwner } from '#domain/reports/financial-accounts.ts';
import type { Profile } from '#domain/reports/payroll.ts';

/** There is one profile per link, so its id does not depend on the name. */
const profile = (name: string, link_id: string): Profile => ({
  ...UNKNOWN_PROFILE,
  id: objectId(link_id, 'identity', ''),
  ...namePartsOf(name),
});

export function accountHolder(accounts: readonly Account[], link_id: string): Profile | undefined {
  const name = primaryOwner(accounts)?.full_name ?? null;
  return name === null ? undefined : profile(name, link_id);
}

/** The recipient of the newest 1099. */
export function recipientOf(forms: ImportHead['forms'], link_id: string): Profile | undefined {
  const newest = forms.toSorted((a, b) => b.tax_year - a.tax_year)[0];
  if (newest === undefined) return undefined;
  const { recipient, recipient_tax_id_type } = newest;
  return {
    ...profile(recipient.name, link_id),
    ssn: recipient_tax_id_type === 'EIN' ? null : recipient.tax_id,
    ...(recipient.address.length === 0 ? {} : { home_address: toAddress(recipient.address.join(', ')) }),
  };
}
