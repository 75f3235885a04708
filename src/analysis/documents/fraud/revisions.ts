// Compares the states in which a file was saved. It is normal to save a file again or to fill in a form. It is not
// normal to change a word that the page already contained.
import type { FormField } from '#domain/documents/pages.ts';
import type { DrawnWord, PdfTraces, Revision } from '#domain/documents/pdf-traces.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import { type Finding, inFields, isInside, namedFields, shownWords, standsOn, statesFact } from './findings.ts';

type StatePage = Revision['pages'][number];
type Change = { before: DrawnWord | undefined; after: DrawnWord | undefined; page: number };

/**
 * The maximum share of changed words for which single words are compared. If more words changed, the whole page was
 * replaced.
 */
const CHANGED_SHARE_MAX = 0.5;
const SHOWN_MAX = 10;

export function revisionFindings(traces: PdfTraces, documents: readonly ReadDocument[]): Finding[] {
  if (traces.revisions.length === 0) return [];
  const fields = documents.flatMap(namedFields).map(([, field]) => field);
  const states: (readonly StatePage[])[] = [...traces.revisions.map(({ pages }) => pages), traces.pages];
  const steps = states.slice(1).map((after, index) => pagePairs(states[index] ?? [], after));
  const findings = steps
    .flat()
    .flatMap((pair) => [...textFindings(pair, fields, traces.is_fillable), ...fieldFindings(pair, documents)]);
  return findings.length > 0 ? findings : [savedAgain()];
}

type Pair = { before: StatePage; after: StatePage };

/**
 * Pairs each page with its earlier state: the page at the same position, or the most similar page if pages were added
 * or removed.
 */
function pagePairs(before: readonly StatePage[], after: readonly StatePage[]): Pair[] {
  if (before.length === after.length) return after.flatMap((page, index) => pairOf(before[index], page));
  return after.flatMap((page) => {
    const words = new Set(shownWords(page).map(({ text }) => text));
    const likeness = (other: StatePage) => {
      const others = shownWords(other);
      return others.filter(({ text }) => words.has(text)).length / Math.max(1, others.length);
    };
    const best = before.toSorted((a, b) => likeness(b) - likeness(a))[0];
    return best !== undefined && likeness(best) > 0.6 ? pairOf(best, page) : [];
  });
}

const pairOf = (before: StatePage | undefined, after: StatePage): Pair[] =>
  before === undefined ? [] : [{ before, after }];

function textFindings({ before, after }: Pair, fields: readonly Field[], is_fillable: boolean): Finding[] {
  const [old_words, new_words] = [shownWords(before), shownWords(after)];
  const gone = without(old_words, new_words);
  // Some programs turn the values of form fields into text of the page. New text at the position of an earlier form
  // field is therefore not a change.
  const come = without(new_words, old_words).filter(
    ({ box }) => !before.form_fields.some((one) => isInside(box, one.box)),
  );
  if (gone.length === 0 && come.length === 0) return [];
  if (gone.length > Math.max(10, CHANGED_SHARE_MAX * old_words.length)) return [pageReplaced(after.number)];
  const changes = changesOf(gone, come, after.number);
  const isFact = ({ before: old, after: now, page }: Change) =>
    [old, now].some((word) => word !== undefined && (statesFact(word.text) || inFields(word.box, page, fields)));
  const replaced = changes.filter((change) => change.before && change.after && isFact(change));
  if (replaced.length > 0) return replaced.slice(0, SHOWN_MAX).map(replacedWord);
  // A blank form has no figures in its earlier state. Figures that were added to it are accepted, because the form may
  // have been filled in with a typing tool.
  const was_blank = !old_words.some(({ text }) => statesFact(text));
  const single = changes.find((change) => !(change.before && change.after) && isFact(change));
  if (single !== undefined && !was_blank) return [addedOrRemoved(single)];
  return [labelChanged(changes, is_fillable)];
}

/**
 * Returns the words of one list that are missing in the other list. Words at the same position in both lists are
 * matched first, so that the right word is found if a word occurs several times and only one of the repeats was
 * changed. A word that only moved is not missing.
 */
