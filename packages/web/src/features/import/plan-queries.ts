import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type ImportBatch,
  type ImportRow,
  type ImportsPlanQuery,
  imports,
  planActions,
  planCells,
  planHeadings,
  planLines,
  plannedRow,
} from '@xinchu/sdk'
import { callsOf } from '../../app/query-client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { importQueries, isWorking } from './queries.ts'

const sdkOf = callsOf({ imports })

/** Rows per page of the table of differences. */
export const PLAN_ROWS = 50
const EXPORTED_ROWS = 500

/** Filter of the differences: an action, or the rows that keep a person's correction. */
export type PlanFilter = NonNullable<ImportsPlanQuery['action']>

export interface PlanView {
  batchId: number
  filter: PlanFilter | undefined
  /** Whether the workbook's values replace what a person has corrected. */
  takesCorrections: boolean
  /** Whether empty cells clear what a draft has. */
  clearsBlank: boolean
  /** From 0. */
  page: number
}

/** What a commit or a plan is to take although a person has corrected it, or the workbook has nothing for it. */
export const termsOf = ({
  takesCorrections,
  clearsBlank,
}: Pick<PlanView, 'takesCorrections' | 'clearsBlank'>) => ({
  ...(takesCorrections ? { forceFields: ['*'] } : {}),
  ...(clearsBlank ? { clearBlank: true } : {}),
})

const queryOf = ({ filter, ...terms }: PlanView) => ({
  ...(filter ? { action: filter } : {}),
  ...termsOf(terms),
})

/** Whether a batch has rows of the own office that are not written yet, so that their differences can be told. */
export const hasPlan = (batch: ImportBatch): boolean =>
  batch.own &&
  !isWorking(batch) &&
  (batch.state === 'READY' || batch.state === 'DONE') &&
  batch.committedRows < batch.totalRows

/** The differences that a commit would make, a page at a time, with the counts of all. */
export const planQuery = (view: PlanView) =>
  queryOptions({
    queryKey: [...importQueries.all, 'plan', view],
    queryFn: ({ client, signal }) =>
      sdkOf(client).imports.plan(
        view.batchId,
        { ...queryOf(view), page: view.page, size: PLAN_ROWS },
        { signal },
      ),
  })

const tableOf = (row: ImportRow): string[][] => {
  const planned = plannedRow(row)
  const lines = planLines(planned).map(planCells)
  return (lines.length > 0 ? lines : [['', '', '', '']]).map((cells) => [
    planActions[planned.action],
    String(planned.row),
    planned.name,
    ...cells,
  ])
}

/** Saves the rows of a filter as a workbook, each line with its row. */
export async function savePlan(client: QueryClient, view: PlanView, fileName: string): Promise<void> {
  const table: string[][] = [[...planHeadings]]
  for (let page = 0; ; page += 1) {
    const { rows } = await sdkOf(client).imports.plan(view.batchId, {
      ...queryOf(view),
      page,
      size: EXPORTED_ROWS,
    })
    table.push(...rows.flatMap(tableOf))
    if (rows.length < EXPORTED_ROWS) break
  }
  const { workbookOf } = await import('../../lib/workbook.ts')
  saveFile(await workbookOf('差异', table), `${fileName.replace(/\.xlsx$/i, '')}-差异.xlsx`)
}
