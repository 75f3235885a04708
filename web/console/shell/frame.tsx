// The frame around every page of a client: environment bar, header, navigation.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../shared/parts/dialog.tsx';
import { Key } from '../../shared/parts/marks.tsx';
import { type Desk, isSame, useDesk } from '../desk.tsx';
import { Mark } from '../parts/icons.tsx';
import { useWords } from '../words.ts';
import { AccountMenu } from './account-menu.tsx';
import { preload } from './lazy.tsx';
import { GROUPS, mayOpen, PAGES, type PageDef } from './pages.ts';
import { SHELL } from './words.ts';

type FrameProps = { onPalette(): void; onHelp(): void; children: ComponentChildren };

export function Frame({ onPalette, onHelp, children }: FrameProps) {
  const desk = useDesk();
  const words = useWords(SHELL);
  const [is_open, setOpen] = useState(false);
  const { environment } = desk.place;
  return (
    <>
      <a class="skip" href="#page">
        {words.skip}
      </a>
      <header class="head">
        <div class="env-bar" data-environment={environment}>
          {words[`${environment}_note`]}
        </div>
        <div class="top">
          <button
            type="button"
            class="icon-button only-narrow"
            aria-label={words.menu}
            aria-expanded={is_open}
            onClick={() => setOpen(true)}
          >
            <Mark name="menu" size={22} />
          </button>
          <a class="brand" href={desk.to([])}>
            <span class="brand-mark" aria-hidden="true">
              <Mark name="check" size={16} />
            </span>
            <span class="words">Vouch</span>
          </a>
          <ClientSwitch />
          <EnvironmentSwitch />
          <span class="top-space" />
          <button
            type="button"
            class="find"
            aria-label={words.search}
            aria-keyshortcuts="Control+K"
            onClick={onPalette}
          >
            <Mark name="search" />
            <span class="words">{words.search}</span>
            <Key>Ctrl K</Key>
          </button>
          <AccountMenu onHelp={onHelp} />
        </div>
      </header>
      <div class="work">
        <nav class="side" aria-label={words.navigation}>
          <Navigation />
        </nav>
        <main class="page" id="page" tabIndex={-1}>
          {children}
        </main>
      </div>
      {is_open && (
        <Dialog kind="drawer" title={words.menu} close_label={words.close} onClose={() => setOpen(false)}>
          {/* A click on a link to a page closes the drawer. */}
          <nav
            class="side"
            aria-label={words.navigation}
            onClick={(event) => event.target instanceof Element && event.target.closest('a') !== null && setOpen(false)}
          >
            <Navigation />
          </nav>
        </Dialog>
      )}
    </>
  );
}

function Navigation() {
  const desk = useDesk();
  const words = useWords(SHELL);
  const now = desk.route.segments[0] ?? PAGES.find((page) => mayOpen(desk, page))?.name;
  return (
    <>
      {GROUPS.map((group) => {
        const pages = PAGES.filter((page) => page.group === group && mayOpen(desk, page));
        if (pages.length === 0) return null;
        return (
          <div key={group}>
            <h2>{words[`group_${group}`]}</h2>
            <ul>
              {pages.map((page) => (
                <li key={page.name}>
                  <PageLink page={page} desk={desk} is_now={page.name === now} label={words[page.label]} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}

type LinkProps = { page: PageDef; desk: Desk; is_now: boolean; label: string };

/** A link to a page. The code of the page starts to load when the mouse or the focus reaches the link. */
const PageLink = ({ page, desk, is_now, label }: LinkProps) => (
  <a
    href={desk.to([page.name])}
    aria-current={is_now ? 'page' : undefined}
    onMouseEnter={() => preload(page.load)}
    onFocus={() => preload(page.load)}
  >
    <Mark name={page.icon} />
    {label}
  </a>
);

/**
 * Switches to the other environment. It opens the same page there, but not the same object, because each id exists in
 * only one environment.
 */
function EnvironmentSwitch() {
  const { session, place, href, route } = useDesk();
  const words = useWords(SHELL);
  const [page] = route.segments;
  const environments = (['sandbox', 'prod'] as const).filter((environment) =>
    session.memberships.some((one) => isSame(one, { ...place, environment })),
  );
  if (environments.length < 2) return null;
  return (
    <div class="switch" role="group" aria-label={words.environment}>
      {environments.map((environment) => (
        <a
          key={environment}
          href={href({ ...place, environment }, page === undefined ? [] : [page])}
          aria-current={environment === place.environment ? 'true' : undefined}
        >
          {words[environment]}
        </a>
      ))}
    </div>
  );
}

function ClientSwitch() {
  const { session, place, membership, href, go } = useDesk();
  const words = useWords(SHELL);
  const clients = new Map(session.memberships.map((one) => [one.client_id, one]));
  if (clients.size < 2) return <span class="only-wide soft">{membership.client_name}</span>;
  return (
    <select
      class="client-switch"
      aria-label={words.client}
      value={place.client_id}
      onChange={(event) => {
        const chosen = clients.get(event.currentTarget.value);
        const same = session.memberships.find(
          (one) => one.client_id === chosen?.client_id && one.environment === place.environment,
        );
        const next = same ?? chosen;
        if (next !== undefined) go(href(next, []));
      }}
    >
      {[...clients.values()].map((one) => (
        <option key={one.client_id} value={one.client_id}>
          {one.client_name}
        </option>
      ))}
    </select>
  );
}
