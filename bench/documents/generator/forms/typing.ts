// The font, the size and the number format in which a tax program types on Form 1040 and its schedules.
import type { Random } from '../sample.ts';
import type { Font } from './canvas.ts';

export type Typing = {
  font: Font;
  size: number;
  dollars: (amount: number) => string;
  mark: string;
  ssn: (ssn: string) => string;
};

export function typingOf(random: Random): Typing {
  const point = random.pick(['', '', '.', '.00']);
  const grouping = random.chance(0.85);
  const parentheses = random.chance(0.5);
  const dash = random.pick(['-', ' ']);
  const zero = random.chance(0.15) ? '-0-' : null;
  return {
    font: random.pick<Font>(['Courier', 'Courier-Bold', 'Helvetica', 'Helvetica-Bold']),
    size: random.pick([8, 8.5, 9]),
    mark: random.pick(['X', 'X', 'x']),
    ssn: (ssn) => ssn.replaceAll('-', dash),
    dollars(amount) {
      if (amount === 0 && zero !== null) return zero;
      const digits = String(Math.abs(amount));
      const whole = `${grouping ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits}${point}`;
      return amount >= 0 ? whole : parentheses ? `(${whole})` : `-${whole}`;
    },
  };
}