function without(words: readonly DrawnWord[], others: readonly DrawnWord[]): DrawnWord[] {
  const placeOf = ({ text, box }: DrawnWord) => `${Math.round(box.left)} ${Math.round(box.bottom)} ${text}`;
  const [places, other_places] = [countsOf(words.map(placeOf)), countsOf(others.map(placeOf))];
  const moved = words.filter((word) => !take(other_places, placeOf(word)));
  const left = countsOf(others.filter((word) => !take(places, placeOf(word))).map(({ text }) => text));
  return moved.filter(({ text }) => !take(left, text));
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Removes one occurrence of the text from the counts, and returns whether there was one. */
function take(counts: Map<string, number>, text: string): boolean {
  const count = counts.get(text) ?? 0;
  counts.set(text, count - 1);
  return count > 0;
}

function changesOf(gone: readonly DrawnWord[], come: readonly DrawnWord[], page: number): Change[] {
  const used = new Set<DrawnWord>();
  const changes = gone.map((before): Change => {
    const after = come.find((word) => !used.has(word) && standsOn(before, word));
    if (after !== undefined) used.add(after);
    return { before, after, page };
  });
  return [...changes, ...come.filter((word) => !used.has(word)).map((after) => ({ before: undefined, after, page }))];
}

const replacedWord = ({ before, after, page }: Change): Finding => ({
  code: 'edited_after_creation',
  severity: 'high',
  page,
  box: after?.box ?? null,
  expected: before?.text ?? null,
  actual: after?.text ?? null,
  message: `An earlier state of this file showed “${before?.text}” where it now shows “${after?.text}”.`,
});

/**
 * A figure that was only added or removed proves nothing: people black out their own numbers, and offices stamp the
 * documents they receive.
 */
const addedOrRemoved = ({ before, after, page }: Change): Finding => ({
  code: 'edited_after_creation',
  cause: 'changed page',
  severity: 'medium',
  page,
  box: (after ?? before)?.box ?? null,
  expected: before?.text ?? null,
  actual: after?.text ?? null,
  message: before
    ? `An earlier state of this file showed “${before.text}”, which has been removed.`
    : `“${after?.text}” was added after the file was created.`,
});

function labelChanged(changes: readonly Change[], is_fillable: boolean): Finding {
  const [change] = changes;
  const is_replaced = changes.some(({ before, after }) => before !== undefined && after !== undefined);
  return {
    code: 'edited_after_creation',
    cause: 'changed page',
    severity: is_replaced && !is_fillable ? 'medium' : 'low',
    page: change?.page ?? null,
    box: (change?.after ?? change?.before)?.box ?? null,
    expected: change?.before?.text ?? null,
    actual: change?.after?.text ?? null,
    message: 'Words on the page were changed after the file was created; no figure is among them.',
  };
}

const pageReplaced = (page: number): Finding => ({
  code: 'edited_after_creation',
  cause: 'changed page',
  severity: 'medium',
  page,
  message: 'The text of this page was replaced as a whole after the file was created.',
});

const savedAgain = (): Finding => ({
  code: 'edited_after_creation',
  cause: 'changed page',
  severity: 'low',
  message: 'The file was saved again after it was created. Its visible text did not change.',
});

/**
 * Finds figures in form fields that replaced other figures. Filling in an empty field is the normal use of a form. A
 * replaced figure is normal on a form that the person fills in, but not on a form that an employer, a payer or a bank
 * issues with its figures.
 */
function fieldFindings({ before, after }: Pair, documents: readonly ReadDocument[]): Finding[] {
  const old_values = new Map(before.form_fields.map(({ name, value }) => [name, value]));
  const changed = after.form_fields.flatMap((field): { field: FormField; old: string }[] => {
    const old = old_values.get(field.name) ?? '';
    return old !== '' && field.value !== '' && old !== field.value && statesFact(field.value) ? [{ field, old }] : [];
  });
  const [first] = changed;
  if (first === undefined) return [];
  const document = documents.find(({ pages }) => pages[0] <= after.number && after.number <= pages[1]);
  return [
    {
      code: 'edited_after_creation',
      cause: 'changed field',
      severity: document === undefined || document.document_type === 'F1040' ? 'low' : 'medium',
      page: after.number,
      box: first.field.box,
      expected: first.old,
      actual: first.field.value,
      message: `A field of the form contained “${first.old}” in an earlier state of this file, and now contains “${first.field.value}”.`,
    },
  ];
}
