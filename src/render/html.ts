// HTML made of parts. What is put in is text, and escaped, unless it says that it is HTML.

/** Made only by `html` below, so that nothing else is taken for it. */
export type Html = { readonly markup: string };

/** Values are escaped; an Html value is taken as it is, a list of them one after the other. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html => ({
  markup: parts.reduce((page, part, at) => page + markupOf(values[at - 1] ?? '') + part),
});

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
