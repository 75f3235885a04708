// Says what a page is, by the phrases printed on it, and lists these phrases as evidence.
import type { Page } from '#domain/documents/pages.ts';
import { type Anchor, CLASSES, INSTRUCTIONS, LETTER, type PageClass } from './anchors.ts';
import { type Line, linesOf, segmentsOf } from './geometry/lines.ts';
import { dividedBy } from './geometry/rulings.ts';
import { parseExactAmount } from './values.ts';

export type Classified = PageClass & {
  /** The phrases that were found, with their weights. */
  evidence: { phrase: string; weight: number }[];
  score: number;
};

/** A page below this score is of no known type. Two strong phrases and a weak one reach it. */
const SCORE_MIN = 7;
/** A page that names a 1099 and its main box has this score without the labels that all 1099s share. */
const OWN_SCORE_MIN = 9;

/**
 * What the page is. A composite statement of a brokerage shows several 1099s on one page, so there may be several
 * classes; the most probable one comes first.
 */
export function classifyPage(page: Page): Classified[] {
  const texts = textsOf(page);
  const scored = CLASSES.map(({ document_type, subtype, anchors }) => {
    const evidence = anchors.flatMap((candidate) => evidenceFor(candidate, texts));
    return { document_type, subtype, evidence, score: scoreOf(evidence) };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score < SCORE_MIN || (isForm(best) && isInstructions(page)))
    return [{ ...best, document_type: 'OTHER', subtype: null }];
  if (best.document_type !== 'F1099') return [best];
  const others = scored.filter((one) => one !== best && one.document_type === 'F1099' && isNamed(one));
  return [best, ...others];
}

export const isLetter = (page: Page): boolean => evidenceFor(LETTER, textsOf(page)).length > 0;

/** Whether the page has only the instructions of a form. A page with the form and its instructions has amounts. */
export const isInstructions = (page: Page): boolean =>
  !hasAmounts(page) && evidenceFor(INSTRUCTIONS, textsOf(page)).length > 0;

const hasAmounts = ({ words, form_fields }: Page): boolean =>
  form_fields.length > 0 || words.some(({ text }) => parseExactAmount(text) !== undefined);

const isForm = ({ document_type }: Classified): boolean => document_type === 'W2' || document_type === 'F1099';

const isNamed = ({ evidence }: Classified): boolean =>
  evidence.some(({ phrase }) => phrase.startsWith('1099 ')) &&
  scoreOf(evidence.filter(({ weight }) => weight > 2)) >= OWN_SCORE_MIN;

const scoreOf = (evidence: Classified['evidence']): number => evidence.reduce((sum, { weight }) => sum + weight, 0);

function evidenceFor({ phrases, weight, heading }: Anchor, texts: readonly string[]): Classified['evidence'] {
  const isIn = (text: string, phrase: string) =>
    heading ? text.startsWith(` ${phrase} `) : text.includes(` ${phrase} `);
  const phrase = phrases.find((candidate) => texts.some((text) => isIn(text, candidate)));
  return phrase === undefined ? [] : [{ phrase, weight }];
}

/**
 * The texts in which phrases are searched: each segment of each line, and each segment joined with the segment below
 * it, because narrow cells break their labels into two lines.
 */
function textsOf(page: Page): string[] {
  const lines = linesOf(page.words);
  const isDivided = dividedBy(page.rulings);
  const segments = lines.map((line: Line) => segmentsOf(line, isDivided));
  return segments.flatMap((line, index) =>
    line.flatMap((segment) => {
      const below = segments[index + 1]?.find(({ box }) => Math.abs(box.left - segment.box.left) < 4);
      const text = spaced(segment.text);
      return below === undefined ? [text] : [text, spaced(`${segment.text} ${below.text}`)];
    }),
  );
}

/** Lower case words between single spaces: `Form W-2` becomes ` form w 2 `, `Payer’s` becomes ` payers `. */
const spaced = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/['’.]/g, (mark) => (mark === '.' ? ' ' : ''))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;
