// Short messages about finished actions. Screen readers announce them. A message about a failure stays until the user
// closes it.
import { useCallback, useState } from 'preact/hooks';
import { IconButton } from '../../shared/parts/basics.tsx';
import type { Toast } from '../desk.tsx';
import { useWords } from '../words.ts';
import { SHELL } from './words.ts';

const SHOWN_MS = 4_000;

type Shown = Toast & { key: number };

export function useToasts(): { toasts: readonly Shown[]; say(toast: Toast): void; close(key: number): void } {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const close = useCallback((key: number) => setToasts((all) => all.filter((toast) => toast.key !== key)), []);
  const say = useCallback((toast: Toast) => {
    const key = performance.now();
    // If an earlier message has the same text, the new message takes its place.
    setToasts((all) => [...all.filter(({ text }) => text !== toast.text).slice(-2), { ...toast, key }]);
    if (toast.tone !== 'bad') setTimeout(() => close(key), SHOWN_MS);
  }, []);
  return { toasts, say, close };
}

export function Toasts({ toasts, close }: { toasts: readonly Shown[]; close(key: number): void }) {
  const words = useWords(SHELL);
  return (
    <div class="toasts" role="status">
      {toasts.map(({ key, text, tone }) => (
        <div key={key} class={tone === 'bad' ? 'toast toast-bad' : 'toast'}>
          <span>{text}</span>
          {tone === 'bad' && <IconButton icon="close" label={words.close} onClick={() => close(key)} />}
        </div>
      ))}
    </div>
  );
}
