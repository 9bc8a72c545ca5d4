import { useMutation } from '@tanstack/react-query'
import type { GeneralItemsResult } from '@xinchu/sdk'
import { type Issue, issue } from '@xinchu/validators'
import { notify } from '../../ui/notice.tsx'
import { BATCH, saveInBatches } from './queries.ts'
import { type Period, typedUsage, usageDraft, usageIssues } from './usage-model.ts'
import type { UsageLine, useUsageSheet } from './use-usage-sheet.ts'

type Sheet = ReturnType<typeof useUsageSheet>
type Refusals = Record<number, Issue[]>

/** Refusals of the server by project. */
function refusalsOf(sent: readonly UsageLine[], { errors }: GeneralItemsResult): Refusals {
  const refusals: Refusals = {}
  for (const { row = 1, field, message } of errors) {
    const id = sent[row - 1]?.id
    if (id === undefined) continue
    const refusal = issue(field.replace(/^usage\./, ''), message, 'error')
    refusals[id] = [...(refusals[id] ?? []), refusal]
  }
  return refusals
}

interface Sending {
  action: 'SAVE' | 'SUBMIT'
  lines: readonly UsageLine[]
}

/** Sends rows in several calls. Stored rows stay stored if a later call fails. */
function useSaving(sheet: Sheet, period: Period, onRefused: () => void) {
  return useMutation({
    async mutationFn({ action, lines }: Sending) {
      const stored: UsageLine[] = []
      const refusals: Refusals = {}
      const drafts = lines.map(({ due, typed }) => usageDraft(due, typed, period))
      try {
        await saveInBatches(action, drafts, (result, from) => {
          const sent = lines.slice(from, from + BATCH)
          const ids = new Set(result.saved.map(({ usage }) => usage?.projectId))
          stored.push(...sent.filter(({ id }) => ids.has(id)))
          Object.assign(refusals, refusalsOf(sent, result))
        })
      } finally {
        sheet.settle(stored)
      }
      return { action, stored: stored.length, refusals }
    },
    onSuccess({ action, stored, refusals }) {
      sheet.refuse(refusals)
      const name = action === 'SAVE' ? '保存' : '提交'
      const failed = Object.keys(refusals).length
      const done = `已${name} ${stored} 个项目`
      if (failed === 0) return notify(done, 'success')
      notify(`${done}，${failed} 个未${name}，请按提示修改`)
      onRefused()
    },
  })
}

/** Errors of a row on submission. */
const blocks = ({ due, typed }: UsageLine, period: Period) =>
  usageIssues(due, typed, period, 'submit').some(({ level }) => level === 'error')

/** Actions on a quarterly sheet. `onRefused` is called if something must be corrected first. */
export function useUsageActions(sheet: Sheet, period: Period, onRefused: () => void) {
  const saving = useSaving(sheet, period, onRefused)
  const save = () => saving.mutate({ action: 'SAVE', lines: sheet.lines.filter(({ isDirty }) => isDirty) })
  const submit = () => {
    const filled = sheet.lines.filter(({ isFilled, isOpen }) => isFilled && isOpen)
    const wrong = new Set(filled.filter((line) => blocks(line, period)))
    sheet.check([...wrong].map(({ id }) => id))
    const lines = filled.filter((line) => !wrong.has(line))
    if (lines.length > 0) saving.mutate({ action: 'SUBMIT', lines })
    else notify(filled.length === 0 ? '没有可提交的内容' : `${wrong.size} 个项目尚有未填或有误的内容`)
    if (wrong.size > 0) onRefused()
  }
  const takeOver = () => {
    const open = sheet.lines.flatMap((line, row) => (line.isOpen && line.due.previous ? [{ line, row }] : []))
    const changes = open.flatMap(({ line, row }) =>
      Object.entries(typedUsage(line.due.previous)).flatMap(([name, value]) =>
        line.typed[name] ? [] : [{ row, name, value }],
      ),
    )
    sheet.change(changes)
    notify(`已将上期内容带入 ${open.length} 个项目的空格，请逐项核对`, 'success')
  }
  return { save, submit, takeOver, isBusy: saving.isPending }
}
