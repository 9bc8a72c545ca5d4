import { useMutation } from '@tanstack/react-query'
import type { DueItem, YearCalcFields } from '@xinchu/sdk'
import { ReportStatus } from '@xinchu/sdk/codes'
import { checkYearCalc, compareYearCalc } from '@xinchu/validators'
import { useEffect } from 'react'
import { refresh } from '../../app/query-client.ts'
import type { RecordForm } from '../../ui/form/context.ts'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { valuesOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { periodicMutations } from './queries.ts'
import { calcRows, yearRows, yearSpecs } from './year-model.ts'

/** Reference figures: the warehouse, and passed calculations of lower levels. */
function expectedOf({ warehouse = [], lower = [] }: DueItem) {
  const passed = lower.filter(
    ({ status }) => status === ReportStatus.passed || status === ReportStatus.confirmed,
  )
  return { warehouse, lower: passed.flatMap(({ rows = [] }) => rows) }
}

/** The form of an office's calculation, prefilled from the warehouse and the levels below until it is first saved. */
export function useYearForm(due: DueItem): RecordForm {
  const calculation: Partial<YearCalcFields> = due.item?.yearCalc ?? due.yearCalc ?? {}
  const { scopeType, scopeId, year } = calculation
  const expected = expectedOf(due)
  const form = useRecordForm({
    id: 'year-calc',
    recordId: [scopeType, scopeId, year].join('-'),
    version: due.item?.version,
    specs: yearSpecs,
    rows: yearRows,
    initial: {
      ...valuesOf(yearSpecs, calculation, yearRows),
      attachmentIds: due.item?.attachments ?? [],
    },
    check: (draft, stage, values) => [
      ...checkYearCalc(draft, stage),
      ...compareYearCalc(calcRows(values), expected),
    ],
  })
  // The prefilled rows are checked from the start.
  const { touch } = form.store
  useEffect(() => {
    touch('rows')
  }, [touch])
  return form
}

/** Sends a calculation and shows the server's errors at its fields. */
export function useYearSaving(due: DueItem, form: RecordForm) {
  const saving = useMutation({
    ...periodicMutations.save,
    meta: { ...periodicMutations.save.meta, refetch: 'by-caller' },
    async onSuccess({ saved, errors }, { action }) {
      if (saved.length === 0) {
        form.refuse(errors.map((each) => ({ ...each, field: each.field.replace(/^yearCalc\./, '') })))
        return notify('请按提示修改后重试')
      }
      // A new version opens the form again, which would offer a draft that is still there.
      form.saved()
      notify(action === 'SAVE' ? '已保存' : '已提交', 'success')
      await refresh(periodicMutations.save)
    },
  })
  return {
    isBusy: saving.isPending,
    send(action: 'SAVE' | 'SUBMIT') {
      if (!form.validate(action === 'SUBMIT' ? 'submit' : 'draft')) return notify('请先改正标出的内容')
      const { item } = due
      const version = item ? { id: item.id, version: item.version } : {}
      // The form has checked the values against the same contract.
      const yearCalc = form.store.draft() as unknown as YearCalcFields
      saving.mutate({ action, items: [{ itemType: 'YEARCALC', yearCalc, ...version }] })
    },
  }
}
