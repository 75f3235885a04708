// Commits concurrent writes of one scope together. Each commit waits for the disk and for a server process to wake. If
// ten requests that insert one row each are committed together, they share one wait. A failed group is rolled back, and
// its writes are retried one by one, so that each write has its own outcome.

export type Write = { readonly sql: string; readonly values: readonly unknown[] };

export type GroupWrites<Scope> = {
  /**
   * Resolves once the write is committed. Rejects if this write itself fails, or if the connection is lost while the
   * write waits or runs.
   */
  run(scope: Scope, write: Write): Promise<void>;
};

export type GroupWriteParts<Scope> = {
  nameOf(scope: Scope): string;
  alone(scope: Scope, write: Write): Promise<void>;
  /** Commits either all writes of the group or none. */
  together(scope: Scope, writes: readonly Write[]): Promise<void>;
  /** Whether the group may have been committed in spite of the error. Such a group is not retried. */
  isUncertain(error: unknown): boolean;
};

/** Maximum number of concurrent groups of writes per scope. While these groups run, further writes are collected. */
const GROUPS_MAX = 4;
const WRITES_MAX = 16;

type Waiting = Write & { resolve(): void; reject(error: unknown): void };
type Line = { readonly waiting: Waiting[]; groups: number; is_due: boolean };

export function openGroupWrites<Scope>(parts: GroupWriteParts<Scope>): GroupWrites<Scope> {
  const lines = new Map<string, Line>();

  /**
   * Dispatches the waiting writes after the current event loop iteration, so that requests that arrived together share
   * a group.
   */
  function dispatchSoon(scope: Scope, name: string, line: Line): void {
    if (line.is_due) return;
    line.is_due = true;
    setImmediate(() => {
      line.is_due = false;
      while (line.groups < GROUPS_MAX && line.waiting.length > 0) void dispatch(scope, name, line);
    });
  }

  async function dispatch(scope: Scope, name: string, line: Line): Promise<void> {
    // Divides the waiting writes evenly among the groups that may still be started.
    const size = Math.min(WRITES_MAX, Math.ceil(line.waiting.length / (GROUPS_MAX - line.groups)));
    const group = line.waiting.splice(0, size);
    line.groups++;
    const loss = await commit(scope, group);
    line.groups--;
    // The connection was lost. Waiting writes fail now, instead of each waiting for its own timeout.
    if (loss !== undefined) for (const { reject } of line.waiting.splice(0)) reject(loss);
    if (line.waiting.length > 0) dispatchSoon(scope, name, line);
    else if (line.groups === 0) lines.delete(name);
  }

  /**
   * Resolves or rejects every write of the group. Returns the error if it is uncertain whether the writes were
   * committed.
   */
  async function commit(scope: Scope, group: readonly Waiting[]): Promise<unknown> {
    if (group.length > 1) {
      try {
        await parts.together(scope, group);
        for (const { resolve } of group) resolve();
        return undefined;
      } catch (error) {
        if (parts.isUncertain(error)) {
          for (const { reject } of group) reject(error);
          return error;
        }
      }
    }
    const losses = await Promise.all(group.map((write) => commitAlone(scope, write)));
    return losses.find((loss) => loss !== undefined);
  }

  async function commitAlone(scope: Scope, write: Waiting): Promise<unknown> {
    try {
      await parts.alone(scope, write);
      write.resolve();
      return undefined;
    } catch (error) {
      write.reject(error);
      return parts.isUncertain(error) ? error : undefined;
    }
  }

  return {
    run(scope, { sql, values }) {
      const name = parts.nameOf(scope);
      const line = lines.get(name) ?? { waiting: [], groups: 0, is_due: false };
      lines.set(name, line);
      return new Promise((resolve, reject) => {
        line.waiting.push({ sql, values, resolve, reject });
        if (line.groups < GROUPS_MAX) dispatchSoon(scope, name, line);
      });
    },
  };
}
