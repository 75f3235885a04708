// Confetti on success. It is not shown if the browser asks for reduced motion, or if the template hides it.

const COLORS = ['#2b59c3', '#14a06f', '#f2b134', '#e4576b', '#7d5ad6'];

/** A pseudo-random number that is the same on every run. */
const scatter = (at: number, salt: number): number => {
  const value = Math.sin((at + 1) * 12.9898 + salt * 78.233) * 43_758.5453;
  return value - Math.floor(value);
};

const PIECES = Array.from({ length: 32 }, (_, at) => ({
  at: Math.round(scatter(at, 1) * 100),
  wait: Math.round(scatter(at, 2) * 700),
  spin: Math.round(180 + scatter(at, 3) * 540),
  hue: COLORS[at % COLORS.length] ?? '',
}));

export const Confetti = () => (
  <div class="confetti" aria-hidden="true">
    {PIECES.map(({ at, wait, spin, hue }) => (
      <i
        key={`${at} ${wait}`}
        style={{ '--at': String(at), '--wait': String(wait), '--spin': String(spin), '--hue': hue }}
      />
    ))}
  </div>
);
