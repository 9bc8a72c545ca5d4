/** The space that groups digits. Writers that cannot draw it leave a gap. */
export const THIN = '\u2009'

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 6, useGrouping: false })

/** A number with its digits in groups of three on both sides of the point, from four digits on (GB/T 15835). */
export function figure(value: number | undefined): string {
  if (value === undefined) return '—'
  const [whole = '', fraction] = plain.format(value).split('.')
  const left = whole.replace(/\B(?=(\d{3})+$)/g, THIN)
  return fraction === undefined ? left : `${left}.${fraction.replace(/(\d{3})(?=\d)/g, `$1${THIN}`)}`
}

/** 2026 年 7 月 14 日 */
export function dateWords(date: string | undefined): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? '') ?? []
  return year ? `${year} 年 ${Number(month)} 月 ${Number(day)} 日` : '—'
}
