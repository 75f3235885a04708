// The page of one document.
import type { PageProps } from '../../shell/pages.ts';
import { DocumentView } from './document.tsx';

export default function DocumentPage({ rest }: PageProps) {
  const id = rest[0] ?? '';
  return <DocumentView key={id} id={id} />;
}
