// Finds the deposits that prove a figure of an income report. They are read from the explanation of the figure.

/** One explained figure: its value, the rule that computed it, and the inputs of the rule. */
type Figure = { value: unknown; rule: string; inputs: Readonly<Record<string, unknown>> };
export type Figures = Readonly<Record<string, Figure>>;

type Proof = {
  /** The ids of the transactions from which the value is computed. */
  counted: ReadonlySet<string>;
  /** The ids of the transactions that the rule left out, such as a bonus. */
  left_out: ReadonlySet<string>;
  /** The names of the other figures from which the value is computed. They are figures of the same income source. */
  figures: readonly string[];
};

/** The names of the inputs that list transactions which the rule left out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['left_out', 'bonus_inside', 'bonus_alone']);

/**
 * Returns the proof of the figure `name`. If the figure is computed from other figures, the proof also includes the
 * transactions of those figures. If the explanation names no transactions, as for the forecast of a one-off income, the
 * proof is empty.
 */
export function proofOf(name: string, figures: Figures): Proof {
  const entries = Object.entries(figures[name]?.inputs ?? {});
  const used = entries.map(([input]) => input).filter((input) => input !== name && Object.hasOwn(figures, input));
  const further = used.map((input) => proofOf(input, figures));
  const named = (is_left_out: boolean): string[] =>
    entries.flatMap(([input, value]) => (LEFT_OUT.has(input) === is_left_out ? idsIn(value) : []));
  const left_out = new Set([...named(true), ...further.flatMap((proof) => [...proof.left_out])]);
  const counted = [...named(false), ...further.flatMap((proof) => [...proof.counted])];
  return { counted: new Set(counted.filter((id) => !left_out.has(id))), left_out, figures: used };
}

/** All transaction ids in a value. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^[0-9a-f]{32}$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}
