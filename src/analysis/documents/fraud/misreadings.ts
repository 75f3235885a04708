// Whether one misread digit explains a contradiction between figures that OCR read.
import { parseMoney } from '#base/money.ts';
import type { Check, Field } from '#domain/documents/read-documents.ts';

/** Digits that OCR takes for each other, in both directions. */
const CONFUSED: Record<string, string> = {
  0: '689',
  1: '74',
  2: '7',
  3: '895',
  4: '19',
  5: '638',
  6: '850',
  7: '12',
  8: '0369',
  9: '0843',
};

/** A digit of one figure is confused, or one figure lost its decimal point. */
export function isDigitSlip({ expected, actual, relation }: Check, inputs: readonly Field[]): boolean {
  const difference = (parseMoney(actual) ?? 0n) - (parseMoney(expected) ?? 0n);
  const off = difference < 0n ? -difference : difference;
  if (relation !== 'equal') return inputs.length > 0;
  return inputs.some(({ value }) => {
    if (typeof value !== 'bigint') return false;
    const cents = value < 0n ? -value : value;
    return misreadingsOf(cents).some((other) => other - cents === off || cents - other === off);
  });
}

/** The figures that may have been read as this one. */
function misreadingsOf(cents: bigint): bigint[] {
  const digits = String(cents);
  const confused = [...digits].flatMap((digit, at) =>
    [...(CONFUSED[digit] ?? '')].map((other) => BigInt(`${digits.slice(0, at)}${other}${digits.slice(at + 1)}`)),
  );
  return [...confused, cents * 100n, cents / 100n];
}
