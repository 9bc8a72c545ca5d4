import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePorts } from '../../../ui/ports.ts'
import { type Order, orderOf, orderText } from './order.ts'

/** Rest after which typed words become those of the address, ms. */
const REST_MS = 300

/** Conditions of the drawer in the address, besides its figure. */
export const NO_FINDING = { rowsFind: undefined, rowsSort: undefined }

/** Words that are sought among a figure's rows, and their order, kept in the address. */
export function useFinding() {
  const [search] = usePorts().useSearch()
  const navigate = useNavigate()
  const found = String(search['rowsFind'] ?? '')
  const [typed, setTyped] = useState(found)
  const words = typed.trim()
  const isTyping = words !== found
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => {
      // No step of the history: Back closes the drawer.
      const search = (before: object) => ({ ...before, rowsFind: words || undefined })
      void navigate({ to: '.', search: search as never, replace: true }) // the search of the page's route
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [isTyping, words, navigate])
  return {
    typed,
    type: setTyped,
    /** Words of the address. */
    words: found,
    order: orderOf(search['rowsSort']),
    sort(order: Order) {
      const next = (before: object) => ({ ...before, rowsSort: orderText(order) })
      void navigate({ to: '.', search: next as never, replace: true }) // as above
    },
  }
}

export type Finding = ReturnType<typeof useFinding>
