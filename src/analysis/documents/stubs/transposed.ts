// Reads transposed tables. The columns of such a table are what other pay stubs print as rows: `Regular  Overtime
// Gross` is the header above lines for hours, rate, amount and year to date.

import { type Line, linesOf, type Segment, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import { dividedBy } from '#analysis/documents/geometry/rulings.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import { assignColumns } from './alignment.ts';
import type { Numbers } from './cells.ts';
import { columnKind } from './column-words.ts';
import { LINE_WORDS_MAX } from './labels.ts';
import { rowSection } from './lists/row-words.ts';
import { isPriced, parseQuantity, withoutSymbols } from './quantities.ts';
import type { Row } from './rows.ts';
import { isPeriodLabel, isYearLabel, totalOf } from './section-words.ts';

type Kind = 'hours' | 'rate' | 'current' | 'ytd';
export type TransposedRows = { rows: Row[]; words: Set<Word> };

/** The minimum number of rows or totals whose names are in a header. */
const NAMES_MIN = 3;
/** The maximum distance between two lines of one table, in font heights. */
const PITCH_MAX = 2.6;
const LINES_MAX = 6;

/** Returns the rows of all transposed tables on a page. */
export function transposedRows(page: Page): TransposedRows {
  const isDivided = dividedBy(page.rulings);
  const lines = linesOf(page.words).filter(({ words }) => words.length <= LINE_WORDS_MAX);
  const found: TransposedRows = { rows: [], words: new Set() };
  for (const [index, line] of lines.entries()) {
    if (line.words.some(isNumber)) continue;
    const names = segmentsOf(line, isDivided).filter(({ text }) => nameOf(text) !== undefined);
    if (names.length < NAMES_MIN) continue;
    const below = linesBelow(lines.slice(index + 1, index + 1 + LINES_MAX), line);
    // A single line of amounts below the names of totals is not a table of rows.
    if (below.length < 2 || !names.some(({ text }) => nameOf(text)?.total === undefined)) continue;
    found.rows.push(...rowsOf(names, below, page.number));
    for (const word of [...line.words, ...below.flatMap((one) => one.line.words)]) found.words.add(word);
  }
  return found;
}

const isNumber = ({ text }: Word): boolean => parseQuantity(text) !== undefined && isPriced(text);

function nameOf(text: string): Pick<Row, 'section' | 'total'> | undefined {
  const total = totalOf(text, true);
  if (total !== undefined && total !== 'section' && total !== 'subtotal') return { section: undefined, total };
  const section = columnKind(text) === undefined ? rowSection(text) : undefined;
  return section === undefined ? undefined : { section, total: undefined };
}

type Labelled = { line: Line; kind: Kind; numbers: Word[] };

/** Returns the lines directly below the header that begin with a label for their numbers. */
function linesBelow(lines: readonly Line[], header: Line): Labelled[] {
  const found: Labelled[] = [];
  let { bottom } = header.box;
  for (const line of lines) {
    const words = withoutSymbols(line.words);
    const numbers = words.filter(isNumber);
    const first = words.findIndex(isNumber);
    const kind = kindOf(
      words
        .slice(0, Math.max(0, first))
        .map(({ text }) => text)
        .join(' '),
    );
    if (kind === undefined || numbers.length === 0 || line.box.bottom - bottom > PITCH_MAX * (words[0]?.size ?? 10))
      break;
    found.push({ line, kind, numbers });
    bottom = line.box.bottom;
  }
  return found;
}

function kindOf(label: string): Kind | undefined {
  if (label === '') return undefined;
  const kind = columnKind(label.replace(/:$/, ''));
  if (kind === 'hours' || kind === 'rate' || kind === 'current' || kind === 'ytd') return kind;
  if (isYearLabel(label)) return 'ytd';
  return isPeriodLabel(label) ? 'current' : undefined;
}

function rowsOf(names: readonly Segment[], lines: readonly Labelled[], page: number): Row[] {
  const numbers: Numbers[] = names.map(() => ({}));
  for (const { kind, numbers: found } of lines) {
    const places = assignColumns(
      found.map(({ box }) => box),
      names.map(({ box }) => box),
      6 * (found[0]?.size ?? 10),
    );
    for (const [index, word] of found.entries()) {
      const own = numbers[places[index] ?? -1];
      if (own !== undefined) own[kind] ??= word;
    }
  }
  return names.flatMap((description, index): Row[] => {
    const [name, own] = [nameOf(description.text), numbers[index]];
    if (name === undefined || own === undefined || (own.current === undefined && own.ytd === undefined)) return [];
    return [{ page, ...name, mixed: false, description, account: undefined, numbers: own }];
  });
}
