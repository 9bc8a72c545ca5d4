import { usePorts } from '../../ui/ports.ts'

interface DictTextProps {
  dict: string
  value: string | number | undefined
}

/** A dictionary's word for a value; the value itself where it has none. */
export function DictText({ dict, value }: DictTextProps) {
  const entries = usePorts().useDict(dict)
  if (value === undefined) return '—'
  return entries.find((each) => each.value === String(value))?.label ?? String(value)
}
