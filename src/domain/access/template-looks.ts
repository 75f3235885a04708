// The visible part of a template: texts and colours of the widget and the pages.
import { type Static, Type } from 'typebox';
import type { InvalidParam } from '#base/errors.ts';
import { nullable, optionalText, shape } from '#base/schema.ts';
import { isCssColor, isHexColor } from '#domain/platform/css-colors.ts';
import { changedText } from './template-texts.ts';

const flag = Type.Optional(Type.Boolean());
const widgetText = optionalText(120);
const url = optionalText(2048, { format: 'url', examples: ['https://acme.example/logo.svg'] });
const shown = nullable(Type.String());

export const BridgeChanges = shape('NewTemplateBridge', 'How the widget looks.', {
  texts: Type.Optional(
    shape('NewWidgetTexts', 'Texts shown in the widget.', { search_header: widgetText, success_cta: widgetText }),
  ),
  hide_service_logo: flag,
  hide_support_button: flag,
});
type BridgeChanges = Static<typeof BridgeChanges>;

export const Bridge = shape('TemplateBridge', 'How the widget looks.', {
  texts: shape('WidgetTexts', 'Texts shown in the widget.', { search_header: shown, success_cta: shown }),
  hide_service_logo: Type.Boolean(),
  hide_support_button: Type.Boolean(),
});
type Bridge = Static<typeof Bridge>;

export const BrandingChanges = shape('NewTemplateBranding', 'The branding shown in the widget, pages and messages.', {
  company_name: optionalText(128),
  logo: url,
  accent_color: optionalText(64, { description: '#rrggbb', examples: ['#1a73e8'] }),
  background_color: optionalText(64, { description: 'Any CSS colour.', examples: ['rgb(250, 250, 250)'] }),
  privacy_url: url,
  hide_confetti: flag,
  custom_end_user_agreement: Type.Optional(
    shape('NewEndUserAgreement', 'Your own agreement, which applicants accept.', { header: optionalText(128), url }),
  ),
});
type BrandingChanges = Static<typeof BrandingChanges>;

export const Branding = shape('TemplateBranding', 'The branding shown in the widget, pages and messages.', {
  company_name: shown,
  logo: shown,
  accent_color: shown,
  background_color: shown,
  privacy_url: shown,
  hide_confetti: Type.Boolean(),
  custom_end_user_agreement: shape('EndUserAgreement', 'Your own agreement, which applicants accept.', {
    header: shown,
    url: shown,
  }),
});
type Branding = Static<typeof Branding>;

export const DEFAULT_BRIDGE: Bridge = {
  texts: { search_header: null, success_cta: null },
  hide_service_logo: false,
  hide_support_button: false,
};

export const DEFAULT_BRANDING: Branding = {
  company_name: null,
  logo: null,
  accent_color: null,
  background_color: null,
  privacy_url: null,
  hide_confetti: false,
  custom_end_user_agreement: { header: null, url: null },
};

export const changeBridge = (before: Bridge, sent: BridgeChanges = {}): Bridge => ({
  texts: {
    search_header: changedText(before.texts.search_header, sent.texts?.search_header),
    success_cta: changedText(before.texts.success_cta, sent.texts?.success_cta),
  },
  hide_service_logo: sent.hide_service_logo ?? before.hide_service_logo,
  hide_support_button: sent.hide_support_button ?? before.hide_support_button,
});

export const changeBranding = (before: Branding, sent: BrandingChanges = {}): Branding => ({
  company_name: changedText(before.company_name, sent.company_name),
  logo: changedText(before.logo, sent.logo),
  accent_color: changedText(before.accent_color, sent.accent_color),
  background_color: changedText(before.background_color, sent.background_color),
  privacy_url: changedText(before.privacy_url, sent.privacy_url),
  hide_confetti: sent.hide_confetti ?? before.hide_confetti,
  custom_end_user_agreement: {
    header: changedText(before.custom_end_user_agreement.header, sent.custom_end_user_agreement?.header),
    url: changedText(before.custom_end_user_agreement.url, sent.custom_end_user_agreement?.url),
  },
});

/** Returns the validation errors that the schema cannot detect. */
export function brandingFaults({ accent_color, background_color }: Branding): InvalidParam[] {
  const faults: InvalidParam[] = [];
  const message = 'Enter a valid color.';
  if (accent_color !== null && !isHexColor(accent_color)) faults.push({ field: 'branding.accent_color', message });
  if (background_color !== null && !isCssColor(background_color)) {
    faults.push({ field: 'branding.background_color', message });
  }
  return faults;
}
