// Templates define how tokens, orders, pages and messages look and behave. While the user types a change, the page
// shows a preview.
import { useId, useState } from 'preact/hooks';
import { inkOn, isHexColor } from '../../../shared/colors.ts';
import { Button } from '../../../shared/parts/basics.tsx';
import { TextArea, TextField } from '../../../shared/parts/fields.tsx';
import { Badge } from '../../../shared/parts/marks.tsx';
import { useDesk } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { useLoad } from '../../load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { ContractList } from '../../parts/contract-list.tsx';
import { Moment, PageHead } from '../../parts/page.tsx';
import { CurlBlock, Empty, FormProblem, faultOf, Json, Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import type { PageProps } from '../../shell/pages.ts';
import { useWords } from '../../words.ts';
import { WORDS } from './words.ts';

type Template = {
  id: string;
  name: string;
  default_for_products: boolean;
  updated_at: string;
  branding: { company_name: string | null; accent_color: string | null; logo: string | null };
  orders: {
    link_expiration: string;
    support_email: string | null;
    first_email: { subject: string | null; text: string | null } | null;
    first_sms: { text: string | null } | null;
    certification: boolean;
  };
};

export default function Templates({ rest }: PageProps) {
  const [id] = rest;
  if (id === undefined) return <TemplateList />;
  return id === 'new' ? <Editor template={undefined} /> : <OneTemplate key={id} id={id} />;
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
          { label: words.company, show: ({ branding }) => branding.company_name ?? '–' },
          {
            label: words.default,
            show: ({ default_for_products }) =>
              default_for_products ? <Badge tone="good">{words.default}</Badge> : '–',
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
      {(value) => <Editor template={value} />}
    </Show>
  );
}

function Editor({ template }: { template: Template | undefined }) {
  const { http, v1, say, go, to, may, place } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const color_id = useId();
  const [name, setName] = useState(template?.name ?? '');
  const [company_name, setCompany] = useState(template?.branding.company_name ?? '');
  const [accent_color, setAccent] = useState(template?.branding.accent_color ?? '#2b59c3');
  const [link_expiration, setExpiration] = useState(template?.orders.link_expiration ?? '72');
  const [support_email, setSupport] = useState(template?.orders.support_email ?? '');
  const [subject, setSubject] = useState(template?.orders.first_email?.subject ?? '');
  const [text, setText] = useState(template?.orders.first_email?.text ?? '');
  const [sms, setSms] = useState(template?.orders.first_sms?.text ?? '');
  const [certification, setCertification] = useState(template?.orders.certification ?? false);
  const [is_default, setDefault] = useState(template?.default_for_products ?? false);
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const [is_removing, setRemoving] = useState(false);
  const body = {
    name: name.trim(),
    default_for_products: is_default,
    branding: { company_name: company_name.trim(), accent_color },
    orders: {
      link_expiration,
      certification,
      ...(support_email.trim() !== '' && { support_email: support_email.trim() }),
      ...(subject + text !== '' && { first_email: { subject, text } }),
      ...(sms !== '' && { first_sms: { text: sms } }),
    },
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    const answer =
      template === undefined
        ? await http.send<Template>('POST', v1('templates/'), body)
        : await http.send<Template>('PATCH', v1(`templates/${template.id}/`), body);
    setBusy(false);
    setProblem(answer.problem);
    if (answer.problem !== undefined) return;
    say({ text: words.saved });
    if (template === undefined) go(to(['templates', answer.value.id]));
  };
  return (
    <>
      <PageHead title={template?.name ?? words.create} crumbs={[{ label: words.title, href: to(['templates']) }]}>
        {template !== undefined && place.environment === 'sandbox' && (
          <a class="button button-second" href={to(['emulator'], { template_id: template.id })}>
            {words.try_it}
          </a>
        )}
        {template !== undefined && may('development', 'write') && (
          <Button kind="quiet" onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        )}
      </PageHead>
      <div class="columns">
        <form
          class="card form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!is_busy) void save();
          }}
        >
          <TextField name="name" label={words.name} value={name} onInput={setName} fault={faultOf(problem, 'name')} />
          <div class="form-pair">
            <TextField
              name="company_name"
              label={words.company}
              optional={common.optional}
              value={company_name}
              onInput={setCompany}
              fault={faultOf(problem, 'branding.company_name')}
            />
            <div class="field">
              <label for={color_id}>{words.accent}</label>
              <div class="box">
                <input
                  id={color_id}
                  type="color"
                  value={accent_color}
                  onInput={(event) => setAccent(event.currentTarget.value)}
                />
              </div>
            </div>
          </div>
          <div class="form-pair">
            <TextField
              name="link_expiration"
              label={words.expiration}
              inputmode="numeric"
              value={link_expiration}
              onInput={setExpiration}
              fault={faultOf(problem, 'orders.link_expiration')}
            />
            <TextField
              name="support_email"
              type="email"
              label={words.support}
              optional={common.optional}
              value={support_email}
              onInput={setSupport}
              fault={faultOf(problem, 'orders.support_email')}
            />
          </div>
          <TextField
            name="subject"
            label={words.subject}
            optional={common.optional}
            value={subject}
            onInput={setSubject}
          />
          <TextArea label={words.text} optional={common.optional} value={text} length_max={4000} onInput={setText} />
          <p class="hint">{words.placeholders}</p>
          <TextArea label={words.sms} optional={common.optional} value={sms} length_max={500} onInput={setSms} />
          <label class="check">
            <input type="checkbox" checked={certification} onChange={() => setCertification(!certification)} />
            {words.certification}
          </label>
          <label class="check">
            <input type="checkbox" checked={is_default} onChange={() => setDefault(!is_default)} />
            {words.default_text}
          </label>
          <FormProblem
            problem={problem}
            fields={['name', 'branding.company_name', 'orders.link_expiration', 'orders.support_email']}
          />
          {may('development', 'write') && (
            <div class="form-end">
              <Button type="submit" is_busy={is_busy}>
                {common.save}
              </Button>
            </div>
          )}
        </form>
        <Preview
          company={company_name || words.sample_company}
          accent={accent_color}
          subject={subject || words.sample_subject}
          text={text || words.sample_text}
          sms={sms || words.sample_sms}
        />
      </div>
      {template === undefined ? (
        <CurlBlock method="POST" path="templates/" body={body} />
      ) : (
        <details class="more">
          <summary>JSON</summary>
          <Json label={`GET /v1/templates/${template.id}/`} value={template} />
        </details>
      )}
      {is_removing && template !== undefined && (
        <Confirm
          title={words.remove_title}
          action={words.remove}
          run={() => http.send('DELETE', v1(`templates/${template.id}/`))}
          onClose={() => setRemoving(false)}
          onDone={() => {
            say({ text: words.removed });
            go(to(['templates']));
          }}
        >
          {words.remove_text}
        </Confirm>
      )}
    </>
  );
}

