// A modal dialog, built on the browser's own <dialog> element. The browser keeps the focus inside the dialog, and
// returns the focus when the dialog closes.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { IconButton } from './basics.tsx';

type DialogProps = {
  title: string;
  close_label: string;
  onClose(): void;
  children: ComponentChildren;
  kind?: 'middle' | 'side' | 'palette' | 'drawer';
  is_title_hidden?: boolean;
};

export function Dialog({ title, close_label, onClose, children, kind = 'middle', is_title_hidden }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const is_gone = useRef(false);
  useEffect(() => {
    const { current } = dialog;
    if (current !== null && !current.open) current.showModal();
    // The browser returns the focus when a dialog closes, but not when an open dialog is removed from the page.
    return () => {
      is_gone.current = true;
      current?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog dialog-${kind}`}
      aria-labelledby={id}
      onClose={() => {
        if (!is_gone.current) onClose();
      }}
      onClick={(event) => {
        // A click on the backdrop has the dialog itself as its target.
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="dialog-inner">
        <header class={is_title_hidden === true ? 'only-heard' : 'dialog-head'}>
          <h2 id={id}>{title}</h2>
          {is_title_hidden !== true && (
            <IconButton icon="close" label={close_label} onClick={() => dialog.current?.close()} />
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
