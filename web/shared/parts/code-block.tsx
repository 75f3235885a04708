// Shows code with a button that copies it, and JSON with coloured values.
import { useState } from 'preact/hooks';
import { Button } from './basics.tsx';

export type CopyLabels = { copy: string; copied: string };

export function CopyButton({ text, labels, name }: { text: string; labels: CopyLabels; name?: string }) {
  const [is_copied, setCopied] = useState(false);
  return (
    <Button
      is_small
      kind="quiet"
      label={name === undefined ? undefined : `${is_copied ? labels.copied : labels.copy}: ${name}`}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {is_copied ? labels.copied : labels.copy}
    </Button>
  );
}

type CodeBlockProps = { text: string; label: string; labels: CopyLabels };

export const CodeBlock = ({ text, label, labels }: CodeBlockProps) => (
  <figure class="code-block">
    <figcaption>
      <span>{label}</span>
      <CopyButton text={text} labels={labels} name={label} />
    </figcaption>
    <pre tabIndex={0} role="group" aria-label={label}>
      {text}
    </pre>
  </figure>
);

type JsonBlockProps = { value: unknown; label: string; labels: CopyLabels };

export function JsonBlock({ value, label, labels }: JsonBlockProps) {
  const text = JSON.stringify(value, undefined, 2) ?? 'null';
  return (
    <figure class="code-block">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} labels={labels} name={label} />
      </figcaption>
      <pre tabIndex={0} role="group" aria-label={label}>
        {jsonParts(text).map(({ kind, part }, at) =>
          kind === '' ? (
            part
          ) : (
            <span key={at} class={`json-${kind}`}>
              {part}
            </span>
          ),
        )}
      </pre>
    </figure>
  );
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Splits JSON text into names, strings, numbers, words (`true`, `false`, `null`), and the text between them. */
export function jsonParts(text: string): { kind: '' | 'name' | 'string' | 'word' | 'number'; part: string }[] {
  const parts: ReturnType<typeof jsonParts> = [];
  let end = 0;
  for (const found of text.matchAll(TOKEN)) {
    const [whole, quoted, colon, word] = found;
    if (found.index > end) parts.push({ kind: '', part: text.slice(end, found.index) });
    const kind =
      quoted === undefined ? (word === undefined ? 'number' : 'word') : colon === undefined ? 'string' : 'name';
    if (kind === 'name') parts.push({ kind, part: quoted ?? '' }, { kind: '', part: colon ?? '' });
    else parts.push({ kind, part: whole });
    end = found.index + whole.length;
  }
  if (end < text.length) parts.push({ kind: '', part: text.slice(end) });
  return parts;
}
