// HTML templates. Inserted values are escaped text unless they are of type Html.

/** Created only by `html` below, so that plain text is never treated as HTML. */
export type Html = { readonly markup: string };

/** Strings are escaped; an Html value is inserted unchanged, a list of them is concatenated. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html => ({
  markup: parts.reduce((page, part, at) => page + markupOf(values[at - 1] ?? '') + part),
});

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
