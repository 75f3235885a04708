// Interprets the categories that the bank or the bank's aggregator assigned to a transaction. These categories are used
// if the transaction's description contains little information.
import type { IncomeCategory } from './categories.ts';
import type { RejectionReason } from './rejections.ts';
import type { Verdict } from './text-rules.ts';

type Meaning = { pattern: RegExp } & ({ category: IncomeCategory } | { reason: RejectionReason });

/**
 * Each pattern is matched against the category names of a transaction. Before the match, the names are joined into one
 * text in upper case, with spaces between words.
 */
const MEANINGS: readonly Meaning[] = [
  { pattern: /\b(?:PAYCHECK|PAYROLL|WAGES|SALARY)\b/, category: 'PAYCHECK' },
  { pattern: /\bGIG\b/, category: 'GIG_ECONOMY' },
  { pattern: /\bSELF EMPLOYMENT\b|\bFREELANCE\b|\bBUSINESS INCOME\b/, category: 'SELF_EMPLOYMENT' },
  { pattern: /\bSOCIAL SECURITY\b/, category: 'SOCIAL_SECURITY' },
  { pattern: /\bDISABILITY\b/, category: 'DISABILITY' },
  { pattern: /\bVETERAN/, category: 'VETERAN' },
  { pattern: /\bPENSION\b|\bRETIREMENT\b/, category: 'RETIREMENT' },
  { pattern: /\bUNEMPLOYMENT\b/, category: 'UNEMPLOYMENT' },
  { pattern: /\bCHILD SUPPORT\b/, category: 'CHILD_SUPPORT' },
  { pattern: /\bALIMONY\b/, category: 'ALIMONY' },
  { pattern: /\bRENTAL INCOME\b|\bINCOME RENTAL\b/, category: 'RENTAL' },
  { pattern: /\bINTEREST\b|\bDIVIDENDS?\b/, category: 'INTEREST_DIVIDENDS' },
  { pattern: /\bTAX REFUND\b/, category: 'TAX_REFUND' },
  { pattern: /\bGOVERNMENT BENEFITS?\b|\bBENEFITS\b/, category: 'GOVERNMENT_BENEFIT' },
  { pattern: /\bREFUND\b|\bRETURN\b|\bREVERSAL\b/, reason: 'refund' },
  { pattern: /\bCASH ADVANCES?\b/, reason: 'cash_advance' },
  { pattern: /\bLOANS?\b/, reason: 'loan' },
  {
    pattern: /\b(?:ACCOUNT|INTERNAL|SAVINGS|INVESTMENT) TRANSFER\b|\bTRANSFER (?:INVESTMENT|IN ACCOUNT)\b|^TRANSFER$/,
    reason: 'own_transfer',
  },
  { pattern: /^DEPOSIT (?:CASH|CHECK)$|\bCASH DEPOSIT\b|\bCHECK DEPOSIT\b/, category: 'CASH_DEPOSIT' },
];

/**
 * Reads category names and returns a verdict. Verdicts are cached by the joined category names, because only a few
 * different categories occur.
 */
export function newCategoryReader(): (categories: readonly string[]) => Verdict | null {
  const known = new Map<string, Verdict | null>();
  return (categories) => {
    if (categories.length === 0) return null;
    const joined = categories.join(' ');
    const cached = known.get(joined);
    if (cached !== undefined) return cached;
    const meant = meaningOf(
      joined
        .toUpperCase()
        .replaceAll(/[^A-Z]+/g, ' ')
        .trim(),
    );
    known.set(joined, meant);
    return meant;
  };
}

function meaningOf(names: string): Verdict | null {
  const found = MEANINGS.find(({ pattern }) => pattern.test(names));
  if (found === undefined) return null;
  return 'reason' in found
    ? { rule: 'provider.category', reason: found.reason, is_soft: false }
    : { rule: 'provider.category', category: found.category, strength: 'fair' };
}
