import { grouped } from '@xinchu/validators'

/** Formats a figure with thousands separators and up to four decimals; a dash if missing. */
export const figure = (value: number | undefined): string => (value === undefined ? '—' : grouped(value, 4))
