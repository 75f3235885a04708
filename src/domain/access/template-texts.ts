// Texts of a template. Each text can be changed separately, and placeholders are filled with the applicant's data.

/**
 * Returns the text after a change. If no new text was sent, the old text stays. An empty string or `null` clears the
 * text.
 */
export const changedText = (before: string | null, sent: string | null | undefined): string | null =>
  sent === undefined ? before : sent || null;

export type TextValues = Readonly<Record<'first_name' | 'company_name' | 'link' | 'custom_field', string>>;

const PLACEHOLDER = /\{\{(first_name|company_name|link|custom_field)\}\}/g;

/**
 * Fills all placeholders in one pass, so that a person's name is never treated as a placeholder. The result is plain
 * text. A caller that puts the result into a page must escape all of it, both the client's text and the person's data.
 */
export const fillText = (text: string, values: TextValues): string =>
  text.replaceAll(PLACEHOLDER, (_, name: keyof TextValues) => values[name]);
