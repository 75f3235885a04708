// Strings we can promise to give back exactly as they came.

const LONE_SURROGATE = /\p{Surrogate}/u;

/** PostgreSQL stores no NUL, and UTF-8 has no lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && !LONE_SURROGATE.test(text);

const EMAIL =
  /^[^\s@<>()[\]\\,;:"]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])$/u;

/** Dots may stand between two other characters of the name only. */
export const isEmail = (text: string): boolean => EMAIL.test(text) && !/^\.|\.\.|\.@/.test(text);

const URL_START = /^https?:\/\/[^\s/]/i;

/** An absolute web address. */
export const isUrl = (text: string): boolean => URL_START.test(text) && !/\s/.test(text) && URL.canParse(text);
