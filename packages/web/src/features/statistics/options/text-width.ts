/** Width of digits, Latin letters and signs, as a part of the font size. */
const NARROW = 0.6

/** Estimated width of one line of text in px, where nothing measures it. */
export const textWidth = (text: string, fontSize: number): number =>
  [...text].reduce((sum, sign) => sum + fontSize * (/[ -~−]/.test(sign) ? NARROW : 1), 0)
