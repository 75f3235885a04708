// One document: its pages with a box over each value that was read, the signs of alteration, and the review.
import { useState } from 'preact/hooks';
import { Notice } from '../../../shared/parts/basics.tsx';
import { Badge, Facts } from '../../../shared/parts/marks.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { useLoad } from '../../load.ts';
import { DOCUMENT_WORDS, SIGN_WORDS } from '../../parts/kinds.ts';
import { Moment, PageHead, PersonId } from '../../parts/page.tsx';
import { Reveal } from '../../parts/reveal.tsx';
import { Show } from '../../parts/states.tsx';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { Decide } from './decide.tsx';
import { FIELD_WORDS } from './field-words.ts';
import { afterKey, boxId, isLit, type Lit, type Mark, marksOf, rowId } from './marks.ts';
import { PagePicture } from './picture.tsx';
import { SEVERITIES, TONES, type WholeDocument, WORDS } from './words.ts';

export function DocumentView({ id }: { id: string }) {
  const { own, to, may } = useDesk();
  const words = useWords(WORDS);
  const documents = useWords(DOCUMENT_WORDS);
  const whole = useLoad<WholeDocument>(own(`documents/${id}/`));
  return (
    <Show of={whole} is_page>
      {(value) => {
        const { document, review } = value;
        return (
          <>
            <PageHead
              title={wordFor(documents, document.document_type)}
              lead={
                <Badge tone={TONES[document.review_status] ?? 'calm'}>{wordFor(words, document.review_status)}</Badge>
              }
              {...(may('reviews', 'read') && { crumbs: [{ label: words.title, href: to(['reviews']) }] })}
            >
              {document.file !== null && (
                <a class="button button-second" href={document.file} target="_blank" rel="noopener noreferrer">
                  {words.file}
                </a>
              )}
            </PageHead>
            {document.user_id !== null && <Facts facts={[[words.person, <PersonId id={document.user_id} />]]} />}
            {value.is_being_removed ? (
              <Notice>{words.being_removed}</Notice>
            ) : (
              <>
                {document.review_status === 'pending' && <Decide document={document} onDone={whole.reload} />}
                {review !== null && <Decision review={review} />}
                <div class="line">
                  <Reveal path={`documents/${id}/`} is_own is_about_documents reload={whole.reload} />
                </div>
                <Compared whole={value} />
              </>
            )}
          </>
        );
      }}
    </Show>
  );
}

/**
 * Shows the reviewer's note: why the reviewer cleared the document or confirmed the suspicion. The review status itself
 * is shown beside the title.
 */
function Decision({ review }: { review: NonNullable<WholeDocument['review']> }) {
  const words = useWords(WORDS);
  return (
    <section class="card">
      <h2>{words.decision}</h2>
      <p>{review.note}</p>
      <p class="soft small">
        <Moment at={review.reviewed_at} />
      </p>
    </section>
  );
}

/**
 * The picture of a page beside the lists of the signs and values on it. A mark that is selected in the picture is
 * highlighted in the lists, and vice versa.
 */
function Compared({ whole }: { whole: WholeDocument }) {
  const words = useWords(WORDS);
  const { document } = whole;
  const marks = marksOf(whole, { locale: useLocale(), signs: useWords(SIGN_WORDS), names: useWords(FIELD_WORDS) });
  const [page, setPage] = useState(document.pages[0] ?? 1);
  const [hovered, setHovered] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const lit: Lit = { hovered, focused };
  const choose = (id: string): void => {
    setFocused(id);
    const chosen = marks.find((mark) => mark.id === id);
    if (chosen !== undefined && chosen.page !== null && chosen.box !== null) setPage(chosen.page);
  };
  const signs = marks.filter(({ kind }) => kind === 'sign');
  const fields = marks.filter(({ kind }) => kind === 'field');
  return (
    <div class="compared">
      <PagePicture
        document_id={document.document_id}
        pages={document.pages}
        page={page}
        setPage={setPage}
        marks={marks.filter((mark) => mark.page === page && mark.box !== null)}
        lit={lit}
        setHovered={setHovered}
        setFocused={setFocused}
      />
      <div class="stack">
        {signs.length > 0 && (
          <MarkList title={words.signs} marks={signs} lit={lit} setHovered={setHovered} choose={choose} />
        )}
        <MarkList title={words.fields} marks={fields} lit={lit} setHovered={setHovered} choose={choose} />
        <p class="soft small">{words.arrows}</p>
      </div>
    </div>
  );
}

type MarkListProps = {
  title: string;
  marks: readonly Mark[];
  lit: Lit;
  setHovered(id: string | undefined): void;
  choose(id: string): void;
};

function MarkList({ title, marks, lit, setHovered, choose }: MarkListProps) {
  const words = useWords(WORDS);
  const signs = useWords(SIGN_WORDS);
  const reached = Math.max(
    0,
    marks.findIndex(({ id }) => id === lit.focused),
  );
  const onKey = (event: KeyboardEvent): void => {
    const to = afterKey(event.key, reached, marks.length);
    const rows = event.currentTarget instanceof HTMLElement ? event.currentTarget.querySelectorAll('button') : [];
    if (to === undefined || rows[to] === undefined) return;
    event.preventDefault();
    rows[to].focus();
  };
  return (
    <section class="card">
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: the list only handles the arrow keys of its buttons */}
      <ul class="mark-list" aria-label={title} onKeyDown={onKey}>
        {marks.map((mark, at) => (
          <li key={mark.id}>
            <button
              id={rowId(mark.id)}
              type="button"
              class="mark-row"
              data-kind={mark.kind}
              data-lit={isLit(lit, mark.id)}
              tabIndex={at === reached ? 0 : -1}
              onMouseEnter={() => setHovered(mark.id)}
              onMouseLeave={() => setHovered(undefined)}
              onFocus={() => choose(mark.id)}
              // The mark's box in the picture is scrolled into view, because on a phone the picture is above the list
              // and may be out of sight.
              onClick={() => document.getElementById(boxId(mark.id))?.scrollIntoView({ block: 'nearest' })}
            >
              <span class="soft small">{mark.label}</span>
              <span class="mark-text">{mark.text}</span>
              {mark.kind === 'sign' ? (
                <span class="line">
                  <Badge tone={SEVERITIES[mark.severity]}>{signs[mark.severity]}</Badge>
                  <span class="soft small">{mark.box === null ? words.no_box : `${words.page} ${mark.page}`}</span>
                </span>
              ) : (
                mark.confidence < 0.9 && (
                  <span class="soft small">{fill(words.sure, { percent: Math.round(mark.confidence * 100) })}</span>
                )
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