type PreviewProps = { company: string; accent: string; subject: string; text: string; sms: string };

/** Fills in the placeholders of a message with the data of a sample person. */
const filled = (text: string, company: string): string =>
  text
    .replaceAll('{{first_name}}', 'Jordan')
    .replaceAll('{{company_name}}', company)
    .replaceAll('{{link}}', 'https://…/s/k3v9q2xw7m')
    .replaceAll('{{custom_field}}', 'L-100');

function Preview({ company, accent, subject, text, sms }: PreviewProps) {
  const words = useWords(WORDS);
  const color = isHexColor(accent) ? accent : '#2b59c3';
  return (
    <section class="card">
      <h2>{words.preview}</h2>
      <h3>{words.preview_widget}</h3>
      <div class="widget-preview">
        <strong>{words.preview_title.replace('{company}', company)}</strong>
        <span class="soft small">{words.preview_text}</span>
        <span class="preview-button" style={{ background: color, color: inkOn(color) }}>
          {words.preview_button}
        </span>
      </div>
      <h3>{words.preview_mail}</h3>
      <div class="widget-preview">
        <strong>{filled(subject, company)}</strong>
        <p class="message">{filled(text, company)}</p>
      </div>
      <h3>{words.preview_sms}</h3>
      <div class="widget-preview">
        <p class="message">{filled(sms, company)}</p>
      </div>
    </section>
  );
}
