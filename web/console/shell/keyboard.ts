// Keyboard shortcuts of the whole console.
import { useEffect, useRef } from 'preact/hooks';

export type Shortcuts = {
  onPalette(): void;
  onHelp(): void;
  /** Called when the user has pressed `g` and then a letter. */
  onGo(letter: string): void;
};

const GO_WITHIN_MS = 1_500;

export function useShortcuts(shortcuts: Shortcuts): void {
  const now = useRef(shortcuts);
  now.current = shortcuts;
  useEffect(() => {
    let went_at = 0;
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        now.current.onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || hasDialog()) return;
      if (event.timeStamp - went_at < GO_WITHIN_MS && /^[a-z]$/.test(event.key)) {
        went_at = 0;
        now.current.onGo(event.key);
      } else if (event.key === 'g') went_at = event.timeStamp;
      else if (event.key === '?') now.current.onHelp();
      else if (event.key === '/') {
        const field = document.querySelector<HTMLElement>('.filters input, .filters select');
        if (field === null) now.current.onPalette();
        else field.focus();
        event.preventDefault();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

const hasDialog = (): boolean => document.querySelector('dialog[open]') !== null;
