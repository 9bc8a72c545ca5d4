import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import type { AssignPlan, SeedRequest } from '@xinchu/sdk'
import { useState } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/inputs.tsx'
import { reviewQueries } from '../queries.ts'
import { reviewWrites } from '../writes.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Asks the nation for another seed. */
function AskDialog({
  groupId,
  proposal,
  onClose,
}: {
  groupId: number
  proposal: string
  onClose: () => void
}) {
  const [seed, setSeed] = useState(proposal)
  const asking = useMutation({ ...reviewWrites.askSeed, onSuccess: onClose })
  return (
    <ReasonDialog
      title="申请更换随机种子"
      description="同样的数据与种子得到同样的方案。更换种子会改变同等条件下的分配，须经国家主管部门同意，每次计算均留痕。"
      action="提交申请"
      busy={asking.isPending}
      refusal={seed.trim() === '' ? '请填写种子' : undefined}
      onConfirm={(reason) => asking.mutate({ groupId, seed: seed.trim(), reason })}
      onClose={onClose}
    >
      <Field label="随机种子" required>
        {(control) => <Input {...control} maxLength={100} value={seed} onValue={setSeed} />}
      </Field>
    </ReasonDialog>
  )
}

/** The nation's decision on a request that waits. */
function Decision({ request }: { request: SeedRequest }) {
  const [dialog, setDialog] = useState<'agree' | 'refuse'>()
  const deciding = useMutation({ ...reviewWrites.decideSeed, onSuccess: () => setDialog(undefined) })
  const close = () => setDialog(undefined)
  return (
    <>
      <Button look="primary" onClick={() => setDialog('agree')}>
        同意
      </Button>
      <Button onClick={() => setDialog('refuse')}>不同意…</Button>
      {dialog === 'agree' && (
        <ConfirmDialog
          title="同意更换随机种子"
          description={`新种子：${request.seed}。理由：${request.reason}`}
          action="同意"
          look="primary"
          write={reviewWrites.decideSeed}
          variables={{ id: request.id, agreed: true }}
          onClose={close}
        />
      )}
      {dialog === 'refuse' && (
        <ReasonDialog
          title="不同意更换随机种子"
          description={request.reason}
          caption="意见"
          least={1}
          action="不同意"
          busy={deciding.isPending}
          onConfirm={(opinion) => deciding.mutate({ id: request.id, agreed: false, opinion })}
          onClose={close}
        />
      )}
    </>
  )
}

interface SeedProps {
  plan: AssignPlan
  canEdit: boolean
}

/** The seed of a plan, and a request for another one. */
export function Seed({ plan, canEdit }: SeedProps) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const requests = useQuery(reviewQueries.seedRequests(plan.groupId)).data ?? []
  const computing = useMutation(reviewWrites.computePlan)
  const [isAsking, setAsking] = useState(false)
  const [last] = requests
  const isWaiting = last !== undefined && last.agreed === undefined
  const isGranted = last?.agreed === true && last.seed !== plan.seed
  return (
    <section aria-label="随机种子" className="card grid gap-2 px-4 py-3 text-s">
      <h2 className="font-medium text-base">随机种子</h2>
      <p className="break-all">{plan.seed}</p>
      {plan.reason && <p className="text-ink-soft">更换理由：{plan.reason}</p>}
      {isWaiting && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-warning">
          {last.askedAt.slice(0, 16)} 申请更换为 {last.seed}，待国家主管部门决定：{last.reason}
        </p>
      )}
      {last?.agreed === false && (
        <p className="text-ink-soft">
          {last.decidedAt?.slice(0, 16)} 国家主管部门未同意更换为 {last.seed}：{last.opinion}
        </p>
      )}
      {isGranted && (
        <p className="text-success">
          {last.decidedAt?.slice(0, 16)} 国家主管部门已同意更换为 {last.seed}
        </p>
      )}
      <p className="flex flex-wrap gap-2 empty:hidden">
        {canEdit && isGranted && (
          <Button
            busy={computing.isPending}
            onClick={() =>
              computing.mutate({ groupId: plan.groupId, perProject: plan.perProject, seed: last.seed })
            }
          >
            按新种子计算
          </Button>
        )}
        {canEdit && !isWaiting && !isGranted && <Button onClick={() => setAsking(true)}>申请更换…</Button>}
        {isWaiting && isAmong(user, ['NAT']) && <Decision request={last} />}
      </p>
      {isAsking && (
        <AskDialog
          groupId={plan.groupId}
          proposal={`${plan.seed}-${requests.length + 2}`}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
