// Shows the widget on the page, in a dialog over the page or in a container. The frame replaces the shell once the
// frame is ready. Styles are set one by one on the elements themselves, because every content security policy allows
// this.
import type { VouchBridgeOptions } from './bridge.d.ts';
import { createShell, type Shell } from './shell.ts';

export type Stage = {
  /** The current frame; a retry creates a new frame. */
  frame(): HTMLIFrameElement;
  /** Shows the frame if it is ready, otherwise the shell. */
  reveal(): void;
  /** Marks the frame as ready, so that it is shown instead of the shell. */
  showFrame(): void;
  showFailure(): void;
  /** Loads the frame again. */
  reload(): void;
  hide(): void;
  remove(): void;
};

export type Acts = {
  /** Called when the frame has fired its load event, whether or not the frame loaded the correct page. */
  onLoaded(): void;
  /**
   * Called when the applicant closes the widget with the shell's button, or with a key press that the frame did not
   * receive.
   */
  onLeave(): void;
  /** Called after the dialog was closed, also if the browser closed it in a way that we could not prevent. */
  onGone(): void;
  onRetry(): void;
};

type Position = NonNullable<VouchBridgeOptions['position']>;
type Styles = Readonly<Record<string, string>>;
/**
 * What differs between a widget in a dialog and a widget in a container. The frame and the shell are the children of
 * `box`, and `styles` are the styles of both.
 */
type Place = { box: HTMLElement; styles: Styles; reveal(): void; hide(): void; remove(): void };

/** The size of a dialog's card; on a phone the card fills the whole screen. */
const CARD = { width: '440px', height: '760px', radius: '20px' };

export function setUp(src: string, position: Position, acts: Acts): Stage {
  const shell = createShell(acts);
  const place = position.type === 'inline' ? inline(position.container, shell, acts) : dialog(shell, acts);
  let frame = newFrame();
  let is_ready = false;
  let is_revealed = false;
  dress(shell.element, { ...place.styles, display: 'none' });
  place.box.append(shell.element, frame);

  function newFrame(): HTMLIFrameElement {
    const fresh = document.createElement('iframe');
    fresh.title = 'Vouch';
    fresh.referrerPolicy = 'no-referrer';
    fresh.src = src;
    fresh.addEventListener('load', () => {
      if (fresh === frame) acts.onLoaded();
    });
    const plain = { border: '0', margin: '0', padding: '0', 'color-scheme': 'light dark', 'max-width': 'none' };
    dress(fresh, { ...plain, ...place.styles, display: 'none' });
    return fresh;
  }

  const present = (): void => {
    const had_focus = shell.element.matches(':focus-within');
    dress(shell.element, { display: is_revealed && !is_ready ? 'block' : 'none' });
    dress(frame, { display: is_revealed && is_ready ? 'block' : 'none' });
    if (had_focus && is_ready) frame.focus();
  };
  return {
    frame: () => frame,
    reveal() {
      is_revealed = true;
      present();
      place.reveal();
      if (position.type === 'dialog') (is_ready ? frame : shell).focus();
    },
    showFrame() {
      is_ready = true;
      present();
    },
    showFailure: shell.showFailure,
    reload() {
      const had_focus = shell.element.matches(':focus-within');
      const last = frame;
      frame = newFrame();
      last.replaceWith(frame);
      shell.showLoading();
      if (had_focus) shell.focus();
    },
    hide() {
      is_revealed = false;
      place.hide();
      present();
    },
    remove() {
      shell.element.remove();
      frame.remove();
      place.remove();
    },
  };
}

function inline(container: HTMLElement, shell: Shell, { onLeave }: Acts): Place {
  shell.element.role = 'region';
  shell.element.ariaLabel = shell.title;
  shell.element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') onLeave();
  });
  const nothing = (): void => undefined;
  const styles = { width: '100%', height: '100%', 'min-height': '520px' };
  return { box: container, styles, reveal: nothing, hide: nothing, remove: nothing };
}

function dialog(shell: Shell, { onLeave, onGone }: Acts): Place {
  const box = document.createElement('dialog');
  box.ariaLabel = shell.title;
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
  box.addEventListener('cancel', (event) => {
    event.preventDefault();
    onLeave();
  });
  // On a second press of Escape, a browser may close the dialog without letting us prevent it.
  box.addEventListener('close', onGone);
  document.body.append(box);
  let unlock = (): void => undefined;
  return {
    box,
    styles: {
      width: `min(100vw, ${CARD.width})`,
      // The card is as high as the screen if it is as wide as the screen.
      height: `min(100dvh, max(${CARD.height}, calc((${CARD.width} - 100vw) * 999)))`,
      // The corners are rounded if there is room around the card, and square if the card fills the screen.
      'border-radius': `clamp(0px, calc((100vw - ${CARD.width}) * 999), ${CARD.radius})`,
      'box-shadow': '0 24px 64px rgb(16 22 34 / 0.28)',
      background: 'Canvas',
    },
    reveal() {
      unlock = lockScrolling();
      dress(box, { display: 'grid' });
      box.showModal();
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) fadeIn(box);
    },
    hide() {
      unlock();
      dress(box, { display: 'none' });
      // Closing the dialog returns the focus to the element that had the focus before the dialog opened.
      box.close();
    },
    remove() {
      unlock();
      box.remove();
    },
  };
}

function fadeIn(box: HTMLElement): void {
  const timing = { duration: 180, easing: 'ease-out' };
  box.animate([{ opacity: 0 }, { opacity: 1 }], timing);
  for (const card of box.children) card.animate([{ transform: 'translateY(12px)' }, { transform: 'none' }], timing);
}

let locks = 0;
let overflow_before = '';

/** Prevents the page from scrolling while any dialog is open over it. */
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

/** Sets styles as `important`, so that they override the page's own styles. */
function dress(element: HTMLElement, styles: Styles): void {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important');
}
