// The card in the middle of each page that is shown before the sign-in is complete.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Mark } from '../../parts/icons.tsx';
import { LanguageSwitch } from '../../shell/account-menu.tsx';

type GateProps = { title: string; lead?: string; children: ComponentChildren };

export function Gate({ title, lead, children }: GateProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Vouch`;
    heading.current?.focus();
  }, [title]);
  return (
    <main class="gate">
      <span class="brand">
        <span class="brand-mark" aria-hidden="true">
          <Mark name="check" size={16} />
        </span>
        Vouch
      </span>
      <div class="gate-card">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p class="soft">{lead}</p>}
        </div>
        {children}
      </div>
      <LanguageSwitch />
    </main>
  );
}
