import { useMutation } from '@tanstack/react-query'
import type { ImportBatch, ImportReading } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { type Choices, faultsOf, figures, mapOf } from './columns-model.ts'
import { importMutations } from './queries.ts'
import { readingMutations } from './reading-queries.ts'

interface ColumnsFootProps {
  batch: ImportBatch
  reading: ImportReading
  choices: Choices
  /** Called once the file is read again. */
  onRead: () => void
}

/** Why the file cannot be read yet, in words; empty if it can. */
function obstacle(reading: ImportReading, choices: Choices): string {
  const { twins, missing } = faultsOf(reading, choices)
  if (missing.length > 0) return `缺少列：${missing.map(({ caption }) => caption).join('、')}`
  return twins.size > 0 ? '两列对应同一字段，请选一列' : ''
}

/** Calls off the import, or leaves a batch as it was read. */
function Leave({ batch, onRead }: Pick<ColumnsFootProps, 'batch' | 'onRead'>) {
  const cancel = useMutation(importMutations.cancel)
  if (batch.state !== 'ASKING') return <Button onClick={onRead}>返回</Button>
  return (
    <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate(batch.id)}>
      取消导入
    </Button>
  )
}

function Forget({ batch, reading }: Pick<ColumnsFootProps, 'batch' | 'reading'>) {
  const forget = useMutation(readingMutations.forget)
  if (!reading.saved) return null
  return (
    <Button busy={forget.isPending} onClick={() => forget.mutate(batch.id)}>
      不再按保存的对应关系读取
    </Button>
  )
}

/** The count of the columns, and the button that has the file read. */
export function ColumnsFoot({ batch, reading, choices, onRead }: ColumnsFootProps) {
  const [remember, setRemember] = useState(true)
  const [isAsked, setAsked] = useState(false)
  const confirm = useMutation({ ...readingMutations.confirm, onSuccess: onRead })
  const { all, mapped, left, open } = figures(reading, choices)
  const why = obstacle(reading, choices)
  const corrected = reading.corrected ?? 0
  const body = { id: batch.id, map: mapOf(reading, choices), remember, discardCorrections: corrected > 0 }
  return (
    <footer className="grid gap-2 border-line border-t px-4 py-3">
      <p role="status" className="text-ink-soft text-s">
        共 {all} 列：对应 {mapped}，不导入 {left}，待确认 {open}
        {why && <span className="text-danger">；{why}</span>}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto text-s">
          <Checkbox checked={remember} onChecked={setRemember}>
            本单位以后遇到相同表头照此读取
          </Checkbox>
        </span>
        <Forget batch={batch} reading={reading} />
        <Leave batch={batch} onRead={onRead} />
        <Button
          look="primary"
          disabled={why !== '' || open > 0}
          busy={confirm.isPending}
          onClick={() => (corrected > 0 ? setAsked(true) : confirm.mutate(body))}
        >
          按此读取
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title="重新读取文件"
          description={`已更正的 ${corrected} 行会恢复为文件中的内容，须重新更正。`}
          action="放弃更正并重新读取"
          write={readingMutations.confirm}
          variables={body}
          onDone={onRead}
          onClose={() => setAsked(false)}
        />
      )}
    </footer>
  )
}
