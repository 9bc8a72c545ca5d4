import type { QueryClient } from '@tanstack/react-query'
import type { FigureState } from '@xinchu/validators'
import { sessionQueries } from '../../../app/session-queries.ts'
import { nowInBeijing } from '../../../lib/beijing.ts'
import type { ShownPart } from '../shown.ts'

const NAME = '全国新型储能大数据平台'

/** Texts that every printed page and file of a statistics page has besides its figures. */
export interface Context {
  platform: string
  isSample: boolean
  title: string
  /** Divisions from the widest to the shown one. */
  path: string
  /** Date, basis, batch and status of the figures. */
  origin: string
  /** Status and batch of the figures. */
  state?: FigureState | undefined
  conditions: string
  /** When the figures were shown. */
  moment: string
  /** Restatements of the figures. */
  notes?: readonly string[]
}

export function contextOf(client: QueryClient, parts: readonly ShownPart[]): Context {
  const platform = client.getQueryData(sessionQueries.platform.queryKey)
  const context: Context = {
    platform: platform?.title ?? NAME,
    isSample: platform?.demo === true,
    title: '',
    path: '',
    origin: '',
    conditions: '',
    moment: nowInBeijing(),
  }
  const conditions: string[] = []
  for (const part of parts) {
    if (part.kind === 'title') Object.assign(context, { title: part.title, path: part.path })
    if (part.kind === 'notes') context.notes = part.notes
    if (part.kind === 'origin') Object.assign(context, { origin: part.text, state: part.state })
    if (part.kind === 'condition') conditions.push(`${part.label} ${part.text}`)
  }
  return { ...context, conditions: conditions.join('；') }
}
