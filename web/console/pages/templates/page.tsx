// The list of templates, and the page of one template. A template defines how tokens, orders, pages and messages look
// and behave.
import { Badge } from '../../../shared/parts/marks.tsx';
import { useDesk } from '../../desk.tsx';
import { useLoad } from '../../load.ts';
import { ContractList } from '../../parts/contract-list.tsx';
import { Moment, PageHead } from '../../parts/page.tsx';
import { Empty, Show } from '../../parts/states.tsx';
import type { PageProps } from '../../shell/pages.ts';
import { useWords } from '../../words.ts';
import type { Template } from './draft.ts';
import { Editor } from './editor.tsx';
import { WORDS } from './words.ts';

export default function Templates({ rest }: PageProps) {
  const [id] = rest;
  if (id === undefined) return <TemplateList />;
  return id === 'new' ? <Editor template={undefined} onSaved={() => undefined} /> : <OneTemplate key={id} id={id} />;
}

function TemplateList() {
  const { to, may } = useDesk();
  const words = useWords(WORDS);
  const create = may('development', 'write') && (
    <a class="button button-main" href={to(['templates', 'new'])}>
      {words.create}
    </a>
  );
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {create}
      </PageHead>
      <ContractList<Template>
        caption={words.title}
        path="templates/"
        keyOf={({ id }) => id}
        hrefOf={({ id }) => to(['templates', id])}
        columns={[
          { label: words.name, show: ({ name }) => name },
          { label: words.company, show: ({ branding }) => branding.company_name },
          {
            label: words.default,
            show: ({ default_for_products }) =>
              default_for_products ? <Badge tone="good">{words.default}</Badge> : null,
          },
          { label: words.updated, show: ({ updated_at }) => <Moment at={updated_at} /> },
        ]}
        empty={
          <Empty
            title={words.empty_title}
            text={words.empty_text}
            curl={{
              method: 'POST',
              path: 'templates/',
              body: { name: 'Mortgages', branding: { company_name: 'Acme Lending', accent_color: '#2b59c3' } },
            }}
          >
            {create}
          </Empty>
        }
      />
    </>
  );
}

function OneTemplate({ id }: { id: string }) {
  const { v1 } = useDesk();
  const template = useLoad<Template>(v1(`templates/${id}/`));
  return (
    <Show of={template} is_page>
      {(value) => <Editor template={value} onSaved={template.reload} />}
    </Show>
  );
}
