/** Passwords common among Chinese users that the usual lists lack. */
const FAVOURITES: ReadonlySet<string> = new Set([
  '520',
  '521',
  '1314',
  'mima',
  'yonghu',
  'denglu',
  'guanliyuan',
])
const LONGEST_WORD = 24
const SHORTEST_WORD = 4

/** Rows and columns of the keyboard. A walk along them in either direction counts as one part. */
const WALKS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '!@#$%^&*()',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((walk) => [walk, [...walk].reverse().join('')])
const SHORTEST_WALK = 3

const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '9': 'g',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '2': 'z',
}

const YEAR = /^(?:19|20)\d\d$/
const DATE = /^(?:19|20)?\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/
const REPEATED = /^(.)\1{2,}$/su

const plain = (text: string): string => [...text].map((sign) => LOOKALIKES[sign] ?? sign).join('')

const isWord = (part: string, common: ReadonlySet<string>) =>
  FAVOURITES.has(part) || (part.length >= SHORTEST_WORD && (common.has(part) || common.has(plain(part))))

const isPredictable = (part: string, own: ReadonlySet<string>, common: ReadonlySet<string>): boolean =>
  own.has(part) ||
  own.has(plain(part)) ||
  isWord(part, common) ||
  (part.length >= SHORTEST_WALK && WALKS.some((walk) => walk.includes(part))) ||
  REPEATED.test(part) ||
  YEAR.test(part) ||
  DATE.test(part)

/**
 * Number of parts a guesser must get right. A common word, name, keyboard walk, date or repeated character is one part,
 * and so is any other single character. Returns the minimum over all divisions of the password.
 * @param common leaked passwords and their words, lower case
 */
export function partsOf(
  password: string,
  common: ReadonlySet<string>,
  names: readonly string[] = [],
): number {
  const text = [...password.toLowerCase()]
  const own = new Set(names.flatMap((name) => [name.toLowerCase(), plain(name.toLowerCase())]))
  const longest = Math.max(LONGEST_WORD, ...names.map(({ length }) => length))
  const least = [0]
  for (let end = 1; end <= text.length; end += 1) {
    let best = (least[end - 1] ?? 0) + 1
    for (let start = Math.max(0, end - longest); start < end - 1; start += 1) {
      const before = (least[start] ?? 0) + 1
      if (before < best && isPredictable(text.slice(start, end).join(''), own, common)) best = before
    }
    least.push(best)
  }
  return least[text.length] ?? 0
}
