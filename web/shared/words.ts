// Texts in the applicant's language, with names, dates and amounts inserted. Inserted values stay plain text: this
// module produces no HTML.
import { en, type Messages } from './messages.en.ts';
import type { Locale } from './session.ts';

export type Words = Messages & { readonly locale: Locale };

export const ENGLISH: Words = { ...en, locale: 'en' };

/** English texts are part of the script; other languages are loaded on demand. */
export async function loadWords(locale: Locale): Promise<Words> {
  if (locale === 'en') return ENGLISH;
  try {
    const { es } = await import('./messages.es.ts');
    return { ...es, locale };
  } catch {
    // If the texts cannot be loaded, the English texts are shown instead of no text at all.
    return ENGLISH;
  }
}

/**
 * The language that best matches the browser's languages. It is used until the server returns the language of the
 * session.
 */
export const guessLocale = (languages: readonly string[]): Locale =>
  languages.map((language) => language.slice(0, 2)).find((language) => language === 'es' || language === 'en') === 'es'
    ? 'es'
    : 'en';

/** Fills all placeholders in one pass, so that a name in braces inside a value is not replaced. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));

/**
 * Splits a string at its placeholders, so that elements can be inserted. For example, `Accept {terms}.` is split into
 * `Accept `, `{terms}` and `.`.
 */
export const partsOf = (text: string): string[] => text.split(/(\{\w+\})/).filter((part) => part !== '');

const REGION: Record<Locale, string> = { en: 'en-US', es: 'es-US' };

/** A date without a time is formatted in UTC; in the local time zone it could be shown as the day before. */
export const showDay = (locale: Locale, timestamp: string): string =>
  new Intl.DateTimeFormat(REGION[locale], {
    dateStyle: 'long',
    ...(timestamp.length === 10 && { timeZone: 'UTC' }),
  }).format(new Date(timestamp));

/** Formats a decimal string. Money is never converted to a float, so the digits are grouped in the string itself. */
export function showMoney(amount: string): string {
  const [, sign = '', whole = '', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '') return amount;
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign}$${grouped}.${cents.padEnd(2, '0')}`;
}

/** `25.00` is shown as 25, `12.50` as 12.5. */
export const showPercent = (percent: string): string =>
  percent.includes('.') ? percent.replace(/\.?0+$/, '') : percent;

/** Labels of login forms come from the provider in English; common labels are translated here. */
const LABELS: Record<Locale, Readonly<Record<string, string>>> = {
  en: {},
  es: {
    'User name': 'Nombre de usuario',
    'User name, email or phone': 'Usuario, correo o teléfono',
    Password: 'Contraseña',
    Email: 'Correo electrónico',
    Phone: 'Teléfono',
    'Organization ID': 'ID de la organización',
    'Organization ID (if you were given one)': 'ID de la organización (si se lo dieron)',
    'SimpleFIN setup token': 'Token de configuración de SimpleFIN',
  },
};

export const labelFor = (locale: Locale, label: string): string =>
  Object.hasOwn(LABELS[locale], label) ? (LABELS[locale][label] ?? label) : label;

/** The time to wait as a string: in minutes, or in hours if it is more than 90 minutes. */
export function waitText(words: Words, minutes: number): string {
  if (minutes > 90) return fill(words.wait_hours, { hours: Math.ceil(minutes / 60) });
  return minutes === 1 ? words.wait_minute : fill(words.wait_minutes, { minutes });
}
