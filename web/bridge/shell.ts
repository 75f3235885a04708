// The shell: elements that the script itself shows while the frame loads, or if the frame fails to load. The shell
// consists of a name, a skeleton, a close button and a retry button. Its elements are in a shadow root, so the page's
// styles do not affect them. The script itself sets the styles of the elements; every content security policy allows
// this.
import { guessLocale } from '../shared/words.ts';

export type Shell = {
  element: HTMLElement;
  title: string;
  showLoading(): void;
  showFailure(): void;
  focus(): void;
};

type Acts = { onLeave(): void; onRetry(): void };

const WORDS = {
  en: {
    title: 'Connect your account',
    close: 'Close',
    loading: 'Loading…',
    failure: 'This did not load',
    advice: 'Check your connection and try again. Nothing was lost.',
    retry: 'Try again',
  },
  es: {
    title: 'Conecte su cuenta',
    close: 'Cerrar',
    loading: 'Cargando…',
    failure: 'Esto no se cargó',
    advice: 'Revise su conexión e inténtelo de nuevo. No se perdió nada.',
    retry: 'Intentar de nuevo',
  },
};

const CSS = `
:host { color-scheme: light dark; --paper: #fff; --ink: #18202b; --soft: #55606f; --line: #dde2e9; --accent: #2b59c3; --on: #fff }
@media (prefers-color-scheme: dark) {
  :host { --paper: #181d25; --ink: #edf1f6; --soft: #a9b4c2; --line: #2d3541; --accent: #8aa9f2; --on: #000 }
}
* { box-sizing: border-box !important; margin: 0 }
.card { all: initial; display: flex; flex-direction: column; height: 100%; min-height: inherit; padding: 8px 12px 24px; overflow: auto; border-radius: inherit; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; text-align: start }
header { display: grid; grid-template-columns: 44px 1fr 44px; align-items: center; gap: 8px }
h2 { grid-column: 2; font-size: 16px; font-weight: 600; text-align: center }
button { border: 0; cursor: pointer; font: inherit }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.close { position: relative; height: 44px; border-radius: 50%; background: none; color: var(--soft) }
.close::before, .close::after { content: ""; position: absolute; inset: 21px 13px; height: 2px; background: currentcolor; rotate: 45deg }
.close::after { rotate: -45deg }
.body { flex: 1; display: flex; flex-direction: column; gap: 24px; width: 100%; max-width: 544px; margin: 8px auto 0; padding: 0 12px }
i { display: block; border-radius: 8px; background: var(--line); animation: breathe 1.6s infinite ease-in-out }
@keyframes breathe { 50% { opacity: .45 } }
@media (prefers-reduced-motion: reduce) { i { animation: none } }
.failure { justify-content: center; gap: 8px; text-align: center }
h3 { margin-bottom: 8px; font-size: 24px; line-height: 1.2 }
p { color: var(--soft) }
.retry { min-height: 52px; margin-top: 16px; padding: 12px 24px; border-radius: 14px; background: var(--accent); color: var(--on); font-weight: 600 }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
`;

/** Width and height of each bar in the skeleton, which resembles the widget's first screen. */
const BARS = ['64px 64px', '80% 28px', '100% 16px', '65% 16px', '100% 128px'];

export function createShell({ onLeave, onRetry }: Acts): Shell {
  const words = WORDS[guessLocale(navigator.languages)];
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  const close = make('button', { class: 'close', type: 'button', 'aria-label': words.close });
  close.addEventListener('click', onLeave);
  const body = make('div', {});
  const card = make('div', { class: 'card' }, make('header', {}, make('h2', {}, words.title), close), body);
  root.append(card);
  addStyles(root);

  const loading = (): HTMLElement[] => [
    make('span', { class: 'heard', role: 'status' }, words.loading),
    ...BARS.map((size) => {
      const bar = make('i', {});
      const [width = '', height = ''] = size.split(' ');
      Object.assign(bar.style, { width, height });
      return bar;
    }),
  ];
  const failure = (): HTMLElement[] => {
    const retry = make('button', { class: 'retry', type: 'button' }, words.retry);
    retry.addEventListener('click', onRetry);
    const said = make('div', { role: 'alert' }, make('h3', {}, words.failure), make('p', {}, words.advice));
    return [said, retry];
  };
  const show = (state: 'loading' | 'failure', ...content: HTMLElement[]): void => {
    body.className = `body ${state}`;
    card.ariaBusy = String(state === 'loading');
    body.replaceChildren(...content);
  };
  const showLoading = (): void => show('loading', ...loading());
  showLoading();
  return {
    element,
    title: words.title,
    showLoading,
    showFailure: () => show('failure', ...failure()),
    focus: () => close.focus(),
  };
}

function addStyles(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
  } catch {
    // For browsers without constructable style sheets, the styles are in a style element. This element has no effect if
    // the page's content security policy forbids it.
    root.append(make('style', {}, CSS));
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: (HTMLElement | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}
