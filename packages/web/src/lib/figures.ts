const figures = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 })

/** A figure as reports write it: thousands apart, up to four decimals; a dash where there is none. */
export const figure = (value: number | undefined): string =>
  value === undefined ? '—' : figures.format(value)

/** A file's size in the unit that fits. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`
}
