// The head of a report page: the person, the creation time of the report, and a link to its PDF.
import { useDesk } from '../../desk.tsx';
import { fullName } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Moment, PageHead } from '../../parts/page.tsx';
import { useWords } from '../../words.ts';
import { type Person, WORDS } from './words.ts';

type ReportHeadProps = { title: string; user_id: string; path: string; made_at: string };

export function ReportHead({ title, user_id, path, made_at }: ReportHeadProps) {
  const { to, v1, http, may } = useDesk();
  const words = useWords(WORDS);
  const person = useLoad<Person>(v1(`users/${user_id}/`));
  const name = person.value === undefined ? undefined : fullName(person.value);
  return (
    <PageHead
      title={title}
      lead={
        <>
          {words.made} <Moment at={made_at} />
        </>
      }
      crumbs={[
        { label: words.title, href: to(['people']) },
        { label: name ?? words.person, href: to(['people', user_id], { tab: 'reports' }) },
      ]}
    >
      {may('disclosure', 'write') && (
        <a class="button button-second" download href={http.url(v1(`${path}?fmt=pdf`))}>
          {words.as_pdf}
        </a>
      )}
    </PageHead>
  );
}
