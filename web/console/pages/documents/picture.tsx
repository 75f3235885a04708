// The picture of a page, with a box over each value that was read from it. The picture is shown for 60 seconds after a
// reveal.
import { useEffect, useState } from 'preact/hooks';
import { PIXELS_PER_POINT } from '#domain/documents/file-readings.ts';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { Reveal } from '../../parts/reveal.tsx';
import { problemText } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords } from '../../words.ts';
import { afterKey, boxId, isLit, type Lit, type Mark, placeOf, rowId } from './marks.ts';
import { WORDS } from './words.ts';

type PictureProps = {
  document_id: string;
  /** The first and the last page of the document. */
  pages: readonly number[];
  page: number;
  setPage(page: number): void;
  /** The marks with a box on this page. */
  marks: readonly Mark[];
  lit: Lit;
  setHovered(id: string | undefined): void;
  setFocused(id: string): void;
};

export function PagePicture({ document_id, pages, page, setPage, ...boxed }: PictureProps) {
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [is_shown, setShown] = useState(false);
  const picture = usePicture(is_shown ? `documents/${document_id}/pages/${page}/` : null);
  const [first = page, last = page] = pages;
  const path = `documents/${document_id}/pages/`;
  return (
    <section class="card page-card">
      <div class="card-head">
        <h2>{words.picture}</h2>
        <Reveal
          path={path}
          is_own
          is_about_documents
          label={words.show_picture}
          reload={() => setShown(true)}
          onEnd={() => setShown(false)}
        />
      </div>
      {first !== last && (
        <div class="line">
          <Button kind="quiet" is_disabled={page <= first} onClick={() => setPage(page - 1)}>
            {words.earlier_page}
          </Button>
          <span class="soft small" role="status">
            {fill(words.on_page, { page, first, last })}
          </span>
          <Button kind="quiet" is_disabled={page >= last} onClick={() => setPage(page + 1)}>
            {words.later_page}
          </Button>
        </div>
      )}
      {!is_shown && <p class="soft small">{words.picture_text}</p>}
      {is_shown && picture.problem !== undefined && (
        <Notice>{picture.problem.status === 404 ? words.no_picture : problemText(common, picture.problem)}</Notice>
      )}
      {is_shown && picture.url === undefined && picture.problem === undefined && (
        <p class="soft small" role="status">
          {words.loading_picture}
        </p>
      )}
      {is_shown && picture.url !== undefined && <Boxed url={picture.url} page={page} {...boxed} />}
    </section>
  );
}

/** Reads a picture as an object URL. If the path is null, no picture is kept in memory. */
function usePicture(path: string | null): { url?: string; problem?: Problem } {
  const { http, own } = useDesk();
  const [picture, setPicture] = useState<{ url?: string; problem?: Problem }>({});
  useEffect(() => {
    if (path === null) return;
    let url: string | undefined;
    let is_over = false;
    const read = async (): Promise<void> => {
      const answer = await http.file(own(path));
      if (is_over) return;
      if (answer.problem !== undefined) {
        setPicture({ problem: answer.problem });
        return;
      }
      url = URL.createObjectURL(answer.value);
      setPicture({ url });
    };
    void read();
    return () => {
      is_over = true;
      if (url !== undefined) URL.revokeObjectURL(url);
      setPicture({});
    };
  }, [path]);
  return picture;
}

type BoxedProps = Pick<PictureProps, 'page' | 'marks' | 'lit' | 'setHovered' | 'setFocused'> & { url: string };

function Boxed({ url, page, marks, lit, setHovered, setFocused }: BoxedProps) {
  const words = useWords(WORDS);
  const [size, setSize] = useState<{ width: number; height: number }>();
  // Only one box can be reached with the Tab key. The arrow keys lead to the other boxes.
  const reached = Math.max(
    0,
    marks.findIndex(({ id }) => id === lit.focused),
  );
  const onKey = (event: KeyboardEvent): void => {
    const to = afterKey(event.key, reached, marks.length);
    const boxes = event.currentTarget instanceof HTMLElement ? event.currentTarget.querySelectorAll('button') : [];
    if (to === undefined || boxes[to] === undefined) return;
    event.preventDefault();
    boxes[to].focus();
  };
  return (
    <div class="page-picture">
      <img
        src={url}
        alt={fill(words.picture_of, { page })}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth / PIXELS_PER_POINT, height: naturalHeight / PIXELS_PER_POINT })
        }
      />
      {size !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the group only handles the arrow keys of its boxes
        <div class="page-boxes" role="group" aria-label={fill(words.boxes_on, { page })} onKeyDown={onKey}>
          {marks.map(({ id, kind, label, text, box }, at) =>
            box === null ? null : (
              <button
                key={id}
                id={boxId(id)}
                type="button"
                class="page-box"
                data-kind={kind}
                data-lit={isLit(lit, id)}
                tabIndex={at === reached ? 0 : -1}
                aria-label={`${label}: ${text}`}
                style={placeOf(box, size)}
                onMouseEnter={() => setHovered(id)}
                onMouseLeave={() => setHovered(undefined)}
                onFocus={() => setFocused(id)}
                onClick={() => document.getElementById(rowId(id))?.focus()}
              />
            ),
          )}
        </div>
      )}
    </div>
  );
}
