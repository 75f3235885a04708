// Finds the person who is named in imported tax forms.
import type { ImportHead } from '#analysis/imports/merging/import-content.ts';
import { toAddress } from '#connectors/documents/addresses.ts';
import { profileOf } from '#connectors/documents/identity.ts';
import type { Profile } from '#domain/reports/payroll.ts';

/** Returns the recipient of the newest 1099. */
export function recipientOf(forms: ImportHead['forms'], link_id: string): Profile | undefined {
  const newest = forms.toSorted((a, b) => b.tax_year - a.tax_year)[0];
  if (newest === undefined) return undefined;
  const { recipient, recipient_tax_id_type } = newest;
  return {
    ...profileOf(recipient.name, link_id),
    ssn: recipient_tax_id_type === 'EIN' ? null : recipient.tax_id,
    ...(recipient.address.length === 0 ? {} : { home_address: toAddress(recipient.address.join(', ')) }),
  };
}
