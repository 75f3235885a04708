// Parses addresses that are written in one line, as the document engine returns them: `12 Oak St, Apt 4, Boston, MA
// 02110`.
import { NO_ADDRESS } from '#connectors/blanks.ts';
import type { Address } from '#domain/reports/payroll.ts';

const END = /^(.*?),? ([A-Za-z]{2}),? (\d{5}(?:-?\d{4})?)$/;

/**
 * Only addresses in the United States end with a state and a ZIP code. The whole text of any other address becomes the
 * street.
 */
export function toAddress(text: string | null): Address {
  if (text === null) return NO_ADDRESS;
  const match = END.exec(text);
  if (match === null) return { ...NO_ADDRESS, street: text };
  const [, place = '', state = '', zip = ''] = match;
  return { ...streetAndCity(place), state: state.toUpperCase(), zip, country: 'US' };
}

/** Splits the text at its last comma. If there is no comma, nothing shows where the street ends and the city begins. */
function streetAndCity(place: string): Pick<Address, 'street' | 'city'> {
  const at = place.lastIndexOf(',');
  if (at >= 0) return { street: place.slice(0, at).trim(), city: place.slice(at + 1).trim() };
  return /\d/.test(place) ? { street: place, city: null } : { street: null, city: place };
}
