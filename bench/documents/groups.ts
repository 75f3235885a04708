// The groups of layouts in the benchmark, each with the minimum share of fields that must be read correctly.
import { BUNDLE_LAYOUTS } from './generator/bundles/bundles.ts';
import { FORM_LAYOUTS } from './generator/forms/layouts.ts';
import { INSURANCE_LAYOUTS } from './generator/insurance/layouts.ts';
import { OTHER_LAYOUTS } from './generator/others/layouts.ts';
import type { Layout } from './generator/sample.ts';
import { HELD_OUT_STATEMENT_LAYOUTS } from './generator/statements/held-out.ts';
import { STATEMENT_LAYOUTS } from './generator/statements/layouts.ts';
import { HELD_OUT_STUB_LAYOUTS, KNOWN_STUB_LAYOUTS, OPENED_STUB_LAYOUTS } from './generator/stubs/layouts.ts';

export type Group = { name: string; layouts: Record<string, Layout>; fields_min: number; held_out?: true };

/**
 * The authors of the rules looked at all layouts except those with `held_out`. The held-out layouts were read for the
 * first time after the rules were written.
 */
export const GROUPS: readonly Group[] = [
  { name: 'tax forms', layouts: FORM_LAYOUTS, fields_min: 0.995 },
  { name: 'pay stubs', layouts: KNOWN_STUB_LAYOUTS, fields_min: 0.99 },
  { name: 'pay stubs, once held out', layouts: OPENED_STUB_LAYOUTS, fields_min: 0.99 },
  { name: 'pay stubs, held out', layouts: HELD_OUT_STUB_LAYOUTS, fields_min: 0.96, held_out: true },
  { name: 'bank statements', layouts: STATEMENT_LAYOUTS, fields_min: 0.99 },
  { name: 'bank statements, held out', layouts: HELD_OUT_STATEMENT_LAYOUTS, fields_min: 0.96, held_out: true },
  { name: 'insurance', layouts: INSURANCE_LAYOUTS, fields_min: 0.99 },
  { name: 'other pages', layouts: OTHER_LAYOUTS, fields_min: 0.99 },
];

/** Bundles are read only with `--bundles` or `--publish`, because a sample has up to 60 pages. */
export const BUNDLE_GROUPS: readonly Group[] = [{ name: 'bundles', layouts: BUNDLE_LAYOUTS, fields_min: 0.97 }];
