// Finds the type of a page by its phrases and its arrangement, and lists both as evidence.
import type { Page, Word } from '#domain/documents/pages.ts';
import type { ReadType } from '#domain/documents/read-documents.ts';
import { type Anchor, CLASSES, INSTRUCTIONS, LETTER, type PageClass } from './anchors.ts';
import { type Line, linesOf, type Segment, segmentsOf } from './geometry/lines.ts';
import { dividedBy } from './geometry/rulings.ts';
import { corrected, DOUBT_BELOW, vocabularyOf } from './spelling.ts';
import { dateAt } from './statements/table-rows.ts';
import { withheldKinds } from './stubs/withholding-evidence.ts';
import { parseExactAmount } from './values.ts';

export type Classified = PageClass & {
  /** The phrases and arrangements that were found on the page, with their weights. */
  evidence: { phrase: string; weight: number }[];
  /** Whether the page has all phrases that mark the first page of a document of this type. */
  begins: boolean;
  score: number;
  /** The type with the highest score, even if that score is too low for `document_type`. */
  likely: ReadType;
};

/** A page whose score is below this is of type `OTHER`. Two strong phrases and a weak one reach this score. */
const SCORE_MIN = 7;
/**
 * The minimum score of a page that is treated as a particular 1099. Labels that all 1099s share do not add to the
 * score. The name of the form and the label of its main box together reach the minimum.
 */
const OWN_SCORE_MIN = 9;

/**
 * Returns the class of the page. A composite statement of a brokerage shows several 1099s on one page, so there may be
 * several classes; the most probable one comes first.
 */
