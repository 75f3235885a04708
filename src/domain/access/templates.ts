// Templates: how a client's widget, pages and messages look, and what they request from applicants.
import { type Static, Type } from 'typebox';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { choice, Id, PAGING, requiredText, shape, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import {
  AssetReportChanges,
  AssetReportOptions,
  assetReportFaults,
  changeAssetReport,
  DAYS_REQUESTED,
  DaysRequested,
  DEFAULT_ASSET_REPORT,
} from './asset-report-options.ts';
import { DATA_SOURCES, PRODUCT_TYPES, type ProductType } from './products.ts';
import {
  changeDocumentUpload,
  DEFAULT_DOCUMENT_UPLOAD,
  DocumentUpload,
  DocumentUploadChanges,
  documentUploadFaults,
} from './template-documents.ts';
import {
  Branding,
  BrandingChanges,
  Bridge,
  BridgeChanges,
  brandingFaults,
  changeBranding,
  changeBridge,
  DEFAULT_BRANDING,
  DEFAULT_BRIDGE,
} from './template-looks.ts';
import {
  changeOrderSettings,
  DEFAULT_ORDER_SETTINGS,
  OrderSettings,
  OrderSettingsChanges,
  orderSettingsFaults,
} from './template-orders.ts';

/**
 * The name of the built-in template, which is used for clients without a template. A client's own template must not
 * have this name.
 */
const RESERVED_NAME = 'Default';

const name = requiredText(128);
const flag = Type.Optional(Type.Boolean());

const SettingsChanges = Type.Object({
  bridge: Type.Optional(BridgeChanges),
  branding: Type.Optional(BrandingChanges),
  orders: Type.Optional(OrderSettingsChanges),
  document_upload: Type.Optional(DocumentUploadChanges),
  data: Type.Optional(
    shape('NewTemplateData', 'Which data is returned.', { statements: flag, w2s: flag, files: flag }),
  ),
  reports: Type.Optional(
    shape('NewTemplateReports', 'Report options.', {
      voa: Type.Optional(AssetReportChanges),
      income_insights: Type.Optional(
        shape('NewTemplateIncomeInsights', 'Options for income insights reports.', {
          days_requested: Type.Optional(DaysRequested),
        }),
      ),
    }),
  ),
  data_sources_flow: Type.Optional(
    Type.Array(choice(DATA_SOURCES), {
      description: 'The order in which methods are offered; the default order if empty.',
    }),
  ),
});
type SettingsChanges = Static<typeof SettingsChanges>;

const FIELDS = {
  products: Type.Optional(
    Type.Array(choice(PRODUCT_TYPES), {
      minItems: 1,
      description: 'The products the template is for; all if omitted.',
    }),
  ),
  default_for_products: Type.Optional(
    Type.Boolean({
      description: 'Setting this clears it on any other template that is the default for one of these products.',
    }),
  ),
  ...SettingsChanges.properties,
};
export const NewTemplate = shape('NewTemplate', 'A template to create; absent settings get their defaults.', {
  name,
  ...FIELDS,
});
export type NewTemplate = Static<typeof NewTemplate>;
export const TemplateChanges = shape('TemplateChanges', 'Changes to a template; absent fields stay unchanged.', {
  name: Type.Optional(name),
  ...FIELDS,
});
export type TemplateChanges = Static<typeof TemplateChanges>;

export const TemplateListQuery = Type.Object(PAGING);

const Settings = Type.Object({
  bridge: Bridge,
  branding: Branding,
  orders: OrderSettings,
  document_upload: DocumentUpload,
  data: shape('TemplateData', 'Which data is returned.', {
    statements: Type.Boolean(),
    w2s: Type.Boolean(),
    files: Type.Boolean(),
  }),
  reports: shape('TemplateReports', 'Report options.', {
    voa: AssetReportOptions,
    income_insights: shape('TemplateIncomeInsights', 'Options for income insights reports.', {
      days_requested: Type.Integer(),
    }),
  }),
  data_sources_flow: Type.Array(choice(DATA_SOURCES)),
});
export type TemplateSettings = Static<typeof Settings>;

export const TemplateAnswer = shape('Template', 'How tokens, orders and pages look and behave.', {
  id: Id,
  name: Type.String(),
  products: Type.Array(choice(PRODUCT_TYPES)),
  default_for_products: Type.Boolean(),
  ...Settings.properties,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type TemplateAnswer = Static<typeof TemplateAnswer>;

export type Template = {
  id: string;
  name: string;
  products: ProductType[];
  /**
   * Whether this template is the default template for all of its products. A product has at most one default template.
   */
  default_for_products: boolean;
  settings: TemplateSettings;
  created_at: Date;
  updated_at: Date;
};

const DEFAULT_SETTINGS: TemplateSettings = {
  bridge: DEFAULT_BRIDGE,
  branding: DEFAULT_BRANDING,
  orders: DEFAULT_ORDER_SETTINGS,
  document_upload: DEFAULT_DOCUMENT_UPLOAD,
  data: { statements: true, w2s: true, files: true },
  reports: { voa: DEFAULT_ASSET_REPORT, income_insights: { days_requested: DAYS_REQUESTED } },
  data_sources_flow: [],
};

/**
 * Creates a template. Settings that are absent from `input` get the values that apply to clients without a template.
 */
export const newTemplate = (input: NewTemplate, id: string, now: Date): Template =>
  changeTemplate(
    {
      id,
      name: input.name,
      products: [...PRODUCT_TYPES],
      default_for_products: false,
      settings: DEFAULT_SETTINGS,
      created_at: now,
      updated_at: now,
    },
    input,
    now,
  );

/**
 * Changes the settings. Objects are merged key by key, lists are replaced as a whole, and absent fields stay unchanged.
 */
export const changeTemplate = (template: Template, changes: TemplateChanges, now: Date): Template => ({
  ...template,
  name: changes.name ?? template.name,
  products: changes.products === undefined ? template.products : eachOnce(changes.products),
  default_for_products: changes.default_for_products ?? template.default_for_products,
  settings: changeSettings(template.settings, changes),
  updated_at: now,
});

/** Completes stored settings. Settings that were introduced after the template was stored get their default values. */
export const completeSettings = (stored: SettingsChanges): TemplateSettings => changeSettings(DEFAULT_SETTINGS, stored);

const changeSettings = (before: TemplateSettings, sent: SettingsChanges): TemplateSettings => ({
  bridge: changeBridge(before.bridge, sent.bridge),
  branding: changeBranding(before.branding, sent.branding),
  orders: changeOrderSettings(before.orders, sent.orders),
  document_upload: changeDocumentUpload(before.document_upload, sent.document_upload),
  data: {
    statements: sent.data?.statements ?? before.data.statements,
    w2s: sent.data?.w2s ?? before.data.w2s,
    files: sent.data?.files ?? before.data.files,
  },
  reports: {
    voa: changeAssetReport(before.reports.voa, sent.reports?.voa),
    income_insights: {
      days_requested: sent.reports?.income_insights?.days_requested ?? before.reports.income_insights.days_requested,
    },
  },
  data_sources_flow: sent.data_sources_flow === undefined ? before.data_sources_flow : eachOnce(sent.data_sources_flow),
});

/** Returns the items without duplicates, in the given order. */
const eachOnce = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

/**
 * Throws one error with status 400 that lists all validation errors that the schema cannot detect. `today` is the date
 * on the owner's clock.
 */
export function checkTemplate({ name, settings }: Template, today: string): void {
  const faults: InvalidParam[] = [
    ...(name === RESERVED_NAME ? [{ field: 'name', message: 'This name is reserved.' }] : []),
    ...brandingFaults(settings.branding),
    ...orderSettingsFaults(settings.orders),
    ...documentUploadFaults(settings.document_upload),
    ...assetReportFaults(settings.reports.voa, 'reports.voa.', today),
  ];
  if (faults.length > 0) throw incorrect(...faults);
}

export const presentTemplate = ({ settings, ...template }: Template): TemplateAnswer => ({
  id: template.id,
  name: template.name,
  products: template.products,
  default_for_products: template.default_for_products,
  ...settings,
  created_at: toTimestamp(template.created_at),
  updated_at: toTimestamp(template.updated_at),
});

export const nameTaken = () => incorrect({ field: 'name', message: 'Template with this name already exists.' });

export const isDefault = () =>
  incorrect({ field: 'default_for_products', message: 'The default template of a product cannot be deleted.' });

/** The validation error for an unknown `template_id` in a request body. */
export const UNKNOWN_TEMPLATE: InvalidParam = { field: 'template_id', message: 'Object not found.' };
