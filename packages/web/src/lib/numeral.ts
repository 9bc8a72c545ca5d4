const DIGITS = '零一二三四五六七八九'

/** A number up to 99 in Chinese numerals: 十二. */
export function numeral(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  const unit = ones > 0 || tens === 0 ? DIGITS[ones] : ''
  return tens === 0 ? `${unit}` : `${tens > 1 ? DIGITS[tens] : ''}十${unit}`
}