export function classifyPage(page: Page): Classified[] {
  const found = phrasesIn(page);
  const structure = structureOf(page);
  const scored = CLASSES.map(({ document_type, subtype, anchors }) => {
    const evidence = [
      ...anchors.flatMap((candidate) => evidenceFor(candidate, found)),
      ...(structure[document_type] ?? []),
    ];
    const beginnings = anchors.filter(({ begins }) => begins === true);
    const begins = beginnings.length > 0 && beginnings.every((one) => evidenceFor(one, found).length > 0);
    return { document_type, subtype, evidence, begins, score: scoreOf(evidence), likely: document_type };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score < SCORE_MIN || (isForm(best) && isInstructions(page)))
    return [{ ...best, document_type: 'OTHER', subtype: null }];
  if (best.document_type !== 'F1099') return [best];
  const others = scored.filter((one) => one !== best && one.document_type === 'F1099' && isNamed(one));
  return [best, ...others];
}

/** A page itemises the taxes withheld if at least this many kinds of taxes are printed beside amounts. */
const WITHHELD_KINDS_MIN = 2;
/** A page lists transactions if at least this many lines begin with a date and contain an amount. */
const DATED_LINES_MIN = 4;

/**
 * Returns the evidence in the arrangement of a page: taxes beside amounts, lines with dates, a running balance. Such
 * evidence does not depend on the wording of the labels.
 */
function structureOf(page: Page): Partial<Record<ReadType, Classified['evidence']>> {
  const lines = linesOf(page.words).filter(({ words }) => words.length <= WORDS_MAX);
  const kinds = withheldKinds(lines);
  const dated = lines.filter(({ words }) => isDated(words));
  return {
    PAYSTUB: kinds >= WITHHELD_KINDS_MIN ? [{ phrase: 'taxes withheld with amounts', weight: 2 * kinds }] : [],
    BANK_STATEMENT: [
      ...(dated.length >= DATED_LINES_MIN ? [{ phrase: 'amounts with dates', weight: 3 }] : []),
      ...(hasRunningBalance(dated) ? [{ phrase: 'a running balance', weight: 4 }] : []),
    ],
  };
}

/** A line with more words than this is not a row of a table. The limit bounds the work on damaged pages. */
const WORDS_MAX = 150;

const isDated = (words: readonly Word[]): boolean =>
  dateAt(words, 0) !== undefined && words.some(({ text }) => parseExactAmount(text) !== undefined);

/**
 * A page has a running balance if this is true of at least `BALANCES_MIN` rows: the balance equals the balance of the
 * previous row plus or minus the row's own amount.
 */
const BALANCES_MIN = 2;

/**
 * Whether the balances of two consecutive rows differ by the later row's own amount. The balance is the last amount of
 * a row, and the row's own amount is printed before it.
 */
function hasRunningBalance(lines: readonly Line[]): boolean {
  const pairs = lines.map(({ words }) =>
    words.flatMap(({ text }) => parseExactAmount(text.replace(/^\+/, '')) ?? []).slice(-2),
  );
  const size = (cents: bigint) => (cents < 0n ? -cents : cents);
  const follows = pairs.filter(([amount, balance], index) => {
    const before = pairs[index - 1]?.at(-1);
    return (
      amount !== undefined &&
      balance !== undefined &&
      before !== undefined &&
      amount !== 0n &&
      size(balance - before) === size(amount)
    );
  });
  return follows.length >= BALANCES_MIN;
}

export const isLetter = (page: Page): boolean => evidenceFor(LETTER, phrasesIn(page)).length > 0;

/** Whether the page has only the instructions of a form. A page that also has the form itself contains amounts. */
export const isInstructions = (page: Page): boolean =>
  !hasAmounts(page) && evidenceFor(INSTRUCTIONS, phrasesIn(page)).length > 0;

const hasAmounts = ({ words, form_fields }: Page): boolean =>
  form_fields.length > 0 || words.some(({ text }) => parseExactAmount(text) !== undefined);

const isForm = ({ document_type }: Classified): boolean => document_type === 'W2' || document_type === 'F1099';

const isNamed = ({ evidence }: Classified): boolean =>
  evidence.some(({ phrase }) => phrase.startsWith('1099 ')) &&
  scoreOf(evidence.filter(({ weight }) => weight > 2)) >= OWN_SCORE_MIN;

const scoreOf = (evidence: Classified['evidence']): number => evidence.reduce((sum, { weight }) => sum + weight, 0);

function evidenceFor({ phrases, weight, heading }: Anchor, found: FoundPhrases): Classified['evidence'] {
  const phrase = phrases.find((candidate) => (heading ? found.leading : found.anywhere).has(candidate));
  return phrase === undefined ? [] : [{ phrase, weight }];
}

/** The known phrases on a page: those that occur anywhere in a text, and those at the beginning of a text. */
type FoundPhrases = { anywhere: Set<string>; leading: Set<string> };

const KNOWN = new Set(
  [...CLASSES.flatMap(({ anchors }) => anchors), INSTRUCTIONS, LETTER].flatMap(({ phrases }) => phrases),
);
const PHRASE_WORDS_MAX = Math.max(...[...KNOWN].map((phrase) => phrase.split(' ').length));
const VOCABULARY = vocabularyOf(KNOWN);
const FIRST_WORDS = new Set([...KNOWN].map((phrase) => phrase.split(' ')[0]));

/**
 * Looks up each sequence of consecutive words in the set of known phrases, so that the time does not grow with the
 * number of phrases.
 */
function phrasesIn(page: Page): FoundPhrases {
  const found: FoundPhrases = { anywhere: new Set(), leading: new Set() };
  for (const text of new Set(textsOf(page))) {
    const words = text.trim().split(' ');
    for (const [start, first] of words.entries()) {
      if (!FIRST_WORDS.has(first)) continue;
      for (let count = 1; count <= PHRASE_WORDS_MAX && start + count <= words.length; count++) {
        const phrase = words.slice(start, start + count).join(' ');
        if (!KNOWN.has(phrase)) continue;
        found.anywhere.add(phrase);
        if (start === 0) found.leading.add(phrase);
      }
    }
  }
  return found;
}

/**
 * Returns the texts in which phrases are searched: each segment of each line, and each segment joined with the segment
 * below it, because narrow cells break their labels into two lines.
 */
function textsOf(page: Page): string[] {
  const lines = linesOf(page.words);
  const isDivided = dividedBy(page.rulings);
  const segments = lines.map((line: Line) => segmentsOf(line, isDivided));
  return segments.flatMap((line, index) =>
    line.flatMap((segment) => {
      const below = segments[index + 1]?.find(({ box }) => Math.abs(box.left - segment.box.left) < 4);
      const text = spaced(segment);
      return below === undefined ? [text] : [text, `${text}${spaced(below).trimStart()}`];
    }),
  );
}

/**
 * The text as lower-case words, with one space before, between and after them: `Form W-2` becomes ` form w 2 `,
 * `Payer’s` becomes ` payers `. Words that OCR was not sure of are corrected.
 */
const spaced = ({ words }: Segment): string =>
  ` ${words
    .map(({ text, confidence }) => {
      const letters = lettersOf(text);
      return confidence < DOUBT_BELOW ? corrected(letters, VOCABULARY) : letters;
    })
    .filter((letters) => letters !== '')
    .join(' ')} `;

const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’.]/g, (mark) => (mark === '.' ? ' ' : ''))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
