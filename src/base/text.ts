// Checks whether a string can be stored and returned unchanged, and whether it is a valid e-mail address or URL.

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether the text can be stored. PostgreSQL cannot store NUL, and UTF-8 cannot encode lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && !LONE_SURROGATE.test(text);

const EMAIL =
  /^[^\s@<>()[\]\\,;:"]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])$/u;

/** In the local part of an e-mail address, a dot is allowed only between two other characters. */
export const isEmail = (text: string): boolean => EMAIL.test(text) && !/^\.|\.\.|\.@/.test(text);

const URL_START = /^https?:\/\/[^\s/]/i;

/** An absolute http or https URL. */
export const isUrl = (text: string): boolean => URL_START.test(text) && !/\s/.test(text) && URL.canParse(text);
