import type { DueItem } from '@xinchu/sdk'
import type { Issue } from '@xinchu/validators'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFormSlice } from '../../ui/form/context.ts'
import { Icon } from '../../ui/icons.tsx'
import { openLabels, type SheetRemark } from './sheet-remarks.ts'
import { isSubmitKey } from './submit-key.ts'
import { isReason } from './usage-submission.ts'
import { usePlaceName, useProvinceOf } from './use-place-name.ts'
import type { Words } from './use-year-saving.ts'
import {
  answerIn,
  reasonKey,
  SubmittedFigures,
  type Texts,
  UnchangedReason,
  WarningReasons,
} from './year-submit-parts.tsx'

/** The first reviewing office of a calculation. */
function useReviewer(due: DueItem) {
  const { scopeType, scopeId } = due.item?.yearCalc ?? due.yearCalc ?? {}
  const code = String(scopeId ?? '')
  const isRegion = scopeType === 'REGION'
  const province = usePlaceName([useProvinceOf(code)])
  if (isRegion && code.endsWith('0000')) return { office: '国家能源主管部门', short: '国家' }
  if (isRegion && code.endsWith('00')) return province
  return { office: '上级能源主管部门', short: '上级' }
}

/** The given reasons, and the number of warnings without one. */
function reasonsOf(warnings: readonly Issue[], texts: Texts) {
  const given = warnings.flatMap((warning) => {
    const reason = texts[reasonKey(warning)]?.trim()
    const { field, code } = warning
    return reason ? [{ field, reason, ...(code ? { code } : {}) }] : []
  })
  return { given, lacking: warnings.length - given.length }
}

interface Blocking {
  open: readonly string[]
  lacking: number
  lacksReason: boolean
}

/** Describes why the calculation cannot be submitted yet. */
function blockedBy({ open, lacking, lacksReason }: Blocking): string | undefined {
  if (open.length > 0) return `意见 ${open.length} 处待处理：${open.join('、')}`
  if (lacking > 0) return `还差 ${lacking} 条原因，写完即可提交`
  return lacksReason ? '退回后未改，写明理由并勾选后可提交' : undefined
}

interface YearSubmitProps {
  due: DueItem
  /** Fields changed since the return; undefined if it was not returned or something is being saved. */
  changedFields: readonly string[] | undefined
  remarks: readonly SheetRemark[]
  isBusy: boolean
  onSubmit: (words: Words) => void
  onClose: () => void
}

/** Confirms a submission: content, recipient, and warnings. */
export function YearSubmit({ due, changedFields, remarks, isBusy, onSubmit, onClose }: YearSubmitProps) {
  const values = useFormSlice((state) => state.values)
  const issues = useFormSlice((state) => state.issues)
  const { office, short } = useReviewer(due)
  const warnings = issues.filter(({ level }) => level === 'warning')
  const [texts, setTexts] = useState<Texts>({})
  const [isTicked, setTicked] = useState(false)
  const { given, lacking } = reasonsOf(warnings, texts)
  const answer = answerIn(texts)
  const isUnchanged = changedFields?.length === 0
  const open = openLabels(remarks.filter(({ item }) => item.place !== undefined || !isUnchanged))
  const blocked = blockedBy({ open, lacking, lacksReason: isUnchanged && !(isTicked && isReason(answer)) })
  const blockedId = useId()
  const submit = () => !blocked && !isBusy && onSubmit({ reasons: given, ...(isUnchanged ? { answer } : {}) })
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title={`提交${due.scopeName ?? ''}年度测算`}
      size="wide"
      footer={
        <>
          <span id={blockedId} role="status" className="mr-auto self-center text-s text-warning">
            {blocked ?? <span className="text-ink-faint">审核前可撤回</span>}
          </span>
          <Button onClick={onClose}>返回填报</Button>
          <Button
            look="primary"
            busy={isBusy}
            aria-disabled={blocked !== undefined || undefined}
            aria-describedby={blocked ? blockedId : undefined}
            title="Ctrl+Enter"
            onClick={submit}
          >
            提交给{short}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter anywhere in the dialog presses its main button */}
      <div className="grid gap-3.5 text-s" onKeyDown={(event) => isSubmitKey(event) && submit()}>
        <p className="flex items-center gap-2 rounded-lg bg-brand-soft px-4 py-2">
          <Icon name="chevronRight" size={14} />送 {office} 审核
        </p>
        <SubmittedFigures values={values} />
        <WarningReasons warnings={warnings} texts={texts} onTexts={setTexts} />
        {isUnchanged && (
          <UnchangedReason texts={texts} onTexts={setTexts} isTicked={isTicked} onTicked={setTicked} />
        )}
      </div>
    </Dialog>
  )
}
