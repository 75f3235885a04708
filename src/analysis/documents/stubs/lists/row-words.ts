// The words that show the section of a single row of a pay stub, if no heading names it.
import { isTax } from '#analysis/documents/stubs/section-words.ts';

const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9&]+/g, ' ')
    .trim();

const EARNING =
  /\b(?:regular|reg|rg|dt|premium|travel time|drive time|salar(?:y|ied)|overtime|over time|ot|hourly|holiday|hol|vacation|vac|sick|pto|paid time off|bonus|commissions?|tips?|retro|double ?time|dbl time|shift|diff|differential|on ?call|jury|train(?:ing)?|bereavement|piece|allowance|stipend|base pay|base wages?|straight time|severance|per diem|reimb\w*|personal|wages?|hours worked|time worked|longevity|charge|callback|call back|incentive|spot award|base salary|worked|premiums?|prem|hazard|call ?in|call ?out|stand ?by|show up|split shift|piecework|mileage|referral|sign ?on|retention|lump sum|gratuit(?:y|ies)|service charge|svc chg|spread of hours|orientation|preceptor|weekend|wknd|evening|eve|night|nite|graveyard|swing|float|military leave|admin leave|parental leave|funeral|comp time|comptime|back ?pay|retroactive|draw|guarantee|housing allow\w*|honorarium|coaching|substitute|stand by|normal|straight|ovt|o t|ot\d|reg\d|hldy|holiday\d?|vaca|bns|comm|detention|layover|production|merit)\b/;
const DEDUCTION =
  /\b(?:medical|med ins|dental|vision|health|401 ?k?|403 ?b?|457 ?b?|hsa|fsa|flex|spending account|savings account|life|disability|std|ltd|union|dues|garnish\w*|support|loan|pension|retirement|roth|insurance|ins|parking|commuter|charit\w*|united way|uniform|meals?|stock|espp|levy|accident|legal|savings plan|credit union|advance|deferral|annuity|gym|tools?|giving|transit pass|cafeteria|dependent care|critical illness|ad d|tips paid|dntl|hlth|ppo|hmo|hdhp|dcfsa|lpfsa|dcap|dep care|child ?care|day ?care|401a|tsp|simple ira|ira|deferred|deferred comp|thrift|fehb|fegli|fers|csrs|opers|strs|calpers|calstrs|tiaa|garn|chd supp|child supp|alimony|wage assignment|attachment|bankruptcy|creditor|repay(?:ment)?|overpay(?:ment)?|cash advance|dailypay|payactiv|earned wage access|cancer|hospital|indemnity|aflac|colonial|legalshield|identity|id theft|pet|vtl|vol life|wellness|surcharge|fitness|laundry|boots|equipment|donation|foundation|initiation|assn|association|fcu|christmas club|club|bond|vanpool|lodging|purchase|admin fee|processing fee|tip payout)\b/;

/**
 * Matches pay whose name contains a word that usually names a deduction: a penalty for a missed meal is paid, not
 * deducted.
 */
const PAY =
  /\b(?:dbl|double) ?time\b|\b(?:meal|rest|break)s? (?:break )?(?:premium|prem|penalty|pen|violation)\b|\bmissed (?:meal|break)|\b(?:tool|uniform|meal|gym|wellness|parking|travel|equipment|boot|laundry) (?:allow\w*|stipend|reimb\w*|bonus|pay)\b/;

export type RowSection = 'earnings' | 'taxes' | 'deductions';

/** Returns the section of a row by its description alone; undefined if the description has no known word. */
export function rowSection(description: string): RowSection | undefined {
  const text = spaced(description);
  if (PAY.test(text)) return 'earnings';
  // Taxable wages are the base of a tax and not a tax.
  if (/\btaxable\b|\bsubject wages\b/.test(text)) return undefined;
  if (isTax(description)) return 'taxes';
  if (DEDUCTION.test(text)) return 'deductions';
  return EARNING.test(text) ? 'earnings' : undefined;
}
