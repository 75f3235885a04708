// Finds the values that identify a document: a pay stub has one pay date and one net pay, a statement has one period,
// and a policy has one number. Pages with different values belong to different documents.
import type { Page } from '#domain/documents/pages.ts';
import type { Field, ReadType } from '#domain/documents/read-documents.ts';
import { policyNumberField } from './insurance/term.ts';
import { periodFields } from './statements/period.ts';
import { readPayStub } from './stubs/pay-stub.ts';
import { textRows } from './text-rows.ts';

export type PageIdentity = ReadonlyMap<string, string>;

export function identityOf(document_type: ReadType, page: Page): PageIdentity {
  const found = Object.entries(identifyingFields(document_type, page));
  return new Map(found.flatMap(([name, field]) => (field === undefined ? [] : [[name, String(field.value)]])));
}

function identifyingFields(document_type: ReadType, page: Page): Record<string, Field | undefined> {
  switch (document_type) {
    case 'PAYSTUB': {
      const { pay_date, period_start, period_end, net_pay } = readPayStub([page]).fields;
      return { pay_date, period_start, period_end, net_pay };
    }
    case 'BANK_STATEMENT':
      return { ...periodFields(textRows(page)) };
    case 'INSURANCE_HOME_POLICY':
    case 'INSURANCE_AUTO_POLICY':
      return { policy_number: policyNumberField(textRows(page)) };
    default:
      return {};
  }
}

export const contradict = (a: PageIdentity, b: PageIdentity): boolean =>
  [...a].some(([name, value]) => (b.get(name) ?? value) !== value);

export const agree = (a: PageIdentity, b: PageIdentity): boolean =>
  !contradict(a, b) && [...a.keys()].some((name) => b.has(name));
