// How a provider appears in the list of search results.
import type { Provider } from '../../shared/session.ts';
import type { Words } from '../../shared/words.ts';
import { FILES_PROVIDER } from '../machine/bank-files.ts';

/**
 * The name of a provider in the list. The built-in provider of files is shown with a description, because applicants do
 * not know its name. If the operator configured a provider of files, this provider has the name that the operator
 * chose.
 */
const providerName = (words: Words, { id, name }: Provider): string => (id === FILES_PROVIDER ? words.file_way : name);

/**
 * The texts of a provider's row. A provider that is down is marked, so that the applicant can immediately choose
 * another provider.
 */
export const providerTexts = (words: Words, provider: Provider): { title: string; note?: string } => ({
  title: providerName(words, provider),
  ...(provider.is_down && { note: words.provider_down_note }),
});
