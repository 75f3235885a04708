// Pages of the simulators: plain forms without scripts, so that tests can post them.
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

export const field = (label: string, name: string, type: 'text' | 'password' = 'text'): string =>
  `<p><label>${escapeHtml(label)} <input name="${escapeHtml(name)}" type="${type}" autocomplete="off"></label></p>`;

export const alert = (text: string): string => `<p role="alert">${escapeHtml(text)}</p>`;
