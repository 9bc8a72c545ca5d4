const GENERIC = /项目|工程|电站|储能|新型|示范|建设|有限责任公司|有限公司/g
const PUNCTUATION = /[\p{P}\p{S}\p{Cf}\s]/gu
const DIGITS: Readonly<Record<string, number>> = {
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}

const NUMERAL = /第?([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)(?=[期号])/g

/** Converts Chinese numerals up to 99 before 期 and 号 to digits, so that 第十一期 equals 11期. */
export const withDigits = (text: string) =>
  text
    .replace(NUMERAL, (whole, tens: string, ten: string, ones: string) => {
      if (ten) return String(10 * (DIGITS[tens] ?? 1) + (DIGITS[ones] ?? 0))
      const digit = DIGITS[ones] ?? DIGITS[tens]
      return digit === undefined || (tens && ones) ? whole : String(digit)
    })
    .replace(/第(?=\d+[期号])/g, '')

/**
 * Normalizes a project's name for comparison: removes width, case, punctuation, its own place names and words that occur
 * in every name.
 * @param places full and short names of the project's province, city and county
 */
export function normalisedName(name: string, places: readonly string[] = []): string {
  const plain = withDigits(name.normalize('NFKC').toUpperCase().replace(PUNCTUATION, ''))
  const ordered = [...places].filter((place) => place.length > 1).sort((a, b) => b.length - a.length)
  const stripped = ordered.reduce((text, place) => text.replaceAll(place, ''), plain).replace(GENERIC, '')
  // Too short to distinguish names.
  return [...stripped].length < 2 ? plain : stripped
}
