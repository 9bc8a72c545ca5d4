import { useMutation, useQuery } from '@tanstack/react-query'
import type { ExpertProfile } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput, Switch } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { reviewQueries } from './queries.ts'
import { reviewWrites } from './writes.ts'

function Profile({ profile }: { profile: ExpertProfile }) {
  const { history } = profile
  return (
    <dl className="mb-4 grid grid-cols-[6em_minmax(0,1fr)] gap-x-3 gap-y-1.5 rounded-lg bg-sunken px-3.5 py-3 text-s">
      <dt className="text-ink-faint">姓名</dt>
      <dd>{[profile.realName, profile.title].filter(Boolean).join('，')}</dd>
      <dt className="text-ink-faint">工作单位</dt>
      <dd>{profile.workUnit ?? '未登记'}</dd>
      <dt className="text-ink-faint">专业方向</dt>
      <dd className="flex flex-wrap gap-x-2">
        {profile.specialty?.map((value) => (
          <DictText key={value} dict="expert_specialty" value={value} />
        ))}
      </dd>
      <dt className="text-ink-faint">曾任职单位</dt>
      <dd>{profile.formerUnits?.map(({ unit, until }) => `${unit}（至 ${until}）`).join('、') || '无'}</dd>
      <dt className="text-ink-faint">合作经历</dt>
      <dd>{profile.jointWork?.map(({ title, year }) => `${title}（${year}）`).join('、') || '无'}</dd>
      <dt className="text-ink-faint">评审履历</dt>
      <dd>
        分配 {history.assigned}，按时 {history.inTime}，逾期 {history.late}，回避 {history.recused}
      </dd>
    </dl>
  )
}

/** Returns why the entries cannot be saved. */
function faultOf(from: string, to: string, limit: string): string | undefined {
  if (from && to && to < from) return '截止日期早于起始日期'
  return limit === '' || /^\d{1,3}$/.test(limit) ? undefined : '承担上限请填整数'
}

function Form({ profile, onClose }: { profile: ExpertProfile; onClose: () => void }) {
  const [available, setAvailable] = useState(profile.available)
  const [from, setFrom] = useState(profile.availableFrom ?? '')
  const [to, setTo] = useState(profile.availableTo ?? '')
  const [limit, setLimit] = useState(String(profile.loadLimit ?? ''))
  const saving = useMutation({
    ...reviewWrites.saveAvailability,
    onSuccess() {
      notify('已保存可参加时间', 'success')
      onClose()
    },
  })
  const fault = faultOf(from, to, limit)
  const send = () =>
    saving.mutate({
      version: profile.version,
      available,
      ...(from ? { availableFrom: from } : {}),
      ...(to ? { availableTo: to } : {}),
      ...(limit ? { loadLimit: Number(limit) } : {}),
    })
  return (
    <Dialog
      open
      isFirm
      title="本人资料与可参加时间"
      onClose={onClose}
      footer={
        <>
          <span role="status" className="mr-auto self-center text-s text-warning">
            {fault}
          </span>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={saving.isPending} disabled={fault !== undefined} onClick={send}>
            保存
          </Button>
        </>
      }
    >
      <Profile profile={profile} />
      <p className="mb-3 flex items-center gap-3">
        <Switch label="可参加评审" checked={available} onChecked={setAvailable} />
        {available ? '可参加评审' : '暂不参加评审'}
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field label="可参加起始日期">
          {(control) => <DateInput {...control} value={from} onValue={setFrom} isStrict />}
        </Field>
        <Field label="可参加截止日期">
          {(control) => <DateInput {...control} value={to} onValue={setTo} isStrict />}
        </Field>
        <Field label="承担项目上限" hint="不填表示不限">
          {(control) => <NumberInput {...control} unit="个" value={limit} onValue={setLimit} />}
        </Field>
      </div>
      <p className="text-ink-soft text-s">
        只影响之后的分配，已分配的任务不变。单位、专业方向与履历由平台维护，有误请联系平台更正。
      </p>
    </Dialog>
  )
}

/** The expert's own profile, and when he can take part. */
export function AvailabilityDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(reviewQueries.ownExpert)
  if (data) return <Form key={data.version} profile={data} onClose={onClose} />
  return (
    <Dialog
      open
      title="本人资料与可参加时间"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={6} />}
    </Dialog>
  )
}
