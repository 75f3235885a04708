// Distinguishes pages on which OCR can read the letters from pages that are too small or too blurred. Figures that are
// guessed from such a page would be wrong, so the person is asked for a better picture instead.
import { isReadByOcr, type Page } from '#domain/documents/pages.ts';
import { isSure, lettersOf } from './ocr/page.ts';

/**
 * The minimum share of letters in words of which OCR is sure. Worn copies of four small W-2 forms on one page have 0.58
 * and more, and other pages that a person can read have more. Pages on which OCR recognises nothing have 0.2 and less.
 */
const SURE_SHARE_MIN = 0.3;

export const isLegible = (page: Page): boolean =>
  !isReadByOcr(page) || lettersOf(page.words.filter(isSure)) >= SURE_SHARE_MIN * lettersOf(page.words);
