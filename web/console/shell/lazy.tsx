// A page whose code is loaded when the page is first shown.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, Notice } from '../../shared/parts/basics.tsx';
import { Loading } from '../parts/states.tsx';
import { COMMON } from '../parts/words.ts';
import { useWords } from '../words.ts';
import { SHELL } from './words.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** The code of the pages that were already loaded. These pages are shown immediately when they are opened again. */
const loaded = new Map<unknown, unknown>();

/** Loads the code of a page in advance. If this fails, the error is shown only when the page is opened. */
export function preload<Props>(load: Load<Props>): void {
  load().then(
    (module) => loaded.set(load, module.default),
    () => undefined,
  );
}

export function Lazy<Props extends object>({ load, props }: { load: Load<Props>; props: Props }) {
  const shell = useWords(SHELL);
  const common = useWords(COMMON);
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ load: Load<Props>; has_failed: boolean } | null>(null);
  const Page = loaded.get(load) as ComponentType<Props> | undefined;
  useEffect(() => {
    if (Page !== undefined) return;
    let is_wanted = true;
    const open = async (): Promise<void> => {
      const module = await load().catch(() => undefined);
      if (module !== undefined) loaded.set(load, module.default);
      if (is_wanted) setState({ load, has_failed: module === undefined });
    };
    void open();
    return () => {
      is_wanted = false;
    };
  }, [load, turn]);
  if (Page !== undefined) return <Page {...props} />;
  if (state?.load === load && state.has_failed) {
    return (
      <div class="card">
        <Notice>{shell.page_failed}</Notice>
        <div>
          <Button
            kind="second"
            onClick={() => {
              setState(null);
              setTurn(turn + 1);
            }}
          >
            {common.try_again}
          </Button>
        </div>
      </div>
    );
  }
  return <Loading />;
}
