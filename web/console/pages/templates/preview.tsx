// What applicants see with a template: screens of the real widget, and the mails and text messages that the server
// makes for an invented applicant. Changes that are not saved yet are included.
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../../../shared/parts/basics.tsx';
import { Select } from '../../../shared/parts/fields.tsx';
import { SERVER_URL } from '../../../shared/server.ts';
import type { PreviewedLooks } from '../../../widget/preview.tsx';
import { useDesk } from '../../desk.tsx';
import { useLoad } from '../../load.ts';
import { Show } from '../../parts/states.tsx';
import { queryText } from '../../router.ts';
import { useLocale, useWords } from '../../words.ts';
import type { Draft } from './draft.ts';
import { WORDS } from './words.ts';

type PreviewProps = { draft: Draft; changes: object; template_id: string | undefined };

const SCREENS = ['consent', 'employer', 'success'] as const;
const KINDS = ['invitation', 'reminder'] as const;
/** The server refuses longer URLs. */
const QUERY_LENGTH_MAX = 12_000;
/** The preview is updated when the user has stopped typing for this time. */
const PAUSE_MS = 400;

export function Preview({ draft, changes, template_id }: PreviewProps) {
  const words = useWords(WORDS);
  return (
    <section class="card">
      <h2>{words.preview}</h2>
      <WidgetPreview draft={draft} />
      <MessagePreview changes={changes} template_id={template_id} />
    </section>
  );
}

function WidgetPreview({ draft: { branding, bridge, orders } }: { draft: Draft }) {
  const { membership } = useDesk();
  const words = useWords(WORDS);
  const locale = useLocale();
  const [screen, setScreen] = useState<PreviewedLooks['screen']>('consent');
  const { header, url } = branding.custom_end_user_agreement;
  const looks: PreviewedLooks = {
    client_name: membership.client_name,
    branding: {
      ...branding,
      company_name: branding.company_name || null,
      privacy_url: branding.privacy_url || null,
      background_color: branding.background_color || null,
      custom_end_user_agreement: url ? { header: header || null, url } : null,
    },
    hide_service_logo: bridge.hide_service_logo,
    hide_support_button: bridge.hide_support_button,
    support_email: orders.support_email || null,
    texts: { search_header: bridge.texts.search_header || null, success_cta: bridge.texts.success_cta || null },
    locale,
    screen,
  };
  return (
    <>
      <Select
        label={words.preview_widget}
        value={screen}
        onChange={(value) => setScreen(SCREENS.find((one) => one === value) ?? 'consent')}
        options={SCREENS.map((value) => ({ value, label: words[`screen_${value}`] }))}
      />
      <iframe
        class="widget-frame"
        title={words.preview_widget}
        src={`${SERVER_URL}widget/preview/#${encodeURIComponent(JSON.stringify(looks))}`}
        tabIndex={-1}
        loading="lazy"
      />
    </>
  );
}

type Messages = { subject: string; from_name: string | null; sms: string };

function MessagePreview({ changes, template_id }: Omit<PreviewProps, 'draft'>) {
  const { http, own } = useDesk();
  const words = useWords(WORDS);
  const [kind, setKind] = useState<(typeof KINDS)[number]>('invitation');
  const draft = usePaused(JSON.stringify(changes));
  const query = queryText({ kind, template_id: template_id ?? null, draft });
  const is_too_long = query.length > QUERY_LENGTH_MAX;
  const messages = useLoad<Messages>(is_too_long ? null : own(`templates/preview/${query}`));
  const page = own(`templates/preview/page/${query}`);
  return (
    <>
      <Select
        label={words.preview_messages}
        value={kind}
        onChange={(value) => setKind(KINDS.find((one) => one === value) ?? 'invitation')}
        options={KINDS.map((value) => ({ value, label: words[value] }))}
      />
      {is_too_long ? (
        <Notice tone="calm">{words.too_long}</Notice>
      ) : (
        <Show of={messages}>
          {({ subject, from_name, sms }) => (
            <>
              <h3>{words.preview_mail}</h3>
              <p class="mail-subject">
                {from_name === null ? '' : `${from_name}: `}
                {subject}
              </p>
              <iframe
                key={page}
                class="mail-frame"
                title={words.preview_mail}
                src={http.url(page)}
                sandbox=""
                loading="lazy"
              />
              <h3>{words.preview_sms}</h3>
              <p class="text-message">{sms}</p>
            </>
          )}
        </Show>
      )}
    </>
  );
}

/** Returns the text as it was when the user last stopped typing. */
function usePaused(text: string): string {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return shown;
}
