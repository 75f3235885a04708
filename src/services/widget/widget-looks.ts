// The appearance of the widget and the landing page, from the template or from the defaults.
import type { DataSource } from '#domain/access/products.ts';
import { DEFAULT_DOCUMENT_UPLOAD } from '#domain/access/template-documents.ts';
import { DEFAULT_BRANDING, DEFAULT_BRIDGE } from '#domain/access/template-looks.ts';
import type { TemplateSettings } from '#domain/access/templates.ts';
import type { Looks, Session } from '#domain/widget/widget.ts';
import { templateOf } from '#services/access/templates.ts';
import type { Ctx } from '#services/platform/ctx.ts';

export type Template = {
  looks: Omit<Looks, 'client_name'>;
  texts: Session['texts'];
  data_sources_flow: readonly DataSource[];
  custom_field_title: string | null;
  document_upload: Session['document_upload'];
};

export async function widgetTemplate(ctx: Ctx, template_id: string | null): Promise<Template> {
  const settings = template_id === null ? undefined : (await templateOf(ctx, template_id)).settings;
  const { texts, hide_service_logo, hide_support_button } = settings?.bridge ?? DEFAULT_BRIDGE;
  return {
    looks: {
      branding: brandingOf(settings),
      hide_service_logo,
      hide_support_button,
      support_email: settings?.orders.support_email ?? null,
    },
    texts,
    data_sources_flow: settings?.data_sources_flow ?? [],
    custom_field_title: settings?.orders.custom_field_title ?? null,
    document_upload: settings?.document_upload ?? DEFAULT_DOCUMENT_UPLOAD,
  };
}

/** A custom end-user agreement without a URL is treated as absent. */
function brandingOf(settings: TemplateSettings | undefined): Looks['branding'] {
  const branding = settings?.branding ?? DEFAULT_BRANDING;
  const { header, url } = branding.custom_end_user_agreement;
  return { ...branding, custom_end_user_agreement: url === null ? null : { header, url } };
}
