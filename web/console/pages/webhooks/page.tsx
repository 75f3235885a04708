// Webhook endpoints: the list of endpoints, and one endpoint with its delivery attempts.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Badge } from '../../../shared/parts/marks.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { ContractList } from '../../parts/contract-list.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import type { PageProps } from '../../shell/pages.ts';
import { useWords } from '../../words.ts';
import { EndpointPage } from './endpoint.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { type Endpoint, EVENT_TYPES, WORDS } from './words.ts';

export default function Webhooks({ rest }: PageProps) {
  const [id] = rest;
  return id === undefined ? <Endpoints /> : <EndpointPage key={id} id={id} />;
}

function Endpoints() {
  const { to, may, place } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [is_adding, setAdding] = useState(false);
  const add = may('development', 'write') && <Button onClick={() => setAdding(true)}>{words.add}</Button>;
  const body = { name: 'Main', webhook_url: 'https://your-server.example/vouch', env_type: place.environment };
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {add}
      </PageHead>
      <ContractList<Endpoint>
        caption={words.title}
        path="webhooks/"
        keyOf={({ id }) => id}
        hrefOf={({ id }) => to(['webhooks', id])}
        columns={[
          { label: words.name, show: ({ name }) => name },
          { label: words.url, show: ({ webhook_url }) => <code class="mono">{webhook_url}</code> },
          {
            label: words.events,
            is_minor: true,
            show: ({ events }) =>
              events.length === EVENT_TYPES.length
                ? words.all_events
                : fill(words.some_events, { count: events.length, all: EVENT_TYPES.length }),
          },
          {
            label: common.status,
            show: ({ enabled, disabled_reason }) => (
              <Badge tone={enabled ? 'good' : disabled_reason === null ? 'calm' : 'bad'}>
                {enabled ? words.enabled : words.disabled}
              </Badge>
            ),
          },
        ]}
        empty={
          <Empty title={words.empty_title} text={words.empty_text} curl={{ method: 'POST', path: 'webhooks/', body }}>
            {add}
          </Empty>
        }
      />
      {is_adding && <EndpointForm onClose={() => setAdding(false)} />}
    </>
  );
}
