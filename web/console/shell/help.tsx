// The list of keyboard shortcuts.
import { Dialog } from '../../shared/parts/dialog.tsx';
import { Key } from '../../shared/parts/marks.tsx';
import { useDesk } from '../desk.tsx';
import { useWords } from '../words.ts';
import { mayOpen, PAGES } from './pages.ts';
import { SHELL } from './words.ts';

export function Help({ onClose }: { onClose(): void }) {
  const desk = useDesk();
  const words = useWords(SHELL);
  const general = [
    ['Ctrl K', words.help_palette],
    ['/', words.help_filter],
    ['?', words.help_help],
    ['Esc', words.help_close],
  ] as const;
  return (
    <Dialog title={words.help} close_label={words.close} onClose={onClose}>
      <dl class="key-list">
        {general.map(([key, text]) => (
          <div key={key}>
            <dt>
              <Key>{key}</Key>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h3>{words.help_go}</h3>
      <dl class="key-list">
        {PAGES.filter((page) => page.letter !== undefined && mayOpen(desk, page)).map((page) => (
          <div key={page.name}>
            <dt>
              <Key>g</Key> <Key>{page.letter}</Key>
            </dt>
            <dd>{words[page.label]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
