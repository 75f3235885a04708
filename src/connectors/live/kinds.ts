// The connectors that an operator configures in providers.json. Each entry of the file becomes one connector.
import type { TSchema } from 'typebox';
import type { Connector, Io } from '#connectors/contract.ts';
import type { DataSource, ProductType } from '#domain/access/products.ts';
import type { Environment } from '#domain/platform/scope.ts';
import type { Provenance } from '#domain/reports/provenance.ts';

export const LIVE_KINDS = ['fdx', 'simplefin', 'file', 'plaid', 'argyle', 'finch'] as const;

export type ProviderEntry<Settings> = {
  id: string;
  name: string;
  logo_url: string | null;
  aliases: readonly string[];
  environments: readonly Environment[];
  products: readonly ProductType[];
  /** The clients that may use the provider; `null` means all. */
  clients: readonly string[] | null;
  /** The private networks to which the host names in the settings may lead. */
  private_networks?: readonly string[];
  /** References to environment variables and files are already replaced by their values. */
  settings: Settings;
};

/** The URLs of this service that the provider calls. */
export type CallbackUrls = { redirect_url: string; webhook_url: string };

export type LiveKind<Settings = unknown> = {
  kind: (typeof LIVE_KINDS)[number];
  data_source: DataSource;
  products: readonly ProductType[];
  /**
   * The schema of `settings` after references are resolved. `secret(Type.String())` marks a value that must be a
   * reference.
   */
  settings: TSchema;
  provenance: Provenance;
  open(entry: ProviderEntry<Settings>, urls: CallbackUrls): Connector;
  /** For `vouch providers check`: returns everything that is wrong, one sentence for each fault. */
  check(entry: ProviderEntry<Settings>, io: Io): Promise<string[]>;
};

/** Marks a setting that providers.json must not contain as plain text. */
export const secret = <Schema extends TSchema>(schema: Schema): Schema & { secret: true } => ({
  ...schema,
  secret: true as const,
});
