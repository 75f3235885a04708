// The kinds of forgery in the benchmark. Each kind has a technique, and plans that choose what is changed.
import { openPdf, savedAsUpdate, savedWhole } from '../pdf/objects.ts';
import type { Random, Sample } from '../sample.ts';
import { plannedEdits } from './edits.ts';
import { retypedForm } from './fields.ts';
import { paintedScan } from './painted.ts';
import { brokenSums, brokenYear, consistentRaise, oneAmount, oneDigit, otherName, type Plan } from './plans.ts';
import { type Kind, resultOf } from './sample.ts';
import {
  covered,
  coveredInUpdate,
  inUpdate,
  marked,
  perfect,
  pictured,
  rewrittenWith,
  strangeName,
  type Technique,
  typedOver,
} from './techniques.ts';

/**
 * In half of the forgeries, only one amount changes. In the other half, all amounts that depend on this amount change
 * too.
 */
const anyAmount: Plan[] = [oneAmount, consistentRaise({ fica: true })];

type Recipe = {
  name: string;
  note: string;
  plans: readonly Plan[];
  strict?: boolean;
  retyped?: true;
  technique: Technique;
};

const RECIPES: readonly Recipe[] = [
  {
    name: 'update',
    note: 'an editor appends a revision with other content',
    plans: anyAmount,
    retyped: true,
    technique: inUpdate,
  },
  {
    name: 'covered_in_update',
    note: 'a revision draws boxes and new texts over the old content',
    plans: anyAmount,
    technique: coveredInUpdate,
  },
  { name: 'covered', note: 'a box hides the old text and new text stands on it', plans: anyAmount, technique: covered },
  { name: 'typed_over', note: 'new digits stand on the old ones', plans: [oneDigit, oneAmount], technique: typedOver },
  {
    name: 'other_font',
    note: 'changed in place in the font of an editor',
    plans: anyAmount,
    technique: rewrittenWith(() => ({ font: strangeName })),
  },
  {
    name: 'other_size',
    note: 'changed in place, 0.3 points larger or smaller',
    plans: anyAmount,
    technique: rewrittenWith((random) => ({ size_change: random.pick([0.3, -0.3]) })),
  },
  {
    name: 'other_baseline',
    note: 'changed in place, 0.8 points above or below the line',
    plans: anyAmount,
    technique: rewrittenWith((random) => ({ baseline_change: random.pick([0.8, -0.8]) })),
  },
  {
    name: 'broken_sums',
    note: 'perfect typography; sums do not hold',
    plans: [brokenSums],
    retyped: true,
    technique: perfect,
  },
  { name: 'broken_year', note: 'perfect typography; year to date is wrong', plans: [brokenYear], technique: perfect },
  {
    name: 'template_reused',
    note: 'the document of another person with a new name',
    plans: [otherName],
    technique: perfect,
  },
  { name: 'pictured', note: 'a picture of the new amount lies on the old text', plans: anyAmount, technique: pictured },
  { name: 'marked', note: 'the content has the mark of a text editor', plans: anyAmount, technique: marked },
  {
    name: 'impossible_fica',
    note: 'all sums hold; Social Security and Medicare tax do not fit the pay',
    plans: [consistentRaise({ fica: false })],
    strict: true,
    retyped: true,
    technique: perfect,
  },
];

export const FORGERIES: readonly Kind[] = [
  ...RECIPES.map(
    (recipe): Kind => ({
      name: recipe.name,
      note: recipe.note,
      is_clean: false,
      make: (sample, random) => forged(recipe, sample, random),
    }),
  ),
  {
    name: 'painted_scan',
    note: 'in a scan, a patch in the colour of the paper hides the old amount and the new one is typed on it',
    is_clean: false,
    make: async (sample, random) => {
      const planned = planOf(oneAmount, sample, random, false);
      if (planned === undefined) return undefined;
      const painted = await paintedScan(sample, planned.edits, random);
      return resultOf({ name: 'painted_scan', is_clean: false }, sample, painted.bytes, {
        mime_type: painted.mime_type,
        changes: planned.changes,
        truth: planned.truth,
      });
    },
  },
];

async function forged(recipe: Recipe, sample: Sample, random: Random) {
  const first = random.integer(0, recipe.plans.length - 1);
  const retyped = recipe.retyped === true ? retypedFields(sample, recipe, random) : undefined;
  if (retyped !== undefined) return retyped;
  // If the first plan does not fit the document, the other plan is tried.
  for (let at = 0; at < recipe.plans.length; at++) {
    const plan = recipe.plans[(first + at) % recipe.plans.length];
    const planned = planOf(plan, sample, random, recipe.strict === true || plan !== recipe.plans[0]);
    if (planned === undefined) continue;
    const bytes = await recipe.technique(planned.file, planned.edits, random);
    return resultOf({ name: recipe.name, is_clean: false }, sample, bytes, {
      changes: planned.changes,
      truth: planned.truth,
    });
  }
  return undefined;
}

/** A fillable form keeps its values in fields, so the forger types other values and saves the form. */
function retypedFields(sample: Sample, { name, plans, technique }: Recipe, random: Random) {
  const [document] = sample.documents;
  const wishes = document === undefined ? undefined : random.pick(plans)(document, random);
  const typed = wishes === undefined ? undefined : retypedForm(sample, wishes);
  if (typed === undefined) return undefined;
  const bytes = technique === inUpdate ? savedAsUpdate(typed.file) : savedWhole(typed.file, '1.7');
  return resultOf({ name, is_clean: false }, sample, bytes, { changes: typed.changes, truth: typed.truth });
}

export function planOf(plan: Plan | undefined, sample: Sample, random: Random, strict: boolean) {
  const [document] = sample.documents;
  const wishes = document === undefined ? undefined : plan?.(document, random);
  if (wishes === undefined || wishes.length === 0) return undefined;
  const file = openPdf(sample.file);
  const planned = plannedEdits(file, sample, wishes, strict);
  return planned === undefined ? undefined : { file, ...planned };
}
