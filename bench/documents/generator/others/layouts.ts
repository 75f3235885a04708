// The layouts of pages that belong to no known document type.
import type { Layout } from '../sample.ts';
import { invoice, loanStatement, premiumBill, utilityBill } from './bills.ts';
import { blank, cardOffer, employmentLetter, lease, letter } from './letters.ts';

export const OTHER_LAYOUTS: Record<string, Layout> = {
  letter,
  'employment-letter': employmentLetter,
  lease,
  'card-offer': cardOffer,
  blank,
  'utility-bill': utilityBill,
  invoice,
  'loan-statement': loanStatement,
  'premium-bill': premiumBill,
};
