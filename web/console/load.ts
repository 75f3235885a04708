// Reads data for a page. The last response of each path is kept in memory. When the user goes back to a page, this
// response is shown immediately while the data is read again.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from './desk.tsx';
import type { Problem } from './http.ts';

export type Loaded<T> = {
  /** The newest response; undefined until the first response arrives. */
  value: T | undefined;
  problem: Problem | undefined;
  is_loading: boolean;
  reload(): void;
};

const KEPT_MAX = 60;
const kept = new Map<string, unknown>();

/** Drops all kept responses, because another person may use the page now. */
export const forgetLoaded = (): void => kept.clear();

function keep(path: string, value: unknown): void {
  kept.delete(path);
  kept.set(path, value);
  for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT_MAX))) kept.delete(oldest);
}

/**
 * Reads a path of the console's API, and reads it again when `version` changes. If the path is null, reads nothing.
 */
export function useLoad<T>(path: string | null, version?: string | number): Loaded<T> {
  const { http } = useApp();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ path: string | null; value?: T; problem?: Problem; is_loading: boolean }>({
    path: null,
    is_loading: path !== null,
  });
  const asked = useRef(http);
  asked.current = http;
  useEffect(() => {
    if (path === null) return;
    const ending = new AbortController();
    const known = kept.get(path) as T | undefined;
    setState((before) => ({
      path,
      is_loading: true,
      ...(known !== undefined
        ? { value: known }
        : before.path === path && before.value !== undefined && { value: before.value }),
    }));
    const read = async (): Promise<void> => {
      const answer = await asked.current.get<T>(path, ending.signal);
      if (ending.signal.aborted) return;
      if (answer.problem === undefined) {
        keep(path, answer.value);
        setState({ path, value: answer.value, is_loading: false });
      } else setState((before) => ({ ...before, path, problem: answer.problem, is_loading: false }));
    };
    void read();
    return () => ending.abort();
  }, [path, turn, version]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  // After the path has changed, the state still belongs to the previous path until the effect has run.
  const is_current = state.path === path;
  const known = path === null ? undefined : (kept.get(path) as T | undefined);
  return {
    value: is_current ? state.value : known,
    problem: is_current ? state.problem : undefined,
    is_loading: path !== null && (!is_current || state.is_loading),
    reload,
  };
}

/** A page of a list, as in the responses of the public API. */
export type Page<T> = { count: number; next: string | null; previous: string | null; results: readonly T[] };
