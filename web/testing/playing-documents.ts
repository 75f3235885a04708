// Sends inputs to the state machine, in tests of the document screens.
import type { DocumentRule, Session, UploadedFile } from '../shared/session.ts';
import { advance } from '../widget/machine/machine.ts';
import {
  type ChosenFile,
  type Effect,
  type Input,
  initialState,
  type Place,
  type State,
} from '../widget/machine/state.ts';
import { NO_RULES, newSession } from './samples.ts';

type Played = { state: State; effects: Effect[]; events: string[] };

export function play(inputs: readonly Input[], before?: State): Played {
  let state = before ?? initialState({ bridge_token: 'token-1', company_mapping_id: null, is_page: false });
  const effects: Effect[] = [];
  for (const input of inputs) {
    const step = advance(state, input);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, events: effects.flatMap(nameOf) };
}

const nameOf = (effect: Effect): string[] => {
  if (effect.do !== 'emit') return [];
  const { type, payload } = effect.event;
  if (type === 'SCREEN_VIEW')
    return [`${payload.view_name}${payload.doc_type === undefined ? '' : ` ${payload.doc_type}`}`];
  return [type === 'DOCUMENTS_UPLOADED' ? `${type} ${payload.doc_type} ${payload.data_source}` : type];
};

export const opened = (session: Session, place: Place | null = null): Input => ({
  type: 'opened',
  session,
  place,
  settled: [],
});
export const ONLY_DOCS = { methods: ['docs'] as Session['methods'] };
export const withRules = (rules: Partial<Record<keyof typeof NO_RULES, DocumentRule>>): Partial<Session> => ({
  ...ONLY_DOCS,
  document_upload: { types: { ...NO_RULES, ...rules } },
});
export const rule = (min: number | null, max: number | null, required = false): DocumentRule => ({
  min,
  max,
  required,
});

export const PAYSTUB: Input = { type: 'choose_doc_type', doc_type: 'paystub' };
export const chosen = (...files: Partial<ChosenFile>[]): Input => ({
  type: 'files_chosen',
  files: files.map((file, at) => ({ key: `k${at}`, filename: `${at}.pdf`, kind: 'pdf', size_bytes: 5_000, ...file })),
});
export const uploadedFile = (changes: Partial<UploadedFile> = {}): UploadedFile => ({
  file_id: 'file-1',
  filename: 'stub.pdf',
  doc_type: 'paystub',
  status: 'successful',
  is_final: true,
  reading: null,
  problem: null,
  document_types: ['PAYSTUB'],
  ...changes,
});
export const viewOf = (...files: Partial<UploadedFile>[]): Input => ({
  type: 'uploads',
  view: { files: files.map((file, at) => uploadedFile({ file_id: `file-${at}`, ...file })) },
});
export const uploadsIn = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'upload' ? [effect.file] : []));
export const onUpload = (session: Partial<Session> = ONLY_DOCS) => play([opened(newSession(session)), PAYSTUB]).state;
