// The words that show the section of a single row of a pay stub, if no heading names it.
import { isTax } from '#analysis/documents/stubs/section-words.ts';

const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9&]+/g, ' ')
    .trim();

const EARNING =
  /\b(?:regular|reg|rg|dt|premium|travel time|drive time|salar(?:y|ied)|overtime|over time|ot|hourly|holiday|hol|vacation|vac|sick|pto|paid time off|bonus|commissions?|tips?|retro|double ?time|dbl time|shift|diff|differential|on ?call|jury|train(?:ing)?|bereavement|piece|allowance|stipend|base pay|base wages?|straight time|severance|per diem|reimb\w*|personal|wages?|hours worked|time worked|longevity|charge|callback|call back|incentive|spot award|base salary|worked)\b/;
const DEDUCTION =
  /\b(?:medical|med ins|dental|vision|health|401 ?k?|403 ?b?|457 ?b?|hsa|fsa|flex|spending account|savings account|life|disability|std|ltd|union|dues|garnish\w*|support|loan|pension|retirement|roth|insurance|ins|parking|commuter|charit\w*|united way|uniform|meals?|stock|espp|levy|accident|legal|savings plan|credit union|advance|deferral|annuity|gym|tools?|giving|transit pass|cafeteria|dependent care|critical illness|ad d|tips paid)\b/;

export type RowSection = 'earnings' | 'taxes' | 'deductions';

/** Returns the section of a row by its description alone; undefined if the description has no known word. */
export function rowSection(description: string): RowSection | undefined {
  const text = spaced(description);
  if (/\b(?:dbl|double) ?time\b/.test(text)) return 'earnings';
  // Taxable wages are the base of a tax and not a tax.
  if (/\btaxable\b|\bsubject wages\b/.test(text)) return undefined;
  if (isTax(description)) return 'taxes';
  if (DEDUCTION.test(text)) return 'deductions';
  return EARNING.test(text) ? 'earnings' : undefined;
}
