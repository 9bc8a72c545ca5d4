import { useMutation } from '@tanstack/react-query'
import { type ImportBatch, type ImportPlanCounts, planSummary } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { termsOf } from './plan-queries.ts'
import { importMutations, isBeingRead, isWorking } from './queries.ts'

interface AskProps {
  count: number
  counts: ImportPlanCounts | undefined
  /** Counts of rows that deserve a look, in words. */
  doubtful: readonly string[]
  isBusy: boolean
  onWrite: () => void
  onClose: () => void
}

/** Asks before rows are written that have warnings. */
function AskToWrite({ count, counts, doubtful, isBusy, onWrite, onClose }: AskProps) {
  const rows = `写入 ${count.toLocaleString('zh-CN')} 行`
  return (
    <Dialog
      open
      onClose={onClose}
      title={rows}
      footer={
        <>
          <Button onClick={onClose}>返回核对</Button>
          <Button look="primary" busy={isBusy} onClick={onWrite}>
            {rows}
          </Button>
        </>
      }
    >
      {counts && <p className="mb-2 leading-relaxed">{planSummary(counts)}。</p>}
      <p className="leading-relaxed">
        其中 {doubtful.join('，')}。写入后为项目草稿，可继续修改，提交时逐件核对。
      </p>
    </Dialog>
  )
}

interface WriteProps {
  batch: ImportBatch
  /** The batch is read and can be written. */
  isReady: boolean
  plan: PlanTerms
}

/** What a commit would do, and whether it takes what a person has corrected, or clears what the workbook leaves empty. */
export interface PlanTerms {
  counts: ImportPlanCounts | undefined
  takesCorrections: boolean
  onTakesCorrections: (takes: boolean) => void
  clearsBlank: boolean
  onClearsBlank: (clears: boolean) => void
  takesReturned: boolean
  onTakesReturned: (takes: boolean) => void
}

/** Choice to let the workbook replace what people have corrected. */
function TakeCorrections({ counts, takesCorrections, onTakesCorrections }: PlanTerms) {
  const kept = counts?.kept ?? 0
  if (kept === 0 && !takesCorrections) return null
  return (
    <span className="mr-2 text-s">
      <Checkbox checked={takesCorrections} onChecked={onTakesCorrections}>
        覆盖人工更正{kept > 0 && `（${kept.toLocaleString('zh-CN')} 行）`}
      </Checkbox>
    </span>
  )
}

/** Choice to let empty cells of the workbook clear what drafts have. */
function ClearBlank({ counts, clearsBlank, onClearsBlank }: PlanTerms) {
  const blank = counts?.blank ?? 0
  if (blank === 0 && !clearsBlank) return null
  return (
    <span className="mr-2 text-s">
      <Checkbox checked={clearsBlank} onChecked={onClearsBlank}>
        空单元格清空原有内容{blank > 0 && `（${blank.toLocaleString('zh-CN')} 行）`}
      </Checkbox>
    </span>
  )
}

/** Consent to change projects that an office has returned. */
function TakeReturned({ counts, takesReturned, onTakesReturned }: PlanTerms) {
  const returned = counts?.returned ?? 0
  if (returned === 0 && !takesReturned) return null
  return (
    <span className="mr-2 text-s">
      <Checkbox checked={takesReturned} onChecked={onTakesReturned}>
        修改被退回的项目{returned > 0 && `（${returned.toLocaleString('zh-CN')} 行）`}
      </Checkbox>
    </span>
  )
}

/** Button that writes the rows. While the batch is being read it shows their number. */
function Write({ batch, isReady, plan }: WriteProps) {
  const [keepsRepeats, setKeepsRepeats] = useState(false)
  const commit = useMutation(importMutations.commit)
  const writable = batch.okRows + batch.warnRows + (keepsRepeats ? batch.repeatRows : 0)
  const isHeldBack = batch.mode === 'atomic' && batch.errorRows + batch.askedRows > 0
  const [isAsked, setAsked] = useState(false)
  const write = () =>
    commit.mutate(
      {
        id: batch.id,
        skipRepeat: !keepsRepeats,
        ...termsOf(plan),
        ...(plan.takesReturned ? { takeReturned: true } : {}),
      },
      { onSettled: () => setAsked(false) },
    )
  const doubtful = [
    ...(batch.warnRows > 0 ? [`${batch.warnRows.toLocaleString('zh-CN')} 行有提示`] : []),
    ...(keepsRepeats ? [`${batch.repeatRows.toLocaleString('zh-CN')} 行疑似重复`] : []),
    ...(plan.takesReturned ? ['修改被退回的项目'] : []),
    ...(plan.takesCorrections ? ['人工更正过的字段以工作簿为准'] : []),
    ...(plan.clearsBlank ? ['空单元格清空草稿原有的内容'] : []),
  ]
  return (
    <>
      <TakeReturned {...plan} />
      <TakeCorrections {...plan} />
      <ClearBlank {...plan} />
      {batch.repeatRows > 0 && (
        <span className="mr-2 text-s">
          <Checkbox checked={keepsRepeats} onChecked={setKeepsRepeats}>
            疑似重复的行也写入
          </Checkbox>
        </span>
      )}
      <Button
        look="primary"
        busy={commit.isPending}
        disabled={!isReady || writable === 0 || isHeldBack}
        onClick={() => (doubtful.length > 0 ? setAsked(true) : write())}
      >
        写入 {writable.toLocaleString('zh-CN')} 行
      </Button>
      {isAsked && (
        <AskToWrite
          count={writable}
          counts={plan.counts}
          doubtful={doubtful}
          isBusy={commit.isPending}
          onWrite={write}
          onClose={() => setAsked(false)}
        />
      )}
      {isHeldBack && (
        <span className="text-danger text-s">
          存在{batch.errorRows > 0 ? '有错误' : '待确认'}的行，{batch.errorRows > 0 ? '更正' : '确认'}
          后才能写入
        </span>
      )}
    </>
  )
}

/** Actions on a batch. Rendered while the batch is being read, so that the layout does not shift. */
export function BatchActions({ batch, plan }: { batch: ImportBatch; plan: PlanTerms }) {
  const cancel = useMutation(importMutations.cancel)
  const errors = useMutation(importMutations.downloadErrors)
  const isReading = isBeingRead(batch)
  const isReady = batch.state === 'READY'
  // The file contains unmasked contacts, so only the importing office may download it.
  const issues =
    batch.errorRows +
    batch.askedRows +
    batch.warnRows +
    batch.repeatRows +
    (batch.kept ?? 0) +
    (batch.blank ?? 0)
  const hasIssues = batch.own && (isReading || (issues > 0 && !isWorking(batch)))
  const mayWrite = batch.own && !batch.dryRun && (isReady || isReading)
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      {mayWrite && <Write batch={batch} isReady={isReady} plan={plan} />}
      {batch.own && (isWorking(batch) || (isReady && !batch.dryRun)) && (
        <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate(batch.id)}>
          取消导入
        </Button>
      )}
      {hasIssues && (
        <Button
          icon="download"
          disabled={isReading}
          busy={errors.isPending}
          onClick={() => errors.mutate(batch.id)}
        >
          下载问题说明
        </Button>
      )}
    </div>
  )
}
