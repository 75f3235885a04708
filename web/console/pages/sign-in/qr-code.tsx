// A QR code, drawn on this page: the secret in it is sent nowhere. The code that computes it is loaded when it is needed.
import { useEffect, useState } from 'preact/hooks';

export function QrCode({ text, label }: { text: string; label: string }) {
  const [rows, setRows] = useState<readonly boolean[][]>([]);
  useEffect(() => {
    const compute = async (): Promise<void> => {
      // Without the picture, the key below it can still be entered by hand.
      const library = await import('uqr').catch(() => undefined);
      if (library !== undefined) setRows(library.encode(text, { border: 2 }).data);
    };
    void compute();
  }, [text]);
  const dots = rows.flatMap((row, y) => row.flatMap((is_dark, x) => (is_dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="qr" viewBox={`0 0 ${rows.length || 1} ${rows.length || 1}`} role="img" aria-label={label}>
      <path fill="#000000" d={dots.join('')} />
    </svg>
  );
}
