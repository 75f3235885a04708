import { expect, test } from 'vitest';
import { html } from './html.ts';

test('the html template tag escapes strings everywhere, and inserts Html values unchanged', () => {
  const hostile = `<b title="x" lang='y'>&amp;`;
  const escaped = '&#60;b title=&#34;x&#34; lang=&#39;y&#39;&#62;&#38;amp;';
  expect(html`<p>${hostile}${html`<i>${hostile}</i>`}${[html`<u>`, html`</u>`]}</p>`.markup).toBe(
    `<p>${escaped}<i>${escaped}</i><u></u></p>`,
  );
});
