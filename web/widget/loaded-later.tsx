// Screens that are loaded when they are first shown, because most applicants never see them.
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const TRY_AGAIN_MS = 2_000;

/**
 * Returns a component that shows one of the screens of a module. The loaded screens are kept, so that they are shown
 * immediately from the second time on.
 */
function loadedLater<Name extends string>(load: () => Promise<Record<Name, ComponentType>>) {
  let loaded: Record<Name, ComponentType> | undefined;

  /** A failed load is repeated every `TRY_AGAIN_MS`, as long as `isWanted` is true. */
  const loadWanted = async (isWanted: () => boolean): Promise<Record<Name, ComponentType> | undefined> => {
    while (isWanted()) {
      try {
        loaded = await load();
        return loaded;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
    }
    return undefined;
  };

  /** `meanwhile` is shown until the screen is loaded. */
  return function LaterScreen({ name, meanwhile }: { name: Name; meanwhile: JSX.Element }) {
    const [screens, setScreens] = useState(loaded);
    useEffect(() => {
      let is_wanted = true;
      const show = async (): Promise<void> => setScreens(await loadWanted(() => is_wanted));
      if (screens === undefined) void show();
      return () => {
        is_wanted = false;
      };
    }, []);
    if (screens === undefined) return meanwhile;
    const Shown: ComponentType = screens[name];
    return <Shown />;
  };
}

export const DocumentScreen = loadedLater<'DocTypes' | 'Upload'>(() => import('./screens/documents.tsx'));
export const FileScreen = loadedLater<'BankFile' | 'BankFileColumns'>(() => import('./screens/bank-file.tsx'));
