// The head of a page, timestamps, ids, and the links between the pages of a list.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Nothing } from '../../shared/parts/marks.tsx';
import { fill } from '../../shared/words.ts';
import { useApp, useDesk } from '../desk.tsx';
import { moment, shortId, since } from '../format.ts';
import type { Query } from '../router.ts';
import { useLocale, useWords } from '../words.ts';
import { COMMON } from './words.ts';

type HeadProps = {
  title: string;
  lead?: ComponentChildren;
  crumbs?: readonly { label: string; href: string }[];
  children?: ComponentChildren;
};

/**
 * The head of a page. The page's title gets the focus when the page opens (app.tsx), so that a screen reader announces
 * it.
 */
export function PageHead({ title, lead, crumbs, children }: HeadProps) {
  useEffect(() => {
    document.title = `${title} · Vouch`;
  }, [title]);
  return (
    <header class="page-head">
      <div class="words">
        {crumbs !== undefined && (
          <nav class="crumbs" aria-label="Breadcrumb">
            {crumbs.map(({ label, href }) => (
              <span key={href}>
                <a href={href}>{label}</a>
              </span>
            ))}
          </nav>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {lead !== undefined && <div class="lead small">{lead}</div>}
      </div>
      {children !== undefined && <div class="line">{children}</div>}
    </header>
  );
}

/** A timestamp in a readable form. A tooltip shows the exact timestamp. */
export function Moment({ at, is_relative = false }: { at: string | null | undefined; is_relative?: boolean }) {
  const locale = useLocale();
  if (at === null || at === undefined) return <Nothing />;
  return (
    <time dateTime={at} title={at}>
      {is_relative ? since(locale, at) : moment(locale, at)}
    </time>
  );
}

/** A shortened id. A tooltip shows the whole id. */
export const Id = ({ id, href }: { id: string | null | undefined; href?: string | undefined }) => {
  if (id === null || id === undefined) return <Nothing />;
  const text = (
    <code class="mono whole" title={id}>
      {shortId(id)}
    </code>
  );
  return href === undefined ? text : <a href={href}>{text}</a>;
};

/** The current query of the URL, and a function that returns the URL of this page with changed query values. */
export function useQuery(): { get(name: string): string; href(change: Query): string; all: Record<string, string> } {
  const { route, href } = useApp();
  const all = Object.fromEntries(route.query);
  return {
    all,
    get: (name) => route.query.get(name) ?? '',
    href: (change) => href(route.place, route.segments, { ...all, ...change }),
  };
}

const PAGE_SIZE = 25;

type PagerProps = {
  count: number;
  /**
   * The name of the URL parameter that contains the number of the list page. The default is `page`. A page of the
   * console with several lists uses a different name for each list.
   */
  name?: string;
  /** What the list contains, if the page has several lists. */
  of?: string;
};

export function Pager({ count, name = 'page', of }: PagerProps) {
  const words = useWords(COMMON);
  const query = useQuery();
  const page = Math.max(1, Number(query.get(name)) || 1);
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const range = { from: (page - 1) * PAGE_SIZE + 1, to: Math.min(count, page * PAGE_SIZE), count };
  return (
    <nav class="pager" aria-label={of === undefined ? words.page_of : `${words.page_of}: ${of}`}>
      <span>{fill(words.range, range)}</span>
      <span class="line">
        {page > 1 && <a href={query.href({ [name]: page === 2 ? null : page - 1 })}>{words.previous}</a>}
        {page < last && <a href={query.href({ [name]: page + 1 })}>{words.next}</a>}
      </span>
    </nav>
  );
}

/** Hyperlinks to the page of a person, an order or a link (connection). Each hyperlink shows the id as its text. */
export const PersonId = ({ id }: { id: string | null | undefined }) => {
  const { to } = useDesk();
  return <Id id={id} href={id === null || id === undefined ? undefined : to(['people', id])} />;
};

export const OrderId = ({ id }: { id: string | null | undefined }) => {
  const { to } = useDesk();
  return <Id id={id} href={id === null || id === undefined ? undefined : to(['orders', id])} />;
};
