import type { DeskPlace } from './desk-search.ts'

export const filterChip = (isOn: boolean) =>
  `min-h-6 rounded-full border px-2.5 text-xs max-lg:min-h-8 ${isOn ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line-strong hover:border-brand'}`

export interface FilterProps {
  place: DeskPlace
  onApply: (place: DeskPlace) => void
}
