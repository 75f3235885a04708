// The layouts of tax forms by name.
import type { Layout } from '../sample.ts';
import { yearOfPapers } from './bundle.ts';
import { drawn1040, returnWithSchedules, scheduleCAlone, scheduleEAlone } from './f1040-drawn.ts';
import { F1099_FORMS, F1099_SUBTYPES } from './f1099-forms.ts';
import { officialF1099 } from './f1099-official.ts';
import { brokerageComposite, substituteF1099 } from './f1099-substitute.ts';
import { filled1040, filledW2 } from './filled.ts';
import { ssaStatement } from './ssa1099.ts';
import { corrected } from './w2-corrected.ts';
import { fourUpColumns, fourUpPairs } from './w2-four-up.ts';
import { officialOneUp, officialTwoUp } from './w2-official.ts';
import { unruledColumns, unruledList } from './w2-unruled.ts';

const nameOf = (form: string) => `f${form.toLowerCase().replace('-', '_')}`;

export const FORM_LAYOUTS: Record<string, Layout> = {
  w2_official_one_up: officialOneUp,
  w2_official_two_up: officialTwoUp,
  w2_four_up_pairs: fourUpPairs,
  w2_four_up_columns: fourUpColumns,
  w2_unruled_columns: unruledColumns,
  w2_unruled_list: unruledList,
  w2c_official: corrected,
  ...Object.fromEntries(
    F1099_SUBTYPES.map((subtype) => {
      const layout = `${nameOf(F1099_FORMS[subtype].form)}_official`;
      return [layout, officialF1099(layout, subtype)];
    }),
  ),
  ...Object.fromEntries(
    F1099_SUBTYPES.map((subtype) => {
      const layout = `${nameOf(F1099_FORMS[subtype].form)}_substitute`;
      return [layout, substituteF1099(layout, subtype)];
    }),
  ),
  f1099_composite_brokerage: brokerageComposite,
  ssa_1099_official: ssaStatement,
  w2_filled_fields: filledW2('w2_filled_fields', 'fields'),
  w2_filled_flattened: filledW2('w2_filled_flattened', 'flattened'),
  f1040_filled_fields: filled1040('f1040_filled_fields', 'fields'),
  f1040_filled_flattened: filled1040('f1040_filled_flattened', 'flattened'),
  bundle_w2_1099: yearOfPapers,
  f1040_drawn: drawn1040,
  f1040_with_schedules: returnWithSchedules,
  schedule_c_drawn: scheduleCAlone,
  schedule_e_drawn: scheduleEAlone,
};
