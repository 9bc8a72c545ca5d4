import { UNITS, type Unit } from './units.ts'

// Apart from the units themselves, which the landing loads before its conditions.
/** Choices of 计量单位. */
export const UNIT_CHOICES = Object.entries(UNITS).map(([value, { power }]) => ({ value, label: power }))

/** The choice of a unit. */
export const unitChoice = ({ factor }: Unit): keyof typeof UNITS => (factor === 1 ? 'mw' : 'wan')
