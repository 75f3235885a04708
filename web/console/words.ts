// Texts in two languages. Each page keeps its own texts next to its code. A text that is missing in one language is a
// compile error.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Locale } from '../shared/session.ts';

export type Words<Key extends string = string> = Readonly<Record<Key, string>>;
export type BothWords<Key extends string> = { en: Words<Key>; es: Words<Key> };

export const inBoth = <Key extends string>(en: Words<Key>, es: Words<NoInfer<Key>>): BothWords<Key> => ({ en, es });

export const LocaleContext = createContext<Locale>('en');
export const useLocale = (): Locale => useContext(LocaleContext);
export const useWords = <Key extends string>(both: BothWords<Key>): Words<Key> => both[useLocale()];

/**
 * The text of a value from the server, such as a status. In an unknown value, underscores are replaced with spaces:
 * `font_mismatch` is shown as `Font mismatch`.
 */
export const wordFor = (words: Words, value: string): string =>
  Object.hasOwn(words, value)
    ? (words[value] ?? value)
    : `${value.slice(0, 1).toUpperCase()}${value.slice(1).replaceAll('_', ' ').toLowerCase()}`;
