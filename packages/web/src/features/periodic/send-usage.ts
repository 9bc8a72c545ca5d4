import type { QueryClient } from '@tanstack/react-query'
import { type GeneralItem, type GeneralItemDraft, type GeneralItemsResult, isXinchuError } from '@xinchu/sdk'
import { type Issue, issue, type RuleCode } from '@xinchu/validators'
import { refresh } from '../../app/query-client.ts'
import { BATCH, type ItemAction, periodicMutations, periodicQueries, sendInBatches } from './queries.ts'
import { idOf, type SavedRow } from './usage-edits.ts'
import { type Period, typedUsage, usageDraft } from './usage-model.ts'
import type { UsageLine } from './use-usage-sheet.ts'

export type Refusals = Readonly<Record<number, readonly Issue[]>>

/** Fields of an error that concern a whole row: it was changed or submitted elsewhere. */
const WHOLE: ReadonlySet<string> = new Set(['version', 'status'])

/** Adds the errors of a reply to the refusals, by project. */
function addRefusals(
  refusals: Record<number, Issue[]>,
  sent: readonly UsageLine[],
  { errors }: GeneralItemsResult,
): void {
  for (const { row = 1, field, code, message } of errors) {
    const id = sent[row - 1]?.id
    if (id === undefined) continue
    const own = issue(field.replace(/^usage\./, ''), message, 'error', code as RuleCode | undefined) // the platform's own
    refusals[id] = [...(refusals[id] ?? []), own]
  }
}

const savedRows = (saved: readonly GeneralItem[], sent: readonly UsageLine[]): SavedRow[] => {
  const lines = new Map(sent.map((line) => [line.id, line]))
  return saved.flatMap(({ usage, version }) => {
    const line = usage && lines.get(usage.projectId)
    if (!line) return []
    const edit = line.edit ?? { typed: line.typed, base: line.stored, version: line.due.item?.version }
    return [{ id: line.id, sent: edit, stored: typedUsage(usage), version }]
  })
}

/** Updates the cached list with saved rows, so that it is right when the quarter is opened again. */
function keepSaved(client: QueryClient, period: Period, saved: readonly GeneralItem[]): void {
  const items = new Map(saved.map((item) => [item.usage?.projectId, item]))
  client.setQueryData(periodicQueries.dueStations(period).queryKey, (stations) =>
    stations?.map((due) => {
      const item = items.get(due.projectId)
      if (!item) return due
      const { usage: _prefilled, ...rest } = due
      return { ...rest, item, editable: item.flow.actions.includes('SAVE') }
    }),
  )
}

/**
 * Refetches the list because rows were changed elsewhere.
 * @returns the refusals without those of rows that are known to have changed
 */
async function rereadChanged(
  client: QueryClient,
  period: Period,
  sent: readonly UsageLine[],
  refusals: Refusals,
): Promise<Refusals> {
  const { queryKey } = periodicQueries.dueStations(period)
  await client.refetchQueries({ queryKey })
  const now = new Map(client.getQueryData(queryKey)?.map((due) => [idOf(due), due.item?.version]))
  const changed = sent.filter(({ id, due }) => now.get(id) !== due.item?.version)
  return Object.fromEntries(
    Object.entries(refusals).filter(([id]) => !changed.some((line) => line.id === Number(id))),
  )
}

/** Reasons and answers that a row sends at submission, besides its values. */
export type Remarks = Readonly<Record<number, Pick<GeneralItemDraft, 'answer' | 'warningReasons'>>>

type UndoOffer = NonNullable<GeneralItemsResult['undo']>

/** The outcome of sending rows. */
export interface Sent {
  stored: number
  refusals: Refusals
  /** Offers to undo, one for each call. */
  undo: readonly UndoOffer[]
}

/**
 * Saves or submits rows. Rows that were stored stay stored if a later call fails.
 * @param onSaved called after each call
 */
export async function sendUsage(
  client: QueryClient,
  action: Extract<ItemAction, 'SAVE' | 'SUBMIT'>,
  lines: readonly UsageLine[],
  period: Period,
  onSaved: (saved: readonly GeneralItem[], rows: readonly SavedRow[]) => void,
  remarks: Remarks = {},
): Promise<Sent> {
  const refusals: Record<number, Issue[]> = {}
  const undo: UndoOffer[] = []
  let stored = 0
  const drafts = lines.map(({ id, due, typed, edit }) => ({
    ...usageDraft(due, typed, period, edit ? edit.version : due.item?.version),
    ...remarks[id],
  }))
  try {
    await sendInBatches(client, action, drafts, (result, from) => {
      const sent = lines.slice(from, from + BATCH)
      stored += result.saved.length
      if (result.undo) undo.push(result.undo)
      keepSaved(client, period, result.saved)
      onSaved(result.saved, savedRows(result.saved, sent))
      addRefusals(refusals, sent, result)
    })
  } catch (error) {
    // A call of which no row was accepted is refused as a whole.
    if (!isXinchuError(error) || error.kind !== 'conflict') throw error
    for (const { id } of lines) refusals[id] = [issue('version', error.message, 'error', undefined)]
  }
  await refresh(client, action === 'SAVE' ? periodicMutations.keep : periodicMutations.save)
  const isStale = Object.values(refusals).some((issues) => issues.some(({ field }) => WHOLE.has(field)))
  return { stored, undo, refusals: isStale ? await rereadChanged(client, period, lines, refusals) : refusals }
}
