import { usePorts } from './ports.ts'
import { StatusTag } from './status-tag.tsx'

interface DictTextProps {
  dict: string
  value: string | number | undefined
}

/** Label of a dictionary value; the value itself if unknown, a dash if missing. */
function useWord(dict: string, value: string | number | undefined): string {
  const entries = usePorts().useDict(dict)
  if (value === undefined) return '—'
  return entries.find((each) => each.value === String(value))?.label ?? String(value)
}

/** A value shown by its dictionary label. */
export const DictText = ({ dict, value }: DictTextProps) => useWord(dict, value)

/** A state shown by its dictionary label, as a tag. */
export function DictTag({ dict, value }: DictTextProps) {
  const word = useWord(dict, value)
  return value === undefined ? word : <StatusTag label={word} />
}
