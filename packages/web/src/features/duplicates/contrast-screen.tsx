import { useQuery } from '@tanstack/react-query'
import { RepeatFlag } from '@xinchu/contract/codes'
import type { ProjectRow, RepeatPair } from '@xinchu/sdk'
import { useState } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { useView, useViewTitle } from '../../app/views/view-context.ts'
import { failureOf } from '../../lib/failure.ts'
import { fullPlace } from '../../lib/place.ts'
import { DecisionDialog, type Verdict } from '../../records/repeat/decision-dialog.tsx'
import { deciderOf, decisionLabel, keptName } from '../../records/repeat/pair-words.ts'
import { PassReasons } from '../../records/repeat/pass-reasons.tsx'
import { pairQueries } from '../../records/repeat/queries.ts'
import { Button } from '../../ui/button.tsx'
import { RepeatScore, RepeatSignals } from '../../ui/record/repeat-pair.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ContrastTable } from './contrast-table.tsx'

function Side({ project, what, isMasked }: { project: ProjectRow; what: string; isMasked: boolean }) {
  return (
    <div className="grid min-w-0 content-start gap-1 rounded-lg border border-line px-3.5 py-2.5">
      <p className="text-ink-faint text-xs">{what}</p>
      <p className="min-w-0 break-words font-medium">
        {isMasked ? (
          project.projectName
        ) : (
          <GrantedLink
            to="/esproject/detail/$id"
            params={{ id: String(project.id) }}
            search={{ from: '/esproject/repeat/index' }}
            className="text-brand-ink hover:underline"
          >
            {project.projectName}
          </GrantedLink>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-xs">
        <span>{project.projectCode}</span>
        <span>{fullPlace(project)}</span>
        {project.declareStatusLabel && <StatusTag label={project.declareStatusLabel} />}
      </p>
      {isMasked && <p className="text-ink-faint text-xs">不在本单位可见范围，项目内容不公开</p>}
    </div>
  )
}

/** The decision with author and reason. */
function Decided({ pair }: { pair: RepeatPair }) {
  if (pair.decision === RepeatFlag.suspected || !pair.decidedAt) return null
  const kept = keptName(pair)
  return (
    <div className="grid gap-0.5 border-line border-t px-4 py-2.5 text-s">
      <p>
        <span className="font-medium">{decisionLabel(pair)}</span>
        <span className="ml-3 text-ink-faint text-xs">
          {pair.decidedBy}　{pair.decidedAt}
        </span>
      </p>
      {kept && <p>保留：{kept}</p>}
      <p className="whitespace-pre-line break-words text-ink-soft">意见：{pair.opinion}</p>
    </div>
  )
}

const VERDICTS: readonly { verdict: Verdict; look: 'danger' | 'primary' }[] = [
  { verdict: RepeatFlag.duplicate, look: 'danger' },
  { verdict: RepeatFlag.distinct, look: 'primary' },
]

function Actions({ pair, onAsk }: { pair: RepeatPair; onAsk: (verdict: Verdict) => void }) {
  if (!pair.mayDecide)
    return <p className="border-line border-t bg-sunken px-4 py-2 text-ink-soft text-s">{deciderOf(pair)}</p>
  // The kept project may be changed later. A decision of no duplicate cannot be repeated.
  const open = VERDICTS.filter(
    ({ verdict }) => verdict !== RepeatFlag.distinct || pair.decision !== RepeatFlag.distinct,
  )
  return (
    <div
      className="flex flex-wrap items-center gap-2 border-line border-t bg-brand-soft px-4 py-2"
      data-print="none"
    >
      <span className="mr-auto text-s max-sm:basis-full">
        {pair.decision === RepeatFlag.suspected
          ? '请核对后判定两个项目是否为同一项目'
          : '可以重新判定，此前的判定保留在记录中'}
      </span>
      {open.map(({ verdict, look }) => (
        <Button key={verdict} look={look} onClick={() => onAsk(verdict)}>
          {pair.decision === RepeatFlag.duplicate && verdict === RepeatFlag.duplicate
            ? '变更保留的项目'
            : decisionLabel({ decision: verdict })}
        </Button>
      ))}
    </div>
  )
}

function Pair({ pair }: { pair: RepeatPair }) {
  const [asked, setAsked] = useState<Verdict>()
  const { a, b, masked = false } = pair
  const { data, error, refetch } = useQuery(pairQueries.contrast([a?.id ?? b.id, b.id]))
  return (
    <div className="grid gap-4">
      <header className="card overflow-hidden">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
          <h1 className="font-semibold text-lg">重复项目对比</h1>
          <RepeatScore score={pair.score} />
          <StatusTag label={decisionLabel(pair)} />
          {pair.foundAt && <span className="text-ink-faint text-xs">{pair.foundAt.slice(0, 16)} 发现</span>}
        </div>
        <div className="grid gap-3 px-4 pb-3 md:grid-cols-2">
          {a && <Side project={a} what="项目" isMasked={false} />}
          <Side project={b} what="疑似重复的项目" isMasked={masked} />
        </div>
        <section className="border-line border-t px-4 py-2.5" aria-label="重复线索">
          <RepeatSignals signals={pair.signals} />
        </section>
        <PassReasons pair={pair} />
        <Decided pair={pair} />
        <Actions pair={pair} onAsk={setAsked} />
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={10} />}
      {data && <ContrastTable contrast={data} isMasked={masked} />}
      {asked && <DecisionDialog pair={pair} verdict={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** Two projects side by side with the evidence and the decision. */
export function ContrastScreen() {
  const { search } = useView()
  const [a, b] = [Number(search['a']), Number(search['b'])]
  const { data: pair, error, refetch } = useQuery({ ...pairQueries.one(a, b), enabled: a > 0 && b > 0 })
  useViewTitle(pair?.a && `对比：${pair.a.projectName}`)
  const failure = failureOf({ data: pair, error })
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />
  if (pair === undefined && a > 0 && b > 0) return <Loading rows={10} />
  if (!pair) return <Empty>这两个项目不再疑似重复，或不在本单位可见范围</Empty>
  return <Pair key={pair.id} pair={pair} />
}
