// Parses names of people as documents print them: `Jane A. Doe`, `DOE, JANE A`, `Jane & John Doe`.
import type { Profile } from '#domain/reports/payroll.ts';

type NameParts = Pick<Profile, 'first_name' | 'last_name' | 'full_name' | 'middle_initials'>;

const SUFFIX = /^(?:jr|sr|ii|iii|iv|v)\.?$/i;
const JOINT = / +(?:and|&|or) +/i;

/** Splits a name into its parts. A suffix such as `Jr.` is part of the last name. */
export function namePartsOf(text: string): NameParts {
  const full_name = inOrder(text);
  const words = full_name.split(' ');
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  const [first = null, ...others] = words;
  const last = others.pop() ?? null;
  const initials = others.map((word) => word.slice(0, 1).toUpperCase()).join('');
  return {
    first_name: first,
    last_name: last === null || suffix === undefined ? last : `${last} ${suffix}`,
    full_name,
    middle_initials: initials === '' ? null : initials,
  };
}

/**
 * If a comma follows the last name, moves the last name to the end. A comma before a suffix, such as `Jr.`, does not
 * move the name.
 */
function inOrder(text: string): string {
  const clean = text.replace(/\s+/g, ' ').trim();
  const [last = '', first, ...more] = clean.split(/ ?, ?/);
  if (first === undefined || first === '' || more.length > 0) return clean.replace(/ ?,$/, '');
  return SUFFIX.test(first) ? `${last} ${first}` : `${first} ${last}`;
}

/** Returns the names of all people in one text. In `Jane & John Doe`, both people have the last name Doe. */
export function peopleIn(text: string): string[] {
  const names = text.split(JOINT).filter((name) => name.trim() !== '');
  const last = namePartsOf(names.at(-1) ?? '').last_name;
  return names.map((name) => {
    const whole = namePartsOf(name);
    return whole.last_name === null && last !== null && names.length > 1
      ? `${whole.full_name} ${last}`
      : (whole.full_name ?? '');
  });
}
