const figures = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 })

/** Formats a figure with thousands separators and up to four decimals; a dash if missing. */
export const figure = (value: number | undefined): string =>
  value === undefined ? '—' : figures.format(value)
