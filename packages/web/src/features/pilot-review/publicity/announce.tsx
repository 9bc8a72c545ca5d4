import { useMutation } from '@tanstack/react-query'
import type { PublicDemoList } from '@xinchu/sdk'
import { useState } from 'react'
import { today } from '../../../lib/beijing.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DateInput } from '../../../ui/date-input.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { reviewWrites } from '../writes.ts'
import { isOver } from './steps.tsx'

const LEAST_DAYS = 5
/** Fewest characters of how objections on paper are received. */
const LEAST_CONTACT = 10
const DAY_MS = 86_400_000

interface PeriodProps {
  batchYear: number
  batchNo: number
  list: PublicDemoList
}

/** Sets the period of publicity. */
export function PeriodForm({ batchYear, batchNo, list }: PeriodProps) {
  const [start, setStart] = useState(list.publicity?.startTime.slice(0, 10) ?? '')
  const [end, setEnd] = useState(list.publicity?.endTime.slice(0, 10) ?? '')
  const [contact, setContact] = useState(list.publicity?.contact ?? '')
  const saving = useMutation({
    ...reviewWrites.setPublicity,
    onSuccess: () => notify('公示期已设置', 'success'),
  })
  const days = start && end ? (Date.parse(end) - Date.parse(start)) / DAY_MS + 1 : 0
  const why =
    !start || !end
      ? '请填写起止日期'
      : days < LEAST_DAYS
        ? `公示期不少于 ${LEAST_DAYS} 天`
        : [...contact.trim()].length < LEAST_CONTACT
          ? '请填写受理方式'
          : undefined
  return (
    <section aria-label="公示期" className="card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">
        公示期{' '}
        <span className="ml-2 font-normal text-ink-soft text-s">
          不少于 {LEAST_DAYS} 天，公示期内受理异议
        </span>
      </h2>
      <div className="grid items-start gap-3 p-4 sm:grid-cols-[1fr_1fr_auto]">
        <Field label="公示开始" required>
          {(control) => <DateInput {...control} value={start} onValue={setStart} />}
        </Field>
        <Field label="公示结束" required hint={days >= LEAST_DAYS ? `共 ${days} 天` : undefined}>
          {(control) => <DateInput {...control} value={end} onValue={setEnd} />}
        </Field>
        <Field
          label="受理方式"
          required
          wide
          hint={`书面异议的受理单位、地址与电话，公示页列出，不少于 ${LEAST_CONTACT} 字`}
        >
          {(control) => <Input {...control} maxLength={300} value={contact} onValue={setContact} />}
        </Field>
        <Button
          look="primary"
          className="sm:col-start-3"
          disabled={why !== undefined}
          busy={saving.isPending}
          onClick={() =>
            saving.mutate({
              ...{ batchYear, batchNo, contact: contact.trim() },
              ...{ startTime: `${start} 00:00:00`, endTime: `${end} 23:59:59` },
            })
          }
        >
          {why ?? (list.publicity ? '修改公示期' : '开始公示')}
        </Button>
      </div>
    </section>
  )
}

interface AnnounceProps {
  list: PublicDemoList
  waiting: number
}

/** The projects that are neither announced nor cancelled. */
const openOf = ({ content }: PublicDemoList) =>
  content.filter(({ announced, cancelledOn }) => !announced && cancelledOn === undefined)

/** Returns why the list cannot be announced yet. */
function refusalOf(list: PublicDemoList, waiting: number, now: number): string | undefined {
  if (!list.publicity) return '尚未公示'
  if (waiting > 0) return `异议待答复 ${waiting} 件`
  if (!isOver(list, now)) return `公示至 ${list.publicity.endTime.slice(5, 10)}`
  return openOf(list).length === 0 ? '没有拟入选项目' : undefined
}

/** Announces all projects of the list with number and date. */
export function AnnounceForm({ list, waiting }: AnnounceProps) {
  const [no, setNo] = useState('')
  const [date, setDate] = useState(today())
  const [isAsking, setAsking] = useState(false)
  const refusal =
    refusalOf(list, waiting, Date.now()) ?? (no.trim() === '' || date === '' ? '请填写文号与日期' : undefined)
  const open = openOf(list)
  if (list.announced)
    return (
      <section aria-label="公布" className="card px-4 py-3.5">
        已于 {list.announceDate} 公布：{list.announceNo}，共{' '}
        {list.content.filter(({ announced }) => announced).length} 项
        {list.announcedAt && (
          <span className="ml-2 text-ink-soft text-s">{list.announcedAt.slice(0, 16)} 在平台公布</span>
        )}
      </section>
    )
  return (
    <section aria-label="公布" className="card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">
        公布 <span className="ml-2 font-normal text-ink-soft text-s">公示期满且异议全部答复后可办</span>
      </h2>
      <div className="grid items-start gap-3 p-4 sm:grid-cols-[1fr_1fr_auto]">
        <Field label="公布文号" required>
          {(control) => <Input {...control} maxLength={100} value={no} onValue={setNo} />}
        </Field>
        <Field label="公布日期" required>
          {(control) => <DateInput {...control} value={date} onValue={setDate} />}
        </Field>
        <Button
          look="primary"
          className="sm:mt-6"
          disabled={refusal !== undefined}
          onClick={() => setAsking(true)}
        >
          {refusal ? `公布（${refusal}）` : `公布 ${open.length} 项`}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`公布 ${open.length} 个试点示范项目`}
          description={`以“${no.trim()}”于 ${date} 公布。公布后项目进入实施，只能退出，不能撤销公布。`}
          action="公布"
          look="primary"
          write={reviewWrites.move}
          variables={{
            ids: open.map(({ id }) => id),
            action: 'ANNOUNCE',
            announceNo: no.trim(),
            announceDate: date,
          }}
          onDone={({ failed }) =>
            failed[0]
              ? notify(`${failed.length} 项未公布：${failed[0].message}`)
              : notify('已公布', 'success')
          }
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
