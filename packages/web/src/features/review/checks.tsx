import type { ReviewRecord, ReviewWarning } from '@xinchu/sdk'
import type { PortalKind } from '../../records/portal-kind.ts'
import { Icon } from '../../ui/icons.tsx'
import { asksReason } from '../../ui/review/asks-reason.ts'
import { isSuspected, unsettled } from './decision-model.ts'

type Tone = 'good' | 'look' | 'bad'

interface Check {
  name: string
  text: string
  tone: Tone
  /** Element that shows it. */
  target: string
}

function warningText(warnings: readonly ReviewWarning[]): string {
  const asked = warnings.filter(asksReason)
  if (warnings.length === 0) return '无'
  if (asked.length === 0) return `提示 ${warnings.length} 条`
  return `${warnings.length} 条，${asked.every(({ reason }) => reason) ? '已说明' : '未说明'}`
}

/** Checks before a decision. */
export function checksOf(record: ReviewRecord, { Repeats }: PortalKind): Check[] {
  const { warnings, completeness, remarks, task } = record
  const open = unsettled(remarks).length
  const suspected = isSuspected(record)
  const isComplete = completeness.filled >= completeness.required
  const repeats: Check = {
    name: '疑似重复',
    text: suspected ? `${task.repeatScore} 分，待判定` : '无',
    tone: suspected ? 'bad' : 'good',
    target: 'desk-repeats',
  }
  return [
    ...(Repeats ? [repeats] : []),
    {
      name: '警告',
      text: warningText(warnings),
      tone: warnings.length === 0 ? 'good' : 'look',
      target: 'desk-warnings',
    },
    {
      name: '完整性',
      text: `必填 ${completeness.filled}/${completeness.required}`,
      tone: isComplete ? 'good' : 'bad',
      target: 'desk-groups',
    },
    {
      name: '意见',
      text: open === 0 ? '无未结' : `${open} 处未关闭`,
      tone: open === 0 ? 'good' : 'look',
      target: 'desk-remarks',
    },
  ]
}

const TONES: Readonly<Record<Tone, string>> = {
  good: 'text-success',
  look: 'text-warning',
  bad: 'text-danger',
}

/** Duplicates, warnings, completeness and remarks. Each leads to its part. */
export function Checks({ record, kind }: { record: ReviewRecord; kind: PortalKind }) {
  const checks = checksOf(record, kind)
  const show = (id: string) => {
    const target = document.getElementById(id)
    target?.scrollIntoView({ block: 'start' })
    target?.focus({ preventScroll: true })
  }
  return (
    <ul
      className={`card grid auto-cols-fr grid-flow-col gap-px overflow-hidden bg-line! ${checks.length > 3 ? 'max-sm:grid-flow-row max-sm:grid-cols-2' : ''}`}
      aria-label="检查"
    >
      {checks.map(({ name, text, tone, target }) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => show(target)}
            className="h-[54px] w-full bg-surface px-3 text-left hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="block text-ink-faint text-xs">{name}</span>
            <span className={`flex items-center gap-1 truncate text-s ${TONES[tone]}`}>
              <Icon name={tone === 'good' ? 'check' : 'alert'} size={14} />
              {text}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
