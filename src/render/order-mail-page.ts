// The HTML of a mail about an order: one column that fits a phone, one button, light and dark mode. Many mail programs
// support style sheets only in part. So essential styles are inline, and only optional styles are in the head.
import { contrast, readableOn } from './contrast.ts';
import { type Html, html } from './html.ts';
import { type Language, NOTES } from './order-message-texts.ts';

export type MailPage = {
  title: string;
  company: string;
  /** The URL of the logo, the only resource that the mail loads. */
  logo: string | null;
  /** The accent colour as `#rrggbb`. */
  accent_color: string;
  /**
   * The texts of the mail, from top to bottom. Each text is called a letter and is in one language. The button is below
   * the first letter.
   */
  letters: readonly Letter[];
  button: { label: string; url: string } | null;
  /**
   * Contacts in small print. If `shown` is set, it is the text of the link, and the label is written before the link.
   * Otherwise the label is the text of the link.
   */
  contacts: readonly { label: string; shown?: string; url: string }[];
};

/** `language` is `undefined` for texts from a client's template, whose language is unknown. */
export type Letter = { language: Language | undefined; paragraphs: readonly string[] };

const INK = '#1c2430';
const PAPER = '#ffffff';
const DARK_PAPER = '#1b222b';
/**
 * The minimum contrast between a button and the background. With a lower contrast, the button cannot be distinguished
 * from the background.
 */
const CONTRAST_MIN = 1.6;
const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const PARAGRAPH = `margin:0 0 16px;${FONT};font-size:16px;line-height:1.5;color:${INK};overflow-wrap:anywhere`;
const NOTE = `margin:0 0 8px;${FONT};font-size:13px;line-height:1.5;color:#5a6675;overflow-wrap:anywhere`;

export const orderMailPage = (page: MailPage): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${page.title}</title>
<style>${styleOf(page)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#eef1f5">
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#eef1f5">
<tr><td class="around" align="center" style="padding:24px 12px">
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:${PAPER};border-top:4px solid ${page.accent_color};border-radius:8px">
<tr><td class="inside" align="left" style="padding:32px">
${brandOf(page)}
${page.letters.map((letter, at) => html`${at === 0 ? '' : DIVIDER}${letterOf(page, letter)}${at === 0 ? buttonOf(page) : ''}`)}
${notesOf(page)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

/** The logo is always on a white background, because logos are not designed for dark mode. */
const brandOf = ({ company, logo }: MailPage): Html =>
  logo === null
    ? html`<p class="soft" dir="auto" style="margin:0 0 24px;${FONT};font-size:14px;line-height:1.4;font-weight:600;color:#5a6675;overflow-wrap:anywhere">${company}</p>`
    : html`<p style="margin:0 0 24px"><img class="logo" src="${logo}" alt="${company}" height="40" style="display:block;height:40px;width:auto;max-width:200px;border:0;${FONT};font-size:16px;font-weight:600;color:${INK};background:${PAPER}"></p>`;

const DIVIDER = html`<hr class="line" style="margin:24px 0;border:0;border-top:1px solid #c9d1da">`;

function letterOf({ button }: MailPage, { language, paragraphs }: Letter): Html {
  const shown = paragraphs.map(
    (paragraph) => html`<p class="ink" dir="auto" style="${PARAGRAPH}">${linesOf(paragraph, button?.url)}</p>\n`,
  );
  return html`<div lang="${language ?? ''}">${shown}</div>`;
}

/** Writes line breaks as `<br>` and turns every occurrence of the button's URL into a link. */
const linesOf = (paragraph: string, url: string | undefined): Html[] =>
  paragraph
    .split('\n')
    .map((line, at) => html`${at === 0 ? '' : html`<br>`}${url === undefined ? line : linked(line, url)}`);

const linked = (line: string, url: string): Html[] =>
  line
    .split(url)
    .map(
      (text, at) => html`${at === 0 ? '' : html`<a class="ink" href="${url}" style="color:${INK}">${url}</a>`}${text}`,
    );

function buttonOf({ button, accent_color }: MailPage): Html {
  if (button === null) return html``;
  const ink = readableOn(accent_color, [PAPER, INK]);
  return html`<table class="wide" role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0">
<tr><td class="button" align="center" bgcolor="${accent_color}" style="background:${accent_color};border:1px solid ${edgeOn(PAPER, accent_color)};border-radius:8px">
<a href="${button.url}" style="display:block;padding:14px 28px;${FONT};font-size:17px;line-height:1.3;font-weight:600;color:${ink};text-decoration:none">${button.label}</a>
</td></tr>
</table>`;
}

function notesOf({ button, contacts }: MailPage): Html {
  const notes = [
    ...(button === null ? [] : [html`${NOTES.no_button} ${noteLink(button.url, button.url)}`]),
    ...contacts.map(({ label, shown, url }) =>
      shown === undefined ? noteLink(url, label) : html`${label} ${noteLink(url, shown)}`,
    ),
  ];
  if (notes.length === 0) return html``;
  return html`${DIVIDER}${notes.map((note) => html`<p class="soft" style="${NOTE}">${note}</p>\n`)}`;
}

/** Sets the link colour explicitly, because the default colour of mail programs is not always readable. */
const noteLink = (url: string, text: string): Html =>
  html`<a class="soft" href="${url}" style="color:#5a6675;text-decoration:underline">${text}</a>`;

/** If the accent colour is too similar to the background, the button gets a visible border. */
const edgeOn = (paper: string, accent: string): string =>
  contrast(accent, paper) < CONTRAST_MIN ? readableOn(paper, ['#5a6675', '#a7b2bf']) : accent;

const styleOf = ({ accent_color }: MailPage): Html => html`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .around { padding: 0 !important; }
  .paper { border-radius: 0 !important; }
  .inside { padding: 24px 20px 32px !important; }
  .wide { width: 100% !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background: #11161c !important; }
  .paper { background: ${DARK_PAPER} !important; }
  .ink { color: #e8ecf1 !important; }
  .soft { color: #a7b2bf !important; }
  .line { border-color: #46515e !important; }
  .button { border-color: ${edgeOn(DARK_PAPER, accent_color)} !important; }
  .logo { padding: 8px !important; border-radius: 6px !important; }
}
`;
