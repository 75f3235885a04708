// HTML templates. Inserted values are escaped unless they are of type `Html`.

/** Markup. Only the function `html` creates values of this type, so plain text is never treated as HTML. */
export type Html = { readonly markup: string };

/** Escapes strings, inserts `Html` values unchanged, and concatenates lists of `Html` values. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html => ({
  markup: parts.reduce((page, part, at) => page + markupOf(values[at - 1] ?? '') + part),
});

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
