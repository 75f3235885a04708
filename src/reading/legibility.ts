// Decides whether OCR can read the letters on a page. If a page is too small or too blurred, OCR would guess wrong
// numbers, so the person is asked for a better picture.
import { isReadByOcr, type Page } from '#domain/documents/pages.ts';
import { isSure, lettersOf } from './ocr/page.ts';

/**
 * The minimum share of letters that are in words with a high OCR confidence. Worn copies of four small W-2 forms on one
 * page have a share of at least 0.58. Other pages that a person can read have a higher share. Pages on which OCR
 * recognises nothing have at most 0.2.
 */
const SURE_SHARE_MIN = 0.3;

export const isLegible = (page: Page): boolean =>
  !isReadByOcr(page) || lettersOf(page.words.filter(isSure)) >= SURE_SHARE_MIN * lettersOf(page.words);
