import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportBatch } from '@xinchu/sdk'
import { useState } from 'react'
import { refresh } from '../../app/query-client.ts'
import { AppealWay } from '../../records/repeat/appeal-way.tsx'
import { type BatchOutcome, BatchResult } from '../../ui/batch-result.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { importMutations } from './queries.ts'

interface Shown {
  outcome: BatchOutcome
  names: ReadonlyMap<number, string>
}

/** Submits all drafts that an import has written, after its user has answered for their content. */
export function SubmitDrafts({ batch }: { batch: ImportBatch }) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [isStated, setStated] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const submission = useMutation({
    ...importMutations.submit,
    onSuccess(result) {
      setAsked(false)
      if (result.outcome.failed.length > 0) return setShown(result)
      notify(`已提交 ${result.outcome.succeeded.length} 个项目`, 'success')
      void refresh(client, importMutations.submit)
    },
  })
  const isAllSent = submission.data?.outcome.failed.length === 0
  const count = batch.committedRows.toLocaleString('zh-CN')
  const close = () => {
    setShown(undefined)
    void refresh(client, importMutations.submit)
  }
  return (
    <>
      {isAllSent ? (
        <span className="text-success">已全部提交</span>
      ) : (
        <button type="button" className="text-brand-ink hover:underline" onClick={() => setAsked(true)}>
          全部提交…
        </button>
      )}
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="提交导入的项目"
        description={`本次导入写入的 ${count} 个项目草稿将提交审核。已提交或已删除的不再提交，内容不全的留在草稿并说明原因。`}
        footer={
          <>
            <Button onClick={() => setAsked(false)}>取消</Button>
            <Button
              look="primary"
              busy={submission.isPending}
              disabled={!isStated}
              onClick={() => submission.mutate(batch.id)}
            >
              提交 {count} 个项目
            </Button>
          </>
        }
      >
        <Checkbox checked={isStated} onChecked={setStated}>
          本单位对以上内容的真实性、准确性和完整性负责。
        </Checkbox>
      </Dialog>
      <BatchResult
        action="提交"
        outcome={shown?.outcome}
        nameOf={(id) => shown?.names.get(id) ?? String(id)}
        wayOf={(refusal) => <AppealWay refusal={refusal} />}
        onClose={close}
      />
    </>
  )
}
