// Finds the delimiter of a CSV file from its first lines.
import { type Line, splitRecord } from '#base/csv.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** The minimum number of columns: a date, a description and an amount. */
const COLUMNS_MIN = 3;

/**
 * Returns the delimiter that splits the most lines into the same number of columns. A decimal comma also splits lines,
 * but not all lines into the same number of columns.
 */
export function delimiterOf(lines: readonly Line[]): string {
  let best = { delimiter: ',', lines: 0, columns: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = new Map<number, number>();
    for (const { text } of lines) {
      const columns = splitRecord(text, delimiter)?.length ?? 0;
      if (columns >= COLUMNS_MIN) counts.set(columns, (counts.get(columns) ?? 0) + 1);
    }
    for (const [columns, count] of counts) {
      if (count > best.lines || (count === best.lines && columns > best.columns))
        best = { delimiter, lines: count, columns };
    }
  }
  return best.delimiter;
}

/** Returns the delimiter that Excel writes into the first line: `sep=;`. */
export const statedDelimiter = (line: Line | undefined): string | undefined =>
  /^\ufeff?"?sep=(,|;|\t|\|)"?$/i.exec(line?.text ?? '')?.[1];
