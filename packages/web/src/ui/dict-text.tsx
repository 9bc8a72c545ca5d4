import { usePorts } from './ports.ts'
import { StatusTag } from './status-tag.tsx'

interface DictTextProps {
  dict: string
  value: string | number | undefined
}

/** A dictionary's word for a value; the value itself where it has none, a dash where there is none. */
function useWord(dict: string, value: string | number | undefined): string {
  const entries = usePorts().useDict(dict)
  if (value === undefined) return '—'
  return entries.find((each) => each.value === String(value))?.label ?? String(value)
}

/** A value in its dictionary's word. */
export const DictText = ({ dict, value }: DictTextProps) => useWord(dict, value)

/** A state in its dictionary's word, as a tag. */
export function DictTag({ dict, value }: DictTextProps) {
  const word = useWord(dict, value)
  return value === undefined ? word : <StatusTag label={word} />
}
