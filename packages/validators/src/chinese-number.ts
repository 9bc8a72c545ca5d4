const DIGITS = '零一二三四五六七八九'
const UNITS = ['', '十', '百', '千']

/** Formats up to four digits. Drops a trailing 零 and writes an inner gap as one 零. */
function belowTenThousand(n: number): string {
  let text = ''
  let gap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(n / 10 ** place) % 10
    if (digit === 0) {
      gap = text !== ''
      continue
    }
    text += `${gap ? '零' : ''}${DIGITS[digit]}${UNITS[place]}`
    gap = false
  }
  return text
}

/**
 * Formats an integer in Chinese numerals, as in 第十一批.
 * @param n an integer from 0 to 99,999,999
 * @throws RangeError for anything else
 */
export function toChineseNumber(n: number): string {
  if (!Number.isInteger(n) || n < 0 || n > 99_999_999)
    throw new RangeError('0 至 99999999 的整数方可转为中文数字')
  if (n === 0) return '零'
  const upper = Math.floor(n / 10_000)
  const lower = n % 10_000
  const joint = upper > 0 && lower > 0 && lower < 1000 ? '零' : ''
  const text = (upper > 0 ? `${belowTenThousand(upper)}万` : '') + joint + belowTenThousand(lower)
  return text.startsWith('一十') ? text.slice(1) : text
}
