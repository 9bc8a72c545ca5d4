import type { DemoProjectRow, FormalCheck } from '@xinchu/sdk'
import { useState } from 'react'
import { isInDialog, useShortcuts } from '../../../lib/shortcuts.ts'
import { type DemoPart, titleOfPart } from '../../../records/pilot-parts.ts'
import { useGoalText } from '../../../records/use-goal-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Key } from '../../../ui/review/key.tsx'
import { OpinionField } from '../opinion-field.tsx'
import type { DemoFlowRequest } from '../queries.ts'
import {
  NOTHING_RETURNED,
  partsOf,
  ReturnFields,
  type Returning,
  returnRequest,
  whyNotReturned,
} from '../return-fields.tsx'

interface Props {
  project: DemoProjectRow
  check: FormalCheck
  isBusy: boolean
  onDecide: (request: DemoFlowRequest, done: string) => void
}

const remarksOf = ({ points }: FormalCheck) =>
  points.flatMap(({ verdict, code, text, part, reason, ruleCode }) =>
    verdict === 'NOT_MET' ? [{ part, code, text: reason ?? text, ...(ruleCode ? { ruleCode } : {}) }] : [],
  )

/** Opens the parts of points that are not met. */
const withParts = (returning: Returning, parts: readonly DemoPart[]): Returning => ({
  ...returning,
  parts: { ...Object.fromEntries(parts.map((part) => [part, ''])), ...returning.parts },
})

type Remark = ReturnType<typeof remarksOf>[number]
type Way = 'ACCEPT' | 'RETURN'

const WAYS: readonly { way: Way; text: string; chosen: string }[] = [
  { way: 'ACCEPT', text: '形审通过', chosen: 'bg-success-soft font-medium text-success' },
  { way: 'RETURN', text: '退回补正', chosen: 'bg-danger-soft font-medium text-danger' },
]

function whyNotAccepted({ complete, points }: FormalCheck, unmet: number): string | undefined {
  if (complete) return undefined
  const unjudged = points.filter(({ verdict }) => verdict === undefined).length
  return unjudged > 0 ? `还有 ${unjudged} 项未判` : `有 ${unmet} 项不符`
}

function Ways({ way, onWay }: { way: Way; onWay: (way: Way) => void }) {
  return (
    <div className="mb-3 grid grid-cols-2 overflow-hidden rounded-md border border-line-strong">
      {WAYS.map((each) => (
        <button
          key={each.way}
          type="button"
          aria-pressed={way === each.way}
          onClick={() => onWay(each.way)}
          className={`min-h-9 not-first:border-line-strong not-first:border-l ${way === each.way ? each.chosen : 'text-ink-soft'}`}
        >
          {each.text}
        </button>
      ))}
    </div>
  )
}

/** The points that are not met, each of which is sent as a remark. */
function RemarkList({ remarks }: { remarks: readonly Remark[] }) {
  if (remarks.length === 0) return null
  return (
    <ul aria-label="逐处意见" className="mb-3 grid gap-2 text-s">
      {remarks.map(({ code, part, text }) => (
        <li key={code} className="border-danger-line border-l-3 pl-2.5">
          <p className="text-ink-soft text-xs">
            {titleOfPart(part)} · {code}
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

/** Passes a project, or returns it with parts, remarks, a deadline and an opinion. */
export function Decision({ project, check, isBusy, onDecide }: Props) {
  const remarks = remarksOf(check)
  const [chosen, setChosen] = useState<Way>()
  const [returning, setReturning] = useState(NOTHING_RETURNED)
  const [opinion, setOpinion] = useState('')
  const way = chosen ?? (remarks.length > 0 ? 'RETURN' : 'ACCEPT')
  const full = withParts(
    returning,
    remarks.map(({ part }) => part),
  )
  const counts: Partial<Record<DemoPart, number>> = {}
  for (const { part } of remarks) counts[part] = (counts[part] ?? 0) + 1
  const why =
    way === 'RETURN'
      ? whyNotReturned(full, new Set(remarks.map(({ part }) => part)))
      : whyNotAccepted(check, remarks.length)
  const goal = useGoalText(way === 'RETURN' ? { entity: 'DEMO', entityId: project.id } : undefined, 'RETURN')
  const own = partsOf(full).filter((part) => full.parts[part]?.trim()).length
  const versions = [{ id: project.id, version: project.version }]
  const decide = () => {
    if (why || isBusy) return
    if (way === 'ACCEPT') {
      const given = opinion.trim()
      const request = {
        ids: [project.id],
        action: way,
        versions,
        ...(given ? { opinion: given } : {}),
      }
      return onDecide(request, '形审通过')
    }
    const more = remarks.map(({ code: _code, ...remark }) => remark)
    onDecide({ ...returnRequest([project.id], full, more), versions }, '已退回补正')
  }
  useShortcuts([
    {
      keys: 'Ctrl+Enter',
      where: '形式审查',
      does: '决定',
      onPress: decide,
      when: (target) => !isInDialog(target),
    },
  ])
  return (
    <section aria-label="决定" className="card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">决定</h2>
      <div className="px-4 py-3">
        <Ways way={way} onWay={setChosen} />
        {way === 'ACCEPT' ? (
          <OpinionField label="意见" value={opinion} onValue={setOpinion} />
        ) : (
          <>
            <RemarkList remarks={remarks} />
            <ReturnFields value={full} onChange={setReturning} counts={counts} />
            <p className="mb-3 flex gap-2 rounded-md border border-warning-line bg-warning-soft px-3 py-2 text-s text-warning">
              <Icon name="alert" className="mt-0.5" />
              {goal}
            </p>
          </>
        )}
        <Button
          look={way === 'ACCEPT' ? 'primary' : 'danger'}
          className="w-full"
          disabled={why !== undefined}
          busy={isBusy}
          onClick={decide}
        >
          {way === 'ACCEPT' ? '形审通过' : '退回补正'}
          {why
            ? `（${why}）`
            : way === 'RETURN' && `（${partsOf(full).length} 部分，${remarks.length + own} 处）`}
          <Key>Ctrl Enter</Key>
        </Button>
      </div>
    </section>
  )
}
