import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Reporting, UsageReminder, UsageReminderResult } from '@xinchu/sdk'
import { missingTerm } from '@xinchu/validators'
import { useState } from 'react'
import { queryKeys } from '../app/query-keys.ts'
import { sdkOf } from '../app/sdk.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notice.tsx'
import { RichText } from '../ui/rich/rich-text.tsx'
import { RemindDialog } from './remind-dialog.tsx'

const remind = mutationOptions({
  mutationFn: (reminder: UsageReminder, { client }) => sdkOf(client).projects.remindUsageReporters(reminder),
  meta: { invalidates: [queryKeys.periodic] },
})

/** Preview of a reminder. Sends nothing. */
const planOf = (reminder: UsageReminder) =>
  queryOptions({
    queryKey: [...queryKeys.periodic, 'reminder', reminder],
    queryFn: ({ client, signal }) =>
      sdkOf(client).projects.remindUsageReporters({ ...reminder, dryRun: true }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

const count = (value: number) => value.toLocaleString('zh-CN')

/** What a reminder does not reach, in sentences. */
const exceptionsOf = ({ already, others }: UsageReminderResult) =>
  [
    already > 0 && `三日内已催报 ${count(already)} 个项目，不再发送。`,
    others > 0 && `${count(others)} 个项目不需催报。`,
  ].filter((each) => each !== false)

/** Offices that cannot be told, with the same numbers before and after. */
const aloneText = ({ unreached = [], unreachedProjects = 0 }: UsageReminderResult, then: string) =>
  unreached.length > 0
    ? `；${count(unreached.length)} 个单位（${count(unreachedProjects)} 个项目）没有可用账号，${then}`
    : ''

function tell(result: UsageReminderResult): void {
  const { reminded, recipients } = result
  const alone = aloneText(result, '没有收到')
  notify(`已催办 ${count(recipients)} 个单位（${count(reminded)} 个项目）${alone}`, 'success')
}

/** Messages of a reminder, one office at a time. */
function Texts({ texts }: { texts: NonNullable<UsageReminderResult['texts']> }) {
  const [at, setAt] = useState(0)
  const shown = texts[at]
  if (!shown) return null
  return (
    <section aria-label="消息预览" className="grid gap-2">
      <label className="grid gap-1">
        <span className="text-ink-soft text-s">预览消息</span>
        <select className="control" value={at} onChange={(event) => setAt(Number(event.target.value))}>
          {texts.map(({ orgName, projects }, index) => (
            <option key={`${orgName} ${texts[index]?.title}`} value={index}>
              {orgName}（{projects} 个项目）
            </option>
          ))}
        </select>
      </label>
      <div className="rounded-lg bg-sunken px-4 py-3">
        <h3 className="mb-1 font-medium">{shown.title}</h3>
        <div className="max-h-56 overflow-y-auto text-s">
          <RichText content={shown.content} />
        </div>
      </div>
    </section>
  )
}

/** What would be sent, and to whom. */
function Plan({ plan }: { plan: UsageReminderResult }) {
  const { reminded, recipients, texts = [], unreached = [] } = plan
  const isSent = reminded > 0
  return (
    <div className="grid gap-3 leading-relaxed">
      <p>
        {isSent
          ? `将提醒 ${count(recipients)} 个单位（${count(reminded)} 个项目）${aloneText(plan, '不会收到')}。`
          : `没有可以催报的项目${aloneText(plan, '不会收到')}。`}
        {exceptionsOf(plan).join('')}
      </p>
      <Texts texts={texts} />
      {unreached.length > 0 && (
        <section>
          <h3 className="text-ink-soft text-s">没有可用账号，请另行联系（{unreached.length}）</h3>
          <p className="max-h-32 overflow-y-auto">{unreached.join('、')}</p>
        </section>
      )}
    </div>
  )
}

interface UsageDialogProps {
  reminder: UsageReminder
  onDone: (() => void) | undefined
  onClose: () => void
}

/** Shows the messages and their recipients, and sends them. */
function UsageDialog({ reminder, onDone, onClose }: UsageDialogProps) {
  const sending = useMutation({
    ...remind,
    onSuccess(result) {
      tell(result)
      onDone?.()
      onClose()
    },
  })
  return (
    <RemindDialog
      reminder={reminder}
      found={useQuery(planOf(reminder))}
      reaches={({ reminded }) => reminded > 0}
      sending={sending}
      onClose={onClose}
    >
      {(plan) => <Plan plan={plan} />}
    </RemindDialog>
  )
}

interface RemindButtonProps {
  reminder: UsageReminder
  /** Number of stations to remind. */
  count: number
  /** How many of the stations of a place still have time, for the word of the button. */
  reporting?: Reporting | undefined
  /** By default 催报, with the number if no stations are chosen. */
  label?: string
  /** A link-like button for a row of a table. */
  isLink?: boolean
  onDone?: () => void
}

/** Reminds the offices that hold missing reports, after a preview. Each station is reminded of once in three days. */
export function RemindButton({
  reminder,
  count: stations,
  reporting,
  label,
  isLink,
  onDone,
}: RemindButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const ask = () => setAsked(true)
  const words =
    label ??
    (reminder.projectIds
      ? '催报'
      : `催报${reporting ? missingTerm(reporting) : '未报'}（${count(stations)}）`)
  return (
    <>
      {isLink ? (
        <button type="button" aria-label={words} className="text-brand-ink hover:underline" onClick={ask}>
          催报
        </button>
      ) : (
        <Button icon="bell" disabled={stations === 0} onClick={ask}>
          {words}
        </Button>
      )}
      {isAsked && <UsageDialog reminder={reminder} onDone={onDone} onClose={() => setAsked(false)} />}
    </>
  )
}
