// The texts about the files that the applicant may send: bank files, or files of payroll and tax programs.
import { aimOf } from '../machine/moves.ts';
import type { State } from '../machine/state.ts';

const BANK = {
  way: 'file_way',
  text: 'file_way_text',
  title: 'file_title',
  lead: 'file_lead',
} as const;
const PAYROLL = {
  way: 'file_way_payroll',
  text: 'file_way_text_payroll',
  title: 'file_title_payroll',
  lead: 'file_lead_payroll',
} as const;

/** Returns the keys of the texts about files; `null` if the request does not accept files. */
export function fileKindOf(state: State): typeof BANK | typeof PAYROLL | null {
  const sources = aimOf(state)?.file_sources ?? [];
  if (sources.length === 0) return null;
  return sources.includes('financial_accounts') ? BANK : PAYROLL;
}

const BANK_FORMATS = 'CSV, OFX, QFX, camt.053, MT940, BAI2';

/** The names of the formats that can be sent. They are the same in all languages. */
export function formatsOf(state: State): string {
  const sources = aimOf(state)?.file_sources ?? [];
  return [
    ...(sources.includes('financial_accounts') ? [BANK_FORMATS] : []),
    ...(sources.includes('payroll') ? ['NACHA'] : []),
    ...(sources.includes('payroll') || sources.includes('tax') ? ['EFW2 (W-2)'] : []),
    ...(sources.includes('tax') ? ['FIRE (1099)'] : []),
  ].join(', ');
}
