// A fifth set of layouts, drawn without knowledge of the reader's rules. Later, the rules may be adjusted to these
// layouts.
import type { Layout } from '../../sample.ts';
import { bursterForm } from './burster-form.ts';
import { counterRates } from './counter-rates.ts';
import { datedLines } from './dated-lines.ts';
import { depositFirst } from './deposit-first.ts';
import { headingSums } from './heading-sums.ts';
import { wageTypes } from './wage-types.ts';
import { warrantBelow } from './warrant-below.ts';
import { weekColumns } from './week-columns.ts';

export const FIFTH_STUB_LAYOUTS: Record<string, Layout> = {
  'burster-form': bursterForm,
  'heading-sums': headingSums,
  'dated-lines': datedLines,
  'wage-types': wageTypes,
  'warrant-below': warrantBelow,
  'counter-rates': counterRates,
  'deposit-first': depositFirst,
  'week-columns': weekColumns,
};
