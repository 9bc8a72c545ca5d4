import { useMutation } from '@tanstack/react-query'
import type { DueItem, YearCalcFields } from '@xinchu/sdk'
import type { Issue } from '@xinchu/validators'
import { useCallback, useEffect, useRef, useState } from 'react'
import { perform } from '../../app/query-client.ts'
import { notify } from '../../ui/notice.tsx'
import { type StoredFile, usePorts } from '../../ui/ports.ts'
import type { CellChange, SheetRow } from '../../ui/sheet/model.ts'
import { periodicMutations } from './queries.ts'
import { rowOf, typedRow } from './year-model.ts'

/** A calculation as it is typed. */
export interface Typed {
  rows: readonly SheetRow[]
  plannedInvestment: string
  target2027Power: string
  target2030Power: string
  basis: string
  attachments: readonly StoredFile[]
}

const typedOf = (
  calculation: YearCalcFields | undefined,
  attachments: readonly StoredFile[] = [],
): Typed => ({
  rows: (calculation?.rows ?? []).map(typedRow),
  plannedInvestment: String(calculation?.plannedInvestment ?? ''),
  target2027Power: String(calculation?.target2027Power ?? ''),
  target2030Power: String(calculation?.target2030Power ?? ''),
  basis: calculation?.basis ?? '',
  attachments,
})

/** Single figures of a calculation with their captions. */
export const AMOUNTS = [
  ['plannedInvestment', '当年计划投资', '万元'],
  ['target2027Power', '2027年规划目标', 'MW'],
  ['target2030Power', '2030年规划目标', 'MW'],
] as const

const amount = (text: string) =>
  text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)
/** Whether a text is no amount. */
export const isWrongAmount = (text: string) => text.trim() !== '' && !(Number(text) >= 0)

/** What is typed as the contract has it. */
function calculationOf(base: YearCalcFields, typed: Typed): YearCalcFields {
  const amounts = AMOUNTS.flatMap(([name]) => {
    const value = amount(typed[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    scopeType: base.scopeType,
    scopeId: base.scopeId,
    year: base.year,
    rows: typed.rows.map(rowOf),
    ...Object.fromEntries(amounts),
    ...(typed.basis.trim() ? { basis: typed.basis.trim() } : {}),
    ...(typed.attachments.length > 0 ? { attachmentIds: typed.attachments.map(({ id }) => id) } : {}),
  }
}

/** What is typed over what is stored, and whether they differ. */
export function useTyped(due: DueItem) {
  const [typed, setTyped] = useState(() => typedOf(due.item?.yearCalc ?? due.yearCalc, due.item?.attachments))
  const [isDirty, setDirty] = useState(false)
  const dirty = useRef(false)
  useEffect(() => {
    dirty.current = isDirty
  }, [isDirty])
  usePorts().useUnsaved(useCallback(() => dirty.current, []))
  const set = (part: Partial<Typed>) => {
    setDirty(true)
    setTyped((before) => ({ ...before, ...part }))
  }
  // Files arrive while others are being sent: the list is taken as it is by then.
  const attach = (change: (files: readonly StoredFile[]) => readonly StoredFile[]) => {
    setDirty(true)
    setTyped((before) => ({ ...before, attachments: change(before.attachments) }))
  }
  const change = (changes: readonly CellChange[]) => {
    const rows = typed.rows.map((row) => ({ ...row }))
    for (const { row, name, value } of changes) {
      const at = rows[row]
      if (at) at[name] = value
    }
    set({ rows })
  }
  return { typed, set, attach, change, isDirty, settle: () => setDirty(false) }
}

/** Sends a calculation, and keeps what the server refused of it. */
export function useYearSaving(due: DueItem, base: YearCalcFields, typed: Typed, onSaved: () => void) {
  const [refused, setRefused] = useState<readonly Issue[]>([])
  const saving = useMutation({
    mutationFn: (action: 'SAVE' | 'SUBMIT') => {
      const { item } = due
      const version = item ? { id: item.id, version: item.version } : {}
      const calculation = { itemType: 'YEARCALC', yearCalc: calculationOf(base, typed), ...version } as const
      return perform(periodicMutations.save, { action, items: [calculation] })
    },
    onSuccess({ saved, errors }, action) {
      setRefused(
        errors.map(({ field, message }) => ({
          field: field.replace(/^yearCalc\./, ''),
          message,
          level: 'error',
        })),
      )
      if (saved.length === 0) return notify('请按提示修改后重试')
      onSaved()
      notify(action === 'SAVE' ? '已保存' : '已提交', 'success')
    },
  })
  return { saving, refused }
}
