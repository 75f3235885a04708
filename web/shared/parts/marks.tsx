// Small marks: badges for a status, keys of the keyboard, lists of facts, tabs.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'calm';

export const Badge = ({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }) => (
  <span class={`badge badge-${tone}`}>{children}</span>
);

export const Key = ({ children }: { children: ComponentChildren }) => <kbd class="key">{children}</kbd>;

/** Shown in place of a value that does not exist. */
export const Nothing = () => <span class="nothing">–</span>;

type FactsProps = { facts: readonly (readonly [string, ComponentChildren])[] };

/**
 * A value with more characters than this is treated as a sentence, and gets a separate row. On a phone, a long word
 * that does not fit into half the width, such as an e-mail address, gets a separate row as well.
 */
const SENTENCE = 40;
const lengthOf = (value: ComponentChildren): 'sentence' | 'long' | undefined => {
  if (typeof value !== 'string') return undefined;
  if (value.length > SENTENCE) return 'sentence';
  return /\S{15}/.test(value) ? 'long' : undefined;
};

export const Facts = ({ facts }: FactsProps) => (
  <dl class="fact-grid">
    {facts.map(([name, value]) => (
      <div key={name} class={lengthOf(value)}>
        <dt>{name}</dt>
        <dd>{value ?? <Nothing />}</dd>
      </div>
    ))}
  </dl>
);

type TabsProps = {
  label: string;
  tabs: readonly { id: string; label: string; href: string; count?: number }[];
  now: string;
};

/**
 * Tabs that are links: each has a separate URL. If they do not fit side by side, the current tab is scrolled into view.
 */
export function Tabs({ label, tabs, now }: TabsProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const chosen = nav.current?.querySelector('[aria-current]');
    if (nav.current === null || chosen === null || chosen === undefined) return;
    const [frame, tab] = [nav.current.getBoundingClientRect(), chosen.getBoundingClientRect()];
    nav.current.scrollLeft += tab.left - frame.left - (frame.width - tab.width) / 2;
  }, [now]);
  return (
    <nav class="tabs" aria-label={label} ref={nav}>
      {tabs.map((tab) => (
        <a key={tab.id} href={tab.href} aria-current={tab.id === now ? 'page' : undefined}>
          {tab.label}
          {tab.count !== undefined && <span class="tab-count">{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}
