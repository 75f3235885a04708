// Words in the person's language, with names, dates and amounts put in. What is put in is text and stays text: nothing
// here makes HTML.
import { en, type Messages } from './messages.en.ts';
import type { Locale } from './session.ts';

export type Words = Messages & { readonly locale: Locale };

export const ENGLISH: Words = { ...en, locale: 'en' };

/** English comes with the script; another language is fetched when somebody speaks it. */
export async function loadWords(locale: Locale): Promise<Words> {
  if (locale === 'en') return ENGLISH;
  try {
    const { es } = await import('./messages.es.ts');
    return { ...es, locale };
  } catch {
    // Better understood by most than not shown at all.
    return ENGLISH;
  }
}

/** The nearest to what the browser asks for, until the server says which one it is. */
export const guessLocale = (languages: readonly string[]): Locale =>
  languages.map((language) => language.slice(0, 2)).find((language) => language === 'es' || language === 'en') === 'es'
    ? 'es'
    : 'en';

/** In one pass, so that a name in braces inside a value stays what it is. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));

/** A text cut where something that is not text goes in: `Accept {terms}.` gives `Accept `, `{terms}` and `.`. */
export const partsOf = (text: string): string[] => text.split(/(\{\w+\})/).filter((part) => part !== '');

const REGION: Record<Locale, string> = { en: 'en-US', es: 'es-US' };

/** Days are shown as the server means them, in its time zone: a date must not slip by one. */
export const showDay = (locale: Locale, timestamp: string): string =>
  new Intl.DateTimeFormat(REGION[locale], {
    dateStyle: 'long',
    ...(timestamp.length === 10 && { timeZone: 'UTC' }),
  }).format(new Date(timestamp));

/** Of a decimal string; money never becomes a float, so its digits are grouped as text. */
export function showMoney(amount: string): string {
  const [, sign = '', whole = '', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '') return amount;
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign}$${grouped}.${cents.padEnd(2, '0')}`;
}

/** `25.00` is said as 25, `12.50` as 12.5. */
export const showPercent = (percent: string): string =>
  percent.includes('.') ? percent.replace(/\.?0+$/, '') : percent;

/** The labels of login forms come from the provider in English; those everybody has are known here. */
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
  },
};

export const labelFor = (locale: Locale, label: string): string =>
  Object.hasOwn(LABELS[locale], label) ? (LABELS[locale][label] ?? label) : label;

/** How long to wait, in whole minutes or, where it is longer, hours. */
export function waitText(words: Words, minutes: number): string {
  if (minutes > 90) return fill(words.wait_hours, { hours: Math.ceil(minutes / 60) });
  return minutes === 1 ? words.wait_minute : fill(words.wait_minutes, { minutes });
}
