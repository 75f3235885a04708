// The list of documents that look altered: those that were reviewed, and those that are still waiting for a review.
import { Badge } from '../../../shared/parts/marks.tsx';
import { useDesk } from '../../desk.tsx';
import { ContractList } from '../../parts/contract-list.tsx';
import { DOCUMENT_WORDS, SIGN_WORDS } from '../../parts/kinds.ts';
import { PageHead, PersonId } from '../../parts/page.tsx';
import { type Curl, Empty } from '../../parts/states.tsx';
import type { PageProps } from '../../shell/pages.ts';
import { useWords, wordFor } from '../../words.ts';
import { DocumentView } from '../documents/document.tsx';
import { type Reviewed, TONES, WORDS } from '../documents/words.ts';
import { SendSample } from './sample.tsx';

const STATUSES = ['pending', 'cleared', 'confirmed'] as const;

export default function Reviews({ rest }: PageProps) {
  const [id] = rest;
  return id === undefined ? <ReviewList /> : <DocumentView key={id} id={id} />;
}

/** The API request that uploads a document. A document is reviewed only if it has signs of alteration. */
const UPLOAD: Curl = {
  method: 'POST',
  path: 'documents/collections/',
  body: { documents: [{ filename: 'stub.pdf', mime_type: 'application/pdf', content: '<the file in base64>' }] },
};

function ReviewList() {
  const { to } = useDesk();
  const words = useWords(WORDS);
  const documents = useWords(DOCUMENT_WORDS);
  const signs = useWords(SIGN_WORDS);
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        <SendSample />
      </PageHead>
      <ContractList<Reviewed>
        caption={words.title}
        path="documents/reviews/"
        filters={[
          {
            name: 'review_status',
            label: words.review_status,
            kind: 'choice',
            options: STATUSES.map((value) => ({ value, label: words[value] })),
          },
        ]}
        keyOf={({ document_id }) => document_id}
        hrefOf={({ document_id }) => to(['reviews', document_id])}
        columns={[
          { label: words.document, show: ({ document_type }) => wordFor(documents, document_type) },
          {
            label: words.person,
            show: ({ user_id }) => (
              <span class="above">
                <PersonId id={user_id} />
              </span>
            ),
          },
          {
            label: words.signs,
            show: ({ fraud_signals }) => [...new Set(fraud_signals.map(({ code }) => wordFor(signs, code)))].join(', '),
          },
          {
            label: words.review_status,
            show: ({ review_status }) => (
              <Badge tone={TONES[review_status] ?? 'calm'}>{wordFor(words, review_status)}</Badge>
            ),
          },
        ]}
        isChangedBy={() => true}
        empty={<Empty title={words.empty_title} text={words.empty_text} curl={UPLOAD} />}
      />
    </>
  );
}
