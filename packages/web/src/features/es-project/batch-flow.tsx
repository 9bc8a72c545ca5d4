import { useMutation } from '@tanstack/react-query'
import type { FlowRequest, Project, ProjectRow } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { controlClass, Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notice.tsx'
import { projectWrites } from './queries.ts'

type Action = FlowRequest['action']

const NAMES: Readonly<Record<Action, string>> = {
  SUBMIT: '提交',
  PASS: '通过',
  RETURN: '退回',
  WITHDRAW: '撤回',
  REOPEN: '退回重报',
}
const NEEDS_OPINION: ReadonlySet<Action> = new Set(['RETURN', 'REOPEN'])
const ORDER = Object.keys(NAMES) as Action[]

type Movable = Pick<Project | ProjectRow, 'id' | 'projectName' | 'declareStatus' | 'actions'>

/** Past the province a project is the nation's matter. */
const targetOf = ({ declareStatus }: Movable, action: Action): FlowRequest['target'] =>
  declareStatus === '7' && action !== 'REOPEN' ? 'country' : 'province'

interface BatchFlowProps {
  rows: readonly Movable[]
  onDone: () => void
}

/** The actions that every chosen project allows, with the opinion that some of them ask for. */
export function BatchFlow({ rows, onDone }: BatchFlowProps) {
  const [asked, setAsked] = useState<Action>()
  const [opinion, setOpinion] = useState('')
  const [missing, setMissing] = useState(false)
  const actions = ORDER.filter((action) => rows.every((row) => row.actions?.includes(action)))

  const move = useMutation({
    async mutationFn(action: Action) {
      const [first] = rows
      if (!first) return
      const result = await projectWrites.move({
        ids: rows.map(({ id }) => id),
        action,
        target: targetOf(first, action) ?? 'province',
        ...(opinion ? { opinion } : {}),
      })
      for (const { message } of result.failed) notify(message)
      if (result.succeeded.length > 0)
        notify(`已${NAMES[action]} ${result.succeeded.length} 个项目`, 'success')
    },
    onSuccess() {
      setAsked(undefined)
      setOpinion('')
      onDone()
    },
  })

  const confirm = () => {
    const lacks = asked !== undefined && NEEDS_OPINION.has(asked) && opinion.trim() === ''
    setMissing(lacks)
    if (asked && !lacks) move.mutate(asked)
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b bg-brand-soft px-4 py-2 text-[13px]">
      <span className="mr-2">已选 {rows.length} 项</span>
      {actions.length === 0 && <span className="text-ink-faint">所选项目没有可同时办理的事项</span>}
      {actions.map((action) => (
        <Button
          key={action}
          look={
            action === 'RETURN' || action === 'REOPEN'
              ? 'danger'
              : action === 'WITHDRAW'
                ? 'plain'
                : 'primary'
          }
          onClick={() => setAsked(action)}
        >
          {NAMES[action]}
        </Button>
      ))}
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? `${NAMES[asked]}项目` : ''}
        description={rows.length === 1 ? (rows[0]?.projectName ?? '') : `共 ${rows.length} 个项目`}
        footer={
          <>
            <Button onClick={() => setAsked(undefined)}>取消</Button>
            <Button look="primary" busy={move.isPending} onClick={confirm}>
              确定
            </Button>
          </>
        }
      >
        <Field
          label="意见"
          required={asked !== undefined && NEEDS_OPINION.has(asked)}
          error={missing ? '值不能为空' : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={500}
              value={opinion}
              onChange={(event) => setOpinion(event.target.value)}
              className={`${controlClass} h-auto py-1.5`}
            />
          )}
        </Field>
      </Dialog>
    </div>
  )
}
