// Who is being served by this process, so that work nobody waits for can let them pass.

/** Whoever takes longer waits for something else, such as news of a task; others need not wait with them. */
const SERVED_MS_MAX = 50;

let served = 0;
const waiting = new Set<() => void>();

/** Somebody is being served, until the answer's function is called or they have had their time. */
export function serve(): () => void {
  served++;
  let is_over = false;
  const end = (): void => {
    if (is_over) return;
    is_over = true;
    clearTimeout(timer);
    served--;
    if (served === 0) for (const goOn of waiting) goOn();
  };
  const timer = setTimeout(end, SERVED_MS_MAX).unref();
  return end;
}

/** At once when nobody is being served, else when nobody is any more or the time is up. */
export async function lull(ms_max: number): Promise<void> {
  if (served === 0) return;
  await new Promise<void>((resolve) => {
    const goOn = (): void => {
      clearTimeout(timer);
      waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, ms_max);
    waiting.add(goOn);
  });
}
