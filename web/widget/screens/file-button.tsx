// Lets the applicant choose files: with a button that opens the file dialog or the camera, or by dropping them on the
// page.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/parts/basics.tsx';
import { Icon, type IconName } from '../../shared/parts/icons.tsx';
import { ACCEPTED } from '../documents/file-kinds.ts';

type FileButtonProps = {
  label: string;
  icon: IconName;
  kind?: 'main' | 'second' | 'quiet';
  /** True for a button that opens the camera directly. Such a button is shown only on devices with a touch screen. */
  is_camera?: boolean;
  /**
   * The files that the dialog offers, and whether several files can be chosen. The default values are those for
   * documents.
   */
  takes?: { accept: string; multiple: boolean };
  onFiles(files: readonly File[]): void;
};

const DOCUMENTS = { accept: ACCEPTED, multiple: true };
const PHOTO = { accept: 'image/*', multiple: false };

export function FileButton({ label, icon, kind = 'second', is_camera = false, takes, onFiles }: FileButtonProps) {
  const { accept, multiple } = is_camera ? PHOTO : (takes ?? DOCUMENTS);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class={is_camera ? 'only-touch' : undefined}>
      <Button kind={kind} onClick={() => input.current?.click()}>
        <span class="with-icon">
          <Icon name={icon} size={20} />
          {label}
        </span>
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        multiple={multiple}
        {...(is_camera && { capture: 'environment' })}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The value is cleared, because otherwise choosing the same file a second time would fire no event.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}

/**
 * Accepts files that are dropped anywhere on the page. Otherwise the browser would open a file that misses the drop
 * area, and the widget would be closed. Returns whether files are being dragged over the page.
 */
export function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [is_over, setOver] = useState(false);
  const newest = useRef(onFiles);
  newest.current = onFiles;
  useEffect(() => {
    const own = new AbortController();
    const { signal } = own;
    const over = (event: DragEvent): void => {
      event.preventDefault();
      setOver(event.dataTransfer?.types.includes('Files') ?? false);
    };
    addEventListener('dragover', over, { signal });
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) newest.current(files);
      },
      { signal },
    );
    return () => own.abort();
  }, []);
  return is_over;
}
