// The photos that the applicant has added and not sent yet. They are either the pages of one document, or separate
// documents.
import { useEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../shared/parts/basics.tsx';
import { Icon } from '../../shared/parts/icons.tsx';
import { fill } from '../../shared/words.ts';
import type { DraftPage } from '../machine/state.ts';
import { useView } from '../view.tsx';
import { FileButton, useDrop } from './file-button.tsx';

export function DraftPages() {
  const { state, words, runtime, dispatch } = useView();
  const { draft } = state.pursuit.documents;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  useDrop(runtime.addFiles);
  const count = draft.length;
  const is_busy = draft.some(({ can_be_shown }) => can_be_shown === null);
  return (
    <section class="part" aria-labelledby="pages-title">
      <h2 id="pages-title" tabIndex={-1} ref={title}>
        {words.upload_pages_title}
      </h2>
      <p class="hint">{words.upload_pages_text}</p>
      <ol class="pages">
        {draft.map((page, at) => (
          <Page page={page} number={at + 1} key={page.key} />
        ))}
      </ol>
      <div class="drop drop-plain">
        <FileButton is_camera icon="camera" label={words.upload_page_photo} onFiles={runtime.addFiles} />
        <FileButton icon="paper" label={words.upload_page_add} onFiles={runtime.addFiles} />
      </div>
      <Button is_busy={is_busy} onClick={() => dispatch({ type: 'send_pages', is_one: true })}>
        {count === 1 ? words.upload_send_one : words.upload_send_together}
      </Button>
      {count > 1 && (
        <Button kind="quiet" is_busy={is_busy} onClick={() => dispatch({ type: 'send_pages', is_one: false })}>
          {fill(words.upload_send_apart, { count })}
        </Button>
      )}
    </section>
  );
}

function Page({ page, number }: { page: DraftPage; number: number }) {
  const { words, runtime, dispatch } = useView();
  const picture = page.can_be_shown === true ? runtime.pictureOf(page.key) : undefined;
  return (
    <li>
      {picture === undefined ? (
        <span class="picture" key="icon">
          <Icon name="paper" size={32} />
        </span>
      ) : (
        <span class="picture" key="picture" aria-hidden="true" ref={(holder) => holder?.replaceChildren(picture)} />
      )}
      <span class="hint">{fill(words.upload_page, { number })}</span>
      <IconButton
        icon="close"
        label={fill(words.upload_page_remove, { number })}
        onClick={() => dispatch({ type: 'remove_page', key: page.key })}
      />
    </li>
  );
}
