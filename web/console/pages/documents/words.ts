// Texts and types of the pages about documents.
import type { Tone } from '../../../shared/parts/marks.tsx';
import { inBoth } from '../../words.ts';

export const WORDS = inBoth(
  {
    title: 'Document reviews',
    lead: 'Documents that look altered wait here for a person.',
    document: 'Document',
    person: 'Person',
    signs: 'Signs',
    page: 'Page',
    review_status: 'Review',
    pending: 'Waiting',
    cleared: 'Cleared',
    confirmed: 'Confirmed as altered',
    not_required: 'Not needed',
    empty_title: 'No document needs a review',
    empty_text: 'A document with a strong sign of alteration appears here. In the sandbox, send a sample document.',
    fields: 'What was read',
    decide: 'Your decision',
    note: 'Note: why',
    clear: 'Clear',
    confirm: 'Confirm as altered',
    decided: 'The decision was saved.',
    file: 'Open the file',
    keys: 'With the keyboard:',
    key_clear: 'clear',
    key_confirm: 'confirm as altered',
    key_note: 'to the note',
    need_note: 'Write a note first: it says why you decided so.',
    decision: 'The decision',
    picture: 'The page',
    picture_text: 'The picture shows everything on the page, so it is shown for 60 seconds after you give a purpose.',
    show_picture: 'Show the page',
    picture_of: 'Page {page} of the file',
    loading_picture: 'The page is being drawn.',
    no_picture: 'This page cannot be drawn.',
    being_removed: 'The document is being removed, with its file.',
    earlier_page: 'Previous page',
    later_page: 'Next page',
    on_page: 'Page {page} of {first} to {last}',
    boxes_on: 'What was read on page {page}',
    arrows: 'The arrow keys move from one to the next, in the list and on the page.',
    no_box: 'Not at one place of the page',
    sure: '{percent} % sure',
  },
  {
    title: 'Revisión de documentos',
    lead: 'Los documentos que parecen alterados esperan aquí a una persona.',
    document: 'Documento',
    person: 'Persona',
    signs: 'Señales',
    page: 'Página',
    review_status: 'Revisión',
    pending: 'En espera',
    cleared: 'Aprobado',
    confirmed: 'Alteración confirmada',
    not_required: 'No hace falta',
    empty_title: 'Ningún documento necesita revisión',
    empty_text:
      'Un documento con una señal fuerte de alteración aparece aquí. En pruebas, envíe un documento de ejemplo.',
    fields: 'Lo que se leyó',
    decide: 'Su decisión',
    note: 'Nota: por qué',
    clear: 'Aprobar',
    confirm: 'Confirmar alteración',
    decided: 'La decisión se guardó.',
    file: 'Abrir el archivo',
    keys: 'Con el teclado:',
    key_clear: 'aprobar',
    key_confirm: 'confirmar alteración',
    key_note: 'a la nota',
    need_note: 'Escriba primero una nota: dice por qué decidió así.',
    decision: 'La decisión',
    picture: 'La página',
    picture_text:
      'La imagen muestra todo lo que hay en la página, por eso se ve 60 segundos después de indicar un propósito.',
    show_picture: 'Mostrar la página',
    picture_of: 'Página {page} del archivo',
    loading_picture: 'La página se está dibujando.',
    no_picture: 'Esta página no se puede dibujar.',
    being_removed: 'El documento se está eliminando, con su archivo.',
    earlier_page: 'Página anterior',
    later_page: 'Página siguiente',
    on_page: 'Página {page} de {first} a {last}',
    boxes_on: 'Lo que se leyó en la página {page}',
    arrows: 'Las flechas llevan de uno al siguiente, en la lista y en la página.',
    no_box: 'No está en un solo lugar de la página',
    sure: '{percent} % seguro',
  },
);

export type Signal = { code: string; severity: 'low' | 'medium' | 'high'; page: number | null; message: string };

export type Reviewed = {
  document_id: string;
  collection_id: string;
  document_type: string;
  pages: readonly number[];
  user_id: string | null;
  review_status: string;
  fraud_signals: readonly Signal[];
  fields: Record<string, unknown>;
  file: string | null;
};

export type Box = { left: number; top: number; right: number; bottom: number };

export type WholeDocument = {
  document: Reviewed;
  review: { note: string; reviewed_at: string } | null;
  is_being_removed: boolean;
  boxes: readonly { field: string; page: number; box: Box; confidence: number }[];
  signal_boxes: readonly (Box | null)[];
};

export const TONES: Readonly<Record<string, Tone>> = { pending: 'warn', cleared: 'good', confirmed: 'bad' };
export const SEVERITIES: Record<Signal['severity'], Tone> = { low: 'calm', medium: 'warn', high: 'bad' };
