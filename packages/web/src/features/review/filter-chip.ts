import type { DeskPlace } from './desk-search.ts'

/** A chip of the desk's head. */
export const kindChip = (isOn: boolean) =>
  `inline-flex h-6 items-center gap-1.5 rounded-full border px-2.5 text-s max-lg:h-8 ${isOn ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line-strong bg-surface hover:border-brand'}`

export const filterChip = (isOn: boolean) =>
  `min-h-6 rounded-full border px-2.5 text-xs max-lg:min-h-8 ${isOn ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line-strong hover:border-brand'}`

export interface FilterProps {
  place: DeskPlace
  onApply: (place: DeskPlace) => void
}
