// Finds whether one misread digit explains a contradiction between figures that were read by OCR.
import { parseMoney } from '#base/money.ts';
import type { Check, Field } from '#domain/documents/read-documents.ts';

/** For each digit, the digits that OCR confuses with it. */
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

/** Whether one confused digit or one missing decimal point explains the difference. */
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

/** Returns the figures that may actually be printed on the page if OCR read the given figure. */
function misreadingsOf(cents: bigint): bigint[] {
  const digits = String(cents);
  const confused = [...digits].flatMap((digit, at) =>
    [...(CONFUSED[digit] ?? '')].map((other) => BigInt(`${digits.slice(0, at)}${other}${digits.slice(at + 1)}`)),
  );
  return [...confused, cents * 100n, cents / 100n];
}
