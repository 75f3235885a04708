// The object that the URL names, shown in a dialog. It is taken from the loaded page of a list. If the page does not
// contain the object, for example because newer rows have pushed it off the page, the object is read by its id.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Dialog } from '../../shared/parts/dialog.tsx';
import { type Loaded, useLoad } from '../load.ts';
import { useWords } from '../words.ts';
import { Failed } from './states.tsx';
import { COMMON } from './words.ts';

type Wanted<T> = {
  /** The id in the URL; an empty string if the URL names no object. */
  id: string;
  /** The loaded page of the list; undefined until it is loaded. */
  listed: readonly T[] | undefined;
  isChosen(one: T): boolean;
  /** The path of the object. */
  path: string;
};

export function useChosen<T>({ id, listed, isChosen, path }: Wanted<T>): Loaded<T> {
  const found = id === '' ? undefined : listed?.find(isChosen);
  const read = useLoad<T>(id === '' || listed === undefined || found !== undefined ? null : path);
  // New rows can push the object off the page. The dialog stays open while the object is then read by its id.
  const known = useRef<{ id: string; value: T | undefined }>({ id, value: undefined });
  if (known.current.id !== id) known.current = { id, value: undefined };
  known.current.value = found ?? read.value ?? known.current.value;
  return { ...read, value: known.current.value };
}

type ChosenProps<T> = { of: Loaded<T>; children(value: T): ComponentChildren; onClose(): void };

export function Chosen<T>({ of, children, onClose }: ChosenProps<T>) {
  const words = useWords(COMMON);
  if (of.value !== undefined) return <>{children(of.value)}</>;
  if (of.problem === undefined) return null;
  return (
    <Dialog
      kind="side"
      title={of.problem.status === 404 ? words.missing_title : words.fails_title}
      close_label={words.close}
      onClose={onClose}
    >
      <Failed problem={of.problem} onRetry={of.reload} />
    </Dialog>
  );
}
