import type { DemoProjectRow } from '@xinchu/sdk'
import { momentOf } from '../../lib/moment.ts'
import { numeral } from '../../lib/numeral.ts'
import { Icon } from '../../ui/icons.tsx'
import { RuleCode } from '../../ui/rule-code.tsx'

/** Shortest reason for recommending a suspected duplicate. */
export const LEAST_REASON = 10

/** The most similar project; undefined if none is suspected. */
export const bestRepeat = ({ repeats = [] }: DemoProjectRow) => repeats[0]

/** Suspected duplicates of a project with their grounds, and the reason it was recommended for all that. */
export function Repeats({ project }: { project: DemoProjectRow }) {
  const { repeats = [], repeatReason } = project
  if (repeats.length === 0) return null
  return (
    <section aria-label="疑似重复" className="border-danger-line border-b bg-danger-soft px-4 py-2.5 text-s">
      <h3 className="flex items-center gap-1.5 font-medium text-danger">
        <Icon name="alert" size={14} /> 疑似重复 <RuleCode code="M-021" />
      </h3>
      <ul className="mt-1 grid gap-1.5">
        {repeats.map(({ projectId, projectName, batchYear, batchNo, score, signals }) => (
          <li key={projectId}>
            <span className="font-medium">{projectName}</span>
            <span className="text-ink-soft">
              {' '}
              {batchYear} 年第{numeral(batchNo)}批 · {score} 分
            </span>
            <span className="block text-ink-soft text-xs leading-[18px]">
              {signals.map(({ label, detail }) => (detail ? `${label}（${detail}）` : label)).join('、')}
            </span>
          </li>
        ))}
      </ul>
      {repeatReason && (
        <p className="mt-1.5">
          推荐理由：{repeatReason.reason}
          <span className="block text-ink-faint text-xs">
            {repeatReason.orgName} {repeatReason.userName}　{momentOf(repeatReason.time)}
          </span>
        </p>
      )}
    </section>
  )
}
