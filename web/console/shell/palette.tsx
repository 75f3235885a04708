// The command palette. It finds pages and commands, and also objects that the server finds by an id, a name or a
// number.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { FoundKind } from '#domain/console/search.ts';
import { Dialog } from '../../shared/parts/dialog.tsx';
import { fill } from '../../shared/words.ts';
import { type Desk, isSame, useDesk } from '../desk.tsx';
import { type ConsoleIcon, Mark } from '../parts/icons.tsx';
import { useWords, type Words } from '../words.ts';
import { mayOpen, PAGES, pageOf } from './pages.ts';
import { beginsWith, neighbour, ranked } from './palette-rank.ts';
import { SHELL } from './words.ts';

type Entry = { id: string; title: string; note?: string; icon: ConsoleIcon; run(): void };

const SEARCH_AFTER_MS = 150;
const LENGTH_MIN = 2;

export function Palette({ onClose, onHelp }: { onClose(): void; onHelp(): void }) {
  const desk = useDesk();
  const words = useWords(SHELL);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const { found, is_searching } = useFound(desk, typed.trim());
  const input = useRef<HTMLInputElement>(null);
  // A page whose name begins with the typed text stays first, so that Enter opens it even if search results arrive just
  // before Enter is pressed.
  const commands = ranked(commandsOf(desk, words, onHelp), typed);
  const named = commands.filter(({ title }) => beginsWith(title, typed));
  const entries = [...named, ...found, ...commands.filter((command) => !named.includes(command))];
  useEffect(() => input.current?.focus(), []);
  useEffect(() => document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' }), [chosen]);
  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  return (
    <Dialog kind="palette" title={words.palette_title} is_title_hidden close_label={words.close} onClose={onClose}>
      <div class="palette-input">
        <Mark name="search" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length === 0 ? undefined : `${id}-${chosen}`}
          aria-label={words.palette_hint}
          placeholder={words.palette_hint}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
            if (step !== undefined) {
              event.preventDefault();
              setChosen(neighbour(chosen, step, entries.length));
            }
            if (event.key === 'Enter') {
              event.preventDefault();
              run(entries[chosen]);
            }
          }}
        />
      </div>
      <div class="only-heard" role="status">
        {is_searching ? words.palette_searching : fill(words.palette_results, { count: entries.length })}
      </div>
      {entries.length === 0 && (
        <p class="palette-none">{is_searching ? words.palette_searching : words.palette_none}</p>
      )}
      <div
        class="palette-list"
        role="listbox"
        id={`${id}-list`}
        aria-label={words.palette_title}
        hidden={entries.length === 0}
      >
        {entries.map((entry, at) => (
          // The input handles the keyboard and refers to the chosen option, so the options need no key handlers.
          <div
            key={entry.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            onMouseMove={() => setChosen(at)}
            onClick={() => run(entry)}
          >
            <Mark name={entry.icon} />
            <span class="words">{entry.title}</span>
            {entry.note !== undefined && <span class="note">{entry.note}</span>}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

/**
 * The commands: the pages of this place (client and environment), the same page in the user's other places, account,
 * colours, language, design and help.
 */
function commandsOf(desk: Desk, words: Words<keyof typeof SHELL.en>, onHelp: () => void): Entry[] {
  const { session, place, go, to, href, setTheme, setLocale, locale } = desk;
  const page = desk.route.segments.slice(0, 1);
  return [
    ...PAGES.filter((one) => one.group !== null && mayOpen(desk, one)).map((one) => ({
      id: one.name,
      title: words[one.label],
      note: one.group === null ? '' : words[`group_${one.group}`],
      icon: one.icon,
      run: () => go(to([one.name])),
    })),
    ...session.memberships
      .filter((one) => !isSame(one, place))
      .map((one) => ({
        id: `${one.client_id} ${one.environment}`,
        title: fill(words.switch_to, { environment: words[one.environment] }),
        note: one.client_name,
        icon: 'swap' as const,
        run: () => go(href(one, page)),
      })),
    { id: 'account', title: words.account_page, icon: 'members', run: () => go(href(null, ['account'])) },
    { id: 'dark', title: `${words.theme}: ${words.theme_dark}`, icon: 'sun', run: () => setTheme('dark') },
    { id: 'light', title: `${words.theme}: ${words.theme_light}`, icon: 'sun', run: () => setTheme('light') },
    {
      id: 'language',
      title: locale === 'en' ? 'Español' : 'English',
      note: words.language,
      icon: 'gear',
      run: () => setLocale(locale === 'en' ? 'es' : 'en'),
    },
    { id: 'design', title: words.design, icon: 'templates', run: () => go(href(null, ['design'])) },
    { id: 'help', title: words.help, icon: 'requests', run: onHelp },
  ];
}

/** A search result of the server. */
type Found = { kind: FoundKind; id: string; title: string; subtitle: string | null; path: string };

function useFound(desk: Desk, text: string): { found: Entry[]; is_searching: boolean } {
  const [found, setFound] = useState<{ text: string; results: readonly Found[] }>({ text: '', results: [] });
  useEffect(() => {
    if (text.length < LENGTH_MIN) return;
    const ending = new AbortController();
    const search = async (): Promise<void> => {
      const path = desk.own(`search/?q=${encodeURIComponent(text)}`);
      const { value } = await desk.http.get<{ results: readonly Found[] }>(path, ending.signal);
      if (!ending.signal.aborted) setFound({ text, results: value?.results ?? [] });
    };
    const timer = setTimeout(() => void search(), SEARCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text]);
  if (found.text !== text) return { found: [], is_searching: text.length >= LENGTH_MIN };
  const pages = new Set(PAGES.filter((page) => mayOpen(desk, page)).map(({ name }) => name));
  const shown = found.results.filter(({ path }) => pages.has(pageOf(path)));
  const entries = shown.map(({ kind, id, title, subtitle, path }) => ({
    id: `${kind} ${id}`,
    title,
    ...(subtitle !== null && { note: subtitle }),
    icon: ICONS[kind],
    // The path is relative to the client and environment, and may contain a query.
    run: () => desk.go(`${desk.to([])}/${path}`),
  }));
  return { found: entries, is_searching: false };
}

const ICONS: Readonly<Record<FoundKind, ConsoleIcon>> = {
  order: 'orders',
  suborder: 'orders',
  user: 'people',
  link: 'tokens',
  task: 'requests',
  webhook: 'webhooks',
  attempt: 'webhooks',
  event: 'events',
  report: 'orders',
  document: 'reviews',
  template: 'templates',
  key: 'keys',
  request: 'requests',
  invoice: 'orders',
};
