// Third-party pages that embed the widget in their upper left corner, at a size of 440 by 760 pixels. The consent
// screen's button is at (24, 647) and measures 392 by 52 pixels. The button's label is at (131, 661) and measures 177
// by 24 pixels.

export type HostPage = { name: string; css: string; html?: string };
/**
 * The number of presses until a press is accepted. It is 2 if the browser cannot distinguish the page from a hostile
 * page, and otherwise 1.
 */
export type HonestPage = HostPage & { presses: 1 | 2 };

const OVER = 'position: absolute; pointer-events: none; z-index: 9;';

const BAR = `.bar { ${OVER} left: 132px; top: 664px; width: 128px; height: 4px; background: teal }`;

export const SCALED: HonestPage = {
  name: 'a frame scaled to three quarters',
  css: '#box { transform: scale(0.75); transform-origin: 0 0 }',
  presses: 2,
};

export const HONEST: readonly HonestPage[] = [
  {
    name: 'a decorative bar of 128 by 4 pixels across the label',
    css: BAR,
    html: '<div class="bar"></div>',
    presses: 1,
  },
  SCALED,
  {
    name: 'a preview of a phone, with its edge and notch over the frame',
    css: `#box { transform: scale(0.8); transform-origin: 0 0; border-radius: 40px; overflow: hidden }
      .edge { ${OVER} left: 0; top: 0; width: 352px; height: 608px; border: 8px solid #222; border-radius: 36px; box-sizing: border-box }
      .notch { ${OVER} left: 116px; top: 0; width: 120px; height: 22px; border-radius: 0 0 12px 12px; background: #222 }`,
    html: '<div class="edge"></div><div class="notch"></div>',
    presses: 2,
  },
  {
    name: 'a sticky header over the top of the frame, a cookie banner over its foot',
    css: `header { position: fixed; inset: 0 0 auto; height: 40px; background: #fff; z-index: 9 }
      aside { position: fixed; left: 0; right: 0; top: 704px; height: 96px; background: #ffe; z-index: 9 }`,
    html: '<header>Acme Lending</header><aside>We use cookies. <button>Fine</button></aside>',
    presses: 1,
  },
  {
    name: 'a frame with round corners and a shadow, clipped to its outline',
    css: '#box { border-radius: 24px; overflow: hidden; box-shadow: 0 8px 40px #0006; clip-path: inset(0 round 24px) }',
    presses: 1,
  },
  {
    name: 'a frame that fades in and slides up',
    css: `@keyframes arrive { from { opacity: 0; transform: translateY(30px) } }
      #box { animation: arrive 0.4s ease-out }`,
    presses: 1,
  },
];

/** A frame in its own process can detect only that something covers it. It cannot detect which part is covered. */
export const BAR_ON_ANOTHER_SITE: HonestPage = {
  name: 'a decorative bar on a page of another site',
  css: BAR,
  html: '<div class="bar"></div>',
  presses: 2,
};

const PRIZE = '<div class="prize">Your prize is waiting. Click here!</div>';

export const HOSTILE: readonly HostPage[] = [
  {
    name: 'a picture of something else over the whole frame',
    css: `.prize { ${OVER} inset: 0; background: gold }`,
    html: PRIZE,
  },
  {
    name: 'a frame that is nearly transparent, over another button',
    css: `#box { opacity: 0.02 } .prize { position: absolute; left: 24px; top: 647px; width: 392px; height: 52px; background: gold; z-index: -1 }`,
    html: PRIZE,
  },
  {
    name: 'a frame that a filter makes transparent',
    css: '#box { filter: opacity(3%) }',
  },
  {
    name: 'another label over the label of the button',
    css: `.prize { ${OVER} left: 120px; top: 652px; width: 200px; height: 42px; background: gold }`,
    html: PRIZE,
  },
  {
    name: 'everything but the button is covered',
    css: `.prize { ${OVER} left: 0; top: 0; width: 440px; height: 640px; background: gold }`,
    html: PRIZE,
  },
  {
    name: 'only a small part of the button is visible',
    css: `#hole { position: absolute; left: 190px; top: 666px; width: 60px; height: 14px; overflow: hidden }
      #hole > #box { left: -190px; top: -666px }`,
    html: '<div id="hole"></div><script>hole.append(box)</script>',
  },
];

export const documentOf = ({ css, html = '' }: HostPage, script_url: string): string => `<!doctype html>
<html lang="en">
<title>Loan application</title>
<style>
  body { margin: 0 }
  #box { position: absolute; left: 0; top: 0; width: 440px; height: 760px }
  ${css}
</style>
<main><h1>Loan application</h1><div id="box"></div>${html}</main>
<script src="${script_url}"></script>
</html>`;
