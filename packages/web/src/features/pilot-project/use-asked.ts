import { useState } from 'react'
import { useView } from '../../app/views/view-context.ts'

/** The project that a link names. The view stays open between links: a later one also replaces what was chosen by hand. */
export function useAsked(onChange: () => void): number {
  const id = useView().search['id'] ?? ''
  const [seen, setSeen] = useState(id)
  if (seen !== id) {
    setSeen(id)
    onChange()
  }
  return Number(id)
}
