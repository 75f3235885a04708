// The texts of a template: each changed by itself, and filled with what is known of the person who reads it.

/** Not sent: as it was. Sent empty: cleared. */
export const changedText = (before: string | null, sent: string | null | undefined): string | null =>
  sent === undefined ? before : sent || null;

export type TextValues = Readonly<Record<'first_name' | 'company_name' | 'link' | 'custom_field', string>>;

const PLACEHOLDER = /\{\{(first_name|company_name|link|custom_field)\}\}/g;

/**
 * In one pass, so that what a person is called is never taken for a placeholder. What comes out is plain text: whoever
 * puts it into a page escapes all of it, the client's words like the person's.
 */
export const fillText = (text: string, values: TextValues): string =>
  text.replaceAll(PLACEHOLDER, (_, name: keyof TextValues) => values[name]);
