const LETTERS = 26

/** Number of the column that letters name, from 1: A is 1, AA is 27. */
export const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0)

/** Letters of a column number from 1: 1 is A, 27 is AA. */
export function columnLetter(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters = String.fromCharCode(65 + ((rest - 1) % LETTERS)) + letters
  return letters
}
