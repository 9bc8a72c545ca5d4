/** Number of single characters to insert, delete or replace between two words. */
function distance(from: string, to: string): number {
  const [left, right] = [[...from], [...to]]
  let row = right.map((_letter, at) => at + 1)
  left.forEach((letter, line) => {
    let before = line
    let last = line + 1
    row = row.map((above, at) => {
      last = Math.min(above + 1, last + 1, before + (letter === right[at] ? 0 : 1))
      before = above
      return last
    })
  })
  return row.at(-1) ?? left.length
}

/** The known word that a mistyped one is likely to be: at most a third of its characters differ, or one. */
function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(1, Math.floor([...word].length / 3)) + 1
  for (const each of known) {
    const found = distance(word, each)
    // Otherwise any word of one letter would be near.
    if (found < least && found < [...each].length) {
      best = each
      least = found
    }
  }
  return best
}

/** `；是否指 …？`, or nothing where no word is near. */
export function suggestion(word: string, known: Iterable<string>, mark = ''): string {
  const found = nearest(word, known)
  return found === undefined ? '' : `；是否指 ${mark}${found}？`
}
