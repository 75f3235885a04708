// Screens that are loaded when they are first shown, because most applicants never see them.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const TRY_AGAIN_MS = 2_000;

const load = () => import('./screens/documents.tsx');
type DocumentScreens = Awaited<ReturnType<typeof load>>;

/** The loaded screens. They are kept, so that they are shown at once from the second time on. */
let loaded: DocumentScreens | undefined;

/** Loads the screens for documents. A failed load is repeated every `TRY_AGAIN_MS`, as long as `isWanted` is true. */
async function loadDocuments(isWanted: () => boolean): Promise<DocumentScreens | undefined> {
  while (isWanted()) {
    try {
      loaded = await load();
      return loaded;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  }
  return undefined;
}

/** `meanwhile` is shown until the screen is loaded. */
export function DocumentScreen({ name, meanwhile }: { name: 'DocTypes' | 'Upload'; meanwhile: JSX.Element }) {
  const [screens, setScreens] = useState(loaded);
  useEffect(() => {
    let is_wanted = true;
    const show = async (): Promise<void> => setScreens(await loadDocuments(() => is_wanted));
    if (screens === undefined) void show();
    return () => {
      is_wanted = false;
    };
  }, []);
  if (screens === undefined) return meanwhile;
  const Shown = screens[name];
  return <Shown />;
}
