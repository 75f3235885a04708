// Reads the declarations page of an insurance policy for a home or for vehicles.

import { textRows } from '#analysis/documents/text-rows.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Field, Fields, Reading } from '#domain/documents/read-documents.ts';
import { coveragesOf } from './coverages.ts';
import { insuredField, insurerField } from './parties.ts';
import { premiumField } from './premium.ts';
import { propertyField } from './property.ts';
import { policyNumberField, termFields } from './term.ts';
import { vehiclesOf } from './vehicles.ts';

export function readInsurancePolicy(type: 'INSURANCE_HOME_POLICY' | 'INSURANCE_AUTO_POLICY', pages: Page[]): Reading {
  const rows = pages.flatMap(textRows);
  const found: Record<string, Field | undefined> = {
    insurer_name: insurerField(rows),
    policy_number: policyNumberField(rows),
    insured_name: insuredField(rows),
    ...termFields(rows),
    premium: premiumField(rows),
    property_address: type === 'INSURANCE_HOME_POLICY' ? propertyField(rows) : undefined,
  };
  const fields: Fields = {};
  for (const [name, field] of Object.entries(found)) if (field !== undefined) fields[name] = field;
  const coverages = coveragesOf(rows);
  return {
    fields,
    tables: type === 'INSURANCE_HOME_POLICY' ? { coverages } : { coverages, vehicles: vehiclesOf(rows) },
  };
}
