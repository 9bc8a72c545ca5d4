import { queryOptions, useQuery } from '@tanstack/react-query'
import { RemarkStatus } from '@xinchu/contract/codes'
import { type GeneralItem, items, type ReviewRemark } from '@xinchu/sdk'
import { useMemo } from 'react'
import { queryKeys } from '../../app/query-keys.ts'
import { sdkOf } from '../../app/sdk.ts'
import {
  type FieldPlace,
  type NumberedRemark,
  numbered,
  type RemarkState,
  remarkState,
} from '../../ui/review/remark-model.ts'

/** A remark of a return in a sheet, with its state for the present values. */
export interface SheetRemark {
  item: NumberedRemark
  state: RemarkState
}

/** Remarks by record. */
export type RemarksById = ReadonlyMap<number, readonly ReviewRemark[]>

const MOST = 500
const NONE: RemarksById = new Map()

/** All unsettled remarks on the caller's reports of one kind, in as few calls as possible. */
const unsettledQuery = (entity: 'USAGE' | 'YEARCALC') =>
  queryOptions({
    queryKey: [...queryKeys.review, 'unsettled', entity],
    async queryFn({ client, signal }): Promise<ReviewRemark[]> {
      const query = { entity, status: [RemarkStatus.open, RemarkStatus.answered], size: MOST }
      return items(sdkOf(client).review.listRemarks, query, { signal }).toArray()
    },
  })

function byRecord(remarks: readonly ReviewRemark[]): RemarksById {
  const found = new Map<number, ReviewRemark[]>()
  for (const remark of remarks) found.set(remark.entityId, [...(found.get(remark.entityId) ?? []), remark])
  return found
}

/** Remarks that the authors of reports must answer. Sends no request if no report has any. */
export function useSheetRemarks(
  entity: 'USAGE' | 'YEARCALC',
  items: readonly (GeneralItem | undefined)[],
): RemarksById {
  const isAsked = items.some((item) => item?.remarkCount && item.flow.actions.includes('SAVE'))
  const { data } = useQuery({ ...unsettledQuery(entity), enabled: isAsked })
  return useMemo(() => (data ? byRecord(data) : NONE), [data])
}

/** Numbers remarks in the order of the fields and adds their states. */
export const sheetRemarks = (
  remarks: readonly ReviewRemark[],
  names: readonly string[],
  isChanged: (place: FieldPlace | undefined) => boolean,
): SheetRemark[] =>
  numbered(remarks, names).map((item) => ({ item, state: remarkState(item.remark, isChanged(item.place)) }))

/** Fields of open remarks in words, for a sentence. */
export const openLabels = (remarks: readonly SheetRemark[]): string[] =>
  remarks.flatMap(({ item, state }) => (state === 'open' ? [item.remark.fieldLabel] : []))

/** The last return of a record that is with its author. */
export function lastReturn({ flow }: GeneralItem): GeneralItem['flow']['history'][number] | undefined {
  if (!flow.actions.includes('SAVE')) return undefined
  const step = flow.history.findLast(({ action }) => action !== 'SAVE')
  return step && (step.action === 'RETURN' || step.action === 'REOPEN') ? step : undefined
}
