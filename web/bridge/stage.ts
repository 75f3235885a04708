// Where the widget stands on the page: in a dialog over it, or in a container of its own. Styles are set one by one on
// the elements themselves, which every content security policy allows.
import type { VouchBridgeOptions } from './bridge.d.ts';

export type Stage = {
  frame: HTMLIFrameElement;
  reveal(): void;
  hide(): void;
  remove(): void;
};

type Position = NonNullable<VouchBridgeOptions['position']>;

/** The card of a dialog; on a phone it is the whole screen. */
const CARD = { width: '440px', height: '760px', radius: '20px' };

export function setUp(src: string, position: Position, onEscape: () => void): Stage {
  const frame = document.createElement('iframe');
  frame.title = 'Vouch';
  frame.referrerPolicy = 'no-referrer';
  frame.src = src;
  dress(frame, { border: '0', margin: '0', padding: '0', 'color-scheme': 'light dark', 'max-width': 'none' });
  return position.type === 'inline' ? inline(frame, position.container) : dialog(frame, onEscape);
}

function inline(frame: HTMLIFrameElement, container: HTMLElement): Stage {
  dress(frame, { display: 'none', width: '100%', height: '100%', 'min-height': '520px' });
  container.append(frame);
  return {
    frame,
    reveal: () => dress(frame, { display: 'block' }),
    hide: () => dress(frame, { display: 'none' }),
    remove: () => frame.remove(),
  };
}

function dialog(frame: HTMLIFrameElement, onEscape: () => void): Stage {
  const box = document.createElement('dialog');
  box.ariaLabel = 'Vouch';
  dress(box, {
    display: 'none',
    position: 'fixed',
    inset: '0',
    width: '100vw',
    height: '100dvh',
    'max-width': 'none',
    'max-height': 'none',
    margin: '0',
    padding: '0',
    border: '0',
    overflow: 'hidden',
    background: 'rgb(16 22 34 / 0.5)',
    'place-items': 'center',
    'z-index': '2147483647',
  });
  dress(frame, {
    width: `min(100vw, ${CARD.width})`,
    // As tall as the screen where it is as wide as the screen.
    height: `min(100dvh, max(${CARD.height}, calc((${CARD.width} - 100vw) * 999)))`,
    // Round where there is room around the card, square where it fills the screen.
    'border-radius': `clamp(0px, calc((100vw - ${CARD.width}) * 999), ${CARD.radius})`,
    'box-shadow': '0 24px 64px rgb(16 22 34 / 0.28)',
    background: 'Canvas',
  });
  box.addEventListener('cancel', (event) => {
    event.preventDefault();
    onEscape();
  });
  box.append(frame);
  document.body.append(box);
  let unlock = (): void => undefined;
  return {
    frame,
    reveal() {
      unlock = lockScrolling();
      dress(box, { display: 'grid' });
      box.showModal();
      frame.focus();
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) fadeIn(box, frame);
    },
    hide() {
      unlock();
      dress(box, { display: 'none' });
      // Gives the focus back to where it was.
      box.close();
    },
    remove() {
      unlock();
      box.remove();
    },
  };
}

function fadeIn(box: HTMLElement, frame: HTMLElement): void {
  const timing = { duration: 180, easing: 'ease-out' };
  box.animate([{ opacity: 0 }, { opacity: 1 }], timing);
  frame.animate([{ transform: 'translateY(12px)' }, { transform: 'none' }], timing);
}

let locks = 0;
let overflow_before = '';

/** The page behind stands still while any dialog is open. */
function lockScrolling(): () => void {
  const { style } = document.documentElement;
  if (locks++ === 0) {
    overflow_before = style.overflow;
    style.overflow = 'hidden';
  }
  let is_locked = true;
  return () => {
    if (!is_locked) return;
    is_locked = false;
    if (--locks === 0) style.overflow = overflow_before;
  };
}

/** Stronger than the styles the page has for such elements. */
function dress(element: HTMLElement, styles: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important');
}
