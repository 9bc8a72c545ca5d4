import type { DemoProjectRow } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { DemoFlowRequest } from '../queries.ts'
import { NOTHING_RETURNED, ReturnFields, returnRequest, whyNotReturned } from '../return-fields.tsx'

interface Props {
  rows: readonly DemoProjectRow[]
  isBusy: boolean
  onReturn: (request: DemoFlowRequest) => void
  onClose: () => void
}

/** Returns projects to their applicants with parts and remarks. */
export function ReturnDialog({ rows, isBusy, onReturn, onClose }: Props) {
  const [returning, setReturning] = useState(NOTHING_RETURNED)
  const why = whyNotReturned(returning)
  const ids = rows.map(({ id }) => id)
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title={`退回 ${rows.length} 项`}
      description={rows.map(({ projectName }) => projectName).join('、')}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="danger"
            disabled={why !== undefined}
            busy={isBusy}
            onClick={() => onReturn(returnRequest(ids, returning))}
          >
            {why ? `退回（${why}）` : `退回 ${rows.length} 项`}
          </Button>
        </>
      }
    >
      <ReturnFields value={returning} onChange={setReturning} />
      <p className="text-ink-soft text-s">单位只能修改勾选的部分，改正后再提交到本单位审核。</p>
    </Dialog>
  )
}
